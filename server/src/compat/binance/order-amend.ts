/** Reduces the quantity of an open order, which keeps its number, and lists the amendments of an order. */
import { setTimeout as pause } from 'node:timers/promises';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { countingNow } from '../../quotes/quotation.ts';
import { LIMITS } from '../../limits.ts';
import { amendedView, amendmentView, clientIdOf } from './account-view.ts';
import type { Account } from './account.ts';
import { answered, failed, orderAbsent } from './failure.ts';
import type { Result } from './failure.ts';
import { filterFailure, violatedFilter } from './filters.ts';
import { readName } from './order-calls.ts';
import { CLIENT_ID } from './order-form.ts';
import type { Context } from './order-form.ts';
import { listView, numbered } from './order-lists.ts';
import { failureOf } from './refusals.ts';

const { settleMs: SETTLE_MS, settleEveryMs: LOOK_EVERY_MS } = LIMITS.compat;

const increased = failed(-2038, 'Order amend (quantity increase) is not supported.');
const unchanged = failed(-2038, 'The requested action would change no state; rejecting.');
const nameStays = failed(-2038, 'An amended order keeps its client order ID here.');
const notOwn = failed(-2038, 'An API key amends only the orders that it placed.');
const notAmendable = failed(-2038, 'This order cannot be amended.');
const UNAMENDABLE: readonly string[] = ['order_state_wrong', 'parameter_wrong'];

export async function amend({ account, asked, market }: Context): Promise<Result> {
  const pair = asked.pair();
  const name = readName(asked);
  const newName = asked.text('newClientOrderId', CLIENT_ID);
  const quantity = asked.needed('newQty', asked.decimal('newQty'));
  if (pair === undefined || quantity === undefined || asked.failure !== undefined)
    return asked.failure ?? orderAbsent;
  const filter = violatedFilter(countingNow(pair.instrument, market), { quantity });
  if (filter !== undefined) return filterFailure(filter);
  const found = await account.named(pair, name);
  if (!found.ok) return found;
  const order = found.value;
  if (order.status !== 'open') return orderAbsent;
  if (newName !== undefined && newName !== clientIdOf(order)) return nameStays;
  if (order.isPending === true) return notAmendable;
  if (quantity >= amount(order.quantity)) return quantity > amount(order.quantity) ? increased : unchanged;
  const row = order.row ?? order.id;
  const amended = await atAFreshPrice(account, { id: row, quantity: formatAmount(quantity) });
  if (!amended.ok) return amended;
  const after = await account.row(row);
  if (!after.ok) return after;
  const shown = after.value === undefined ? undefined : numbered(after.value, order.id);
  if (after.value === undefined || shown === undefined) return orderAbsent;
  const version = await lastVersion(account, row);
  if (!version.ok) return version;
  const view = amendedView(shown, { nowMs: account.deps.houseNow(), version: version.value });
  if (shown.list === undefined) return answered(view);
  const list = await account.listOf(after.value);
  if (!list.ok) return list;
  const { listStatusType: _, transactionTime: __, ...listStatus } = listView(list.value);
  return answered({ ...view, listStatus });
}

async function lastVersion(account: Account, id: string): Promise<Result<number>> {
  const made = await account.call('GET order/amendments', { id });
  return made.ok ? answered(made.value.items.at(-1)?.version ?? 0) : made;
}

/** Amends the order, and retries briefly until there is a price fresh enough to amend at. */
async function atAFreshPrice(
  account: Account,
  fields: { readonly id: string; readonly quantity: string },
): Promise<Result> {
  const untilMs = account.deps.now() + SETTLE_MS;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const made = await account.outcome('POST order/amend', fields);
    if (made.ok) return answered(made.value);
    const { code } = made.refusal;
    // A key that lacks the scope altogether gets the usual refusal.
    if (code === 'api_scope_missing' && account.mayTrade()) return notOwn;
    if (code !== 'busy' || account.deps.now() >= untilMs)
      return UNAMENDABLE.includes(code) ? notAmendable : failureOf(made.refusal);
    // oxlint-disable-next-line no-await-in-loop
    await pause(LOOK_EVERY_MS);
  }
}

/** Lists the amendments of an order. For an order list, they are those of its row, which apply to both of its orders. */
export async function amendments({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const orderId = asked.needed('orderId', asked.whole('orderId'));
  const from = asked.whole('fromExecutionId') ?? 0;
  const limit = asked.limit();
  if (pair === undefined || orderId === undefined || asked.failure !== undefined)
    return asked.failure ?? orderAbsent;
  const found = await account.named(pair, { orderId });
  if (!found.ok) return found;
  const order = found.value;
  if (order.isPending === true) return answered([]);
  const made = await account.call('GET order/amendments', { id: order.row ?? order.id });
  if (!made.ok) return made;
  return answered(
    made.value.items
      .filter(({ version }) => version >= from)
      .slice(0, limit)
      .map((one) => amendmentView(order, one)),
  );
}
