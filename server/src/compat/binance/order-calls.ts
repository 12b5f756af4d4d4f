/** The calls that place, cancel and show orders. */
import { countingNow } from '../../quotes/quotation.ts';
import { cancelledView, isListed, orderCommission, orderView, placedView } from './account-view.ts';
import type { Order } from './account-view.ts';
import type { Account } from './account.ts';
import { answered, failed, invalidRestrictions, keyRejected, orderUnknown, restricted } from './failure.ts';
import type { Result } from './failure.ts';
import { CLIENT_ID, fieldsOf, nowFields, readOrder } from './order-form.ts';
import type { Context, Wanted } from './order-form.ts';
import { cancelledListView, isOfList, numbered, rowOf, shownOf } from './order-lists.ts';
import type { Shown } from './order-lists.ts';
import type { Asked } from './parameters.ts';
import { failureOf } from './refusals.ts';

export async function place(context: Context): Promise<Result> {
  const { account } = context;
  const { deps, customer } = account;
  const read = readOrder(context);
  if (!read.ok) return read;
  const tooMany = deps.orderCount.refusal(customer, deps.now());
  if (tooMany !== undefined) return { ok: false, failure: tooMany };
  const wanted = read.value;
  const placed = await send(account, wanted);
  if (!placed.ok) return placed;
  deps.orderCount.add(customer, deps.now());
  const { id } = placed.value;
  const isSettled = (order: Order) =>
    order.status !== 'open' ||
    (order.type !== 'market' && order.time_in_force !== 'IOC' && order.time_in_force !== 'FOK');
  const found = await account.settled(id, isSettled);
  if (!found.ok) return found;
  return answered(placedView(found.value, { type: wanted.responses, nowMs: deps.houseNow() }));
}

async function send(account: Account, wanted: Wanted): Promise<Result<{ readonly id: string }>> {
  const made = await account.outcome('POST coin/trade', fieldsOf(wanted));
  if (made.ok) return answered(made.value);
  const { code } = made.refusal;
  if (code === 'client_order_id_used') return duplicate;
  if (code === 'stop_already_reached') return triggersAtOnce;
  if (code === 'post_only_would_fill') return wanted.type === 'LIMIT_MAKER' ? takes : triggersAtOnce;
  // If the limit of a sale is below the bid, the order fills at the bid, which is better than its limit.
  if (code !== 'limit_sell_below_price' || wanted.type !== 'LIMIT') return failureOf(made.refusal);
  const key = `${account.caller.key?.requestId ?? ''}-now`;
  const again = await account.outcome('POST coin/trade', nowFields(wanted), key);
  return again.ok ? answered(again.value) : failureOf(again.refusal);
}

export const duplicate = failed(-2010, 'Duplicate order sent.');
const triggersAtOnce = failed(-2010, 'Order would trigger immediately.');
export const takes = failed(-2010, 'Order would immediately match and take.');

/** Checks an order in the same way as placing it would, except for the balance and the market's state. */
export function test(context: Context): Result {
  const showsRates = context.asked.flag('computeCommissionRates') ?? false;
  const read = readOrder(context);
  if (!read.ok) return read;
  if (!context.account.mayTrade()) return keyRejected;
  const { instrument } = read.value.pair;
  return answered(showsRates ? orderCommission(countingNow(instrument, context.market).spotFeeRate) : {});
}

export function readName(asked: Asked) {
  const orderId = asked.whole('orderId');
  const clientId = asked.text('origClientOrderId', CLIENT_ID);
  asked.eitherNeeded('origClientOrderId', 'orderId');
  return { orderId, clientId };
}

/** Parses `cancelRestrictions`. Orders never fill partially. */
export function readRestrictions(asked: Asked) {
  return asked.oneOf('cancelRestrictions', ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'], invalidRestrictions);
}

export async function status({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const name = readName(asked);
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const found = await account.named(pair, name);
  return found.ok ? answered(orderView(found.value)) : found;
}

export async function cancel({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const name = asked.text('newClientOrderId', CLIENT_ID);
  const orderName = readName(asked);
  const onlyIf = readRestrictions(asked);
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const found = await account.named(pair, orderName);
  if (!found.ok) return found.failure.code === -2013 ? orderUnknown : found;
  if (onlyIf === 'ONLY_PARTIALLY_FILLED') return restricted;
  return cancelFound(account, found.value, name);
}

export async function cancelAll({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const asking = await account.call('POST order/cancel_all', { symbol });
  if (!asking.ok) return asking;
  if (asking.value.length === 0) return orderUnknown;
  const ended = await Promise.all(
    asking.value.map(({ id }) => account.settled(id, (order) => order.status !== 'open')),
  );
  const views = ended.flatMap((one) => (one.ok ? [endedView(account, one.value)] : []));
  return answered(await Promise.all(views));
}

async function endedView(account: Account, order: Order) {
  const nowMs = account.deps.houseNow();
  const list = isOfList(order) ? await account.listOf(order) : undefined;
  return list?.ok === true ? cancelledListView(list.value, { nowMs }) : cancelledView(order, { nowMs });
}

export async function open({ account, asked }: Context): Promise<Result> {
  const pair = asked.has('symbol') ? asked.pair() : undefined;
  if (asked.failure !== undefined) return asked.failure;
  const symbol = pair?.instrument.symbol;
  const found = await account.list({ status: 'in_transaction', ...(symbol === undefined ? {} : { symbol }) });
  if (!found.ok) return found;
  const own = found.value.filter(isListed).toReversed();
  return answered(own.flatMap(shownOf).map(orderView));
}

export async function all({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const limit = asked.limit();
  const from = asked.whole('orderId');
  const { startMs = 0, endMs = Infinity } = asked.period({ isOfADay: true });
  if (pair === undefined || asked.failure !== undefined) return asked.failure ?? orderUnknown;
  const { symbol } = pair.instrument;
  const found = await account.list({ symbol, ...(from === undefined ? {} : { downTo: rowOf(from) }) });
  if (!found.ok) return found;
  const inside = found.value
    .filter(
      (order) => isListed(order) && order.created_at * 1000 >= startMs && order.created_at * 1000 <= endMs,
    )
    .toReversed()
    .flatMap(shownOf);
  const some = from === undefined && startMs === 0 ? inside.slice(-limit) : inside.slice(0, limit);
  return answered(some.map(orderView));
}

/** Cancels an order. For an order list, cancels both orders and returns the one that was named. */
export async function cancelFound(
  account: Account,
  { id, row }: Shown,
  name?: string,
): Promise<Result<ReturnType<typeof cancelledView>>> {
  // In a replacement, the cancellation and the new order are one request, so each needs a separate idempotency key.
  const ended = await account.cancelled(row ?? id);
  if (!ended.ok) return ended;
  const order = numbered(ended.value, id) ?? ended.value;
  return answered(cancelledView(order, { name, nowMs: account.deps.houseNow() }));
}
