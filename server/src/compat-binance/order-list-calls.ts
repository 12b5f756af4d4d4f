/** The calls that place, cancel and show OCO orders as lists of two orders. */
import { clientIdOf } from './account-view.ts';
import type { Order } from './account-view.ts';
import type { Account } from './account.ts';
import { answered, failed } from './failure.ts';
import type { Result } from './failure.ts';
import { CLIENT_ID } from './order-form.ts';
import type { Context } from './order-form.ts';
import { duplicate } from './order-calls.ts';
import { aboveAndBelow, listFields, priceAndStop, readList, relationWrong } from './order-list-form.ts';
import { cancelledListView, listView, placedListView } from './order-lists.ts';
import { nameOf } from './pairs.ts';
import { failureOf } from './refusals.ts';

const ORDERS_OF_A_LIST = 2;
const RELATION_REFUSALS: readonly string[] = [
  'post_only_would_fill',
  'stop_already_reached',
  'stop_on_wrong_side',
];

const absent = failed(-2018, 'Order list does not exist.');
const unknown = failed(-2011, 'Unknown order list sent.');

export async function placeList(context: Context): Promise<Result> {
  return place(context, aboveAndBelow);
}

/** The form that the exchange had before. */
export async function placeOldList(context: Context): Promise<Result> {
  return place(context, priceAndStop);
}

async function place(context: Context, form: Parameters<typeof readList>[1]): Promise<Result> {
  const { account, asked } = context;
  const { deps, customer } = account;
  const read = readList(context, form);
  const type = asked.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL']) ?? 'FULL';
  if (!read.ok) return read;
  if (asked.failure !== undefined) return asked.failure;
  const tooMany = deps.orderCount.refusal(customer, deps.now());
  if (tooMany !== undefined) return { ok: false, failure: tooMany };
  const made = await account.outcome('POST coin/trade', listFields(read.value));
  if (!made.ok) {
    if (made.refusal.code === 'client_order_id_used') return duplicate;
    return RELATION_REFUSALS.includes(made.refusal.code) ? relationWrong : failureOf(made.refusal);
  }
  for (let count = 0; count < ORDERS_OF_A_LIST; count += 1) deps.orderCount.add(customer, deps.now());
  const found = await account.row(made.value.id);
  if (!found.ok) return found;
  return found.value === undefined
    ? absent
    : answered(placedListView(found.value, { type, nowMs: deps.now() }));
}

type Named = { readonly id: number | undefined; readonly name: string | undefined };

async function find(account: Account, { id, name }: Named): Promise<Result<Order>> {
  const found = id === undefined ? await account.rowNamed(name ?? '') : await account.row(String(id));
  if (!found.ok) return found;
  if (found.value?.type !== 'oco') return absent;
  return name !== undefined && clientIdOf(found.value) !== name ? absent : answered(found.value);
}

export async function listStatus({ account, asked }: Context): Promise<Result> {
  const [id, name] = [asked.whole('orderListId'), asked.text('origClientOrderId', CLIENT_ID)];
  asked.eitherNeeded('origClientOrderId', 'orderListId');
  if (asked.failure !== undefined) return asked.failure;
  const found = await find(account, { id, name });
  return found.ok ? answered(listView(found.value)) : found;
}

export async function cancelList({ account, asked }: Context): Promise<Result> {
  const pair = asked.pair();
  const [id, listName] = [asked.whole('orderListId'), asked.text('listClientOrderId', CLIENT_ID)];
  const name = asked.text('newClientOrderId', CLIENT_ID);
  asked.eitherNeeded('orderListId', 'listClientOrderId');
  if (asked.failure !== undefined) return asked.failure;
  const found = await find(account, { id, name: listName });
  if (!found.ok) return found === absent ? unknown : found;
  if (nameOf(found.value.symbol) !== pair?.name) return unknown;
  const ended = await account.cancelled(found.value.id);
  if (!ended.ok) return ended;
  return answered(cancelledListView(ended.value, { name, nowMs: account.deps.now() }));
}

export async function openLists({ account, asked }: Context): Promise<Result> {
  if (asked.failure !== undefined) return asked.failure;
  return lists(await account.list({ status: 'in_transaction' }));
}

export async function allLists({ account, asked }: Context): Promise<Result> {
  const limit = asked.limit();
  asked.excluding(['fromId'], ['startTime', 'endTime']);
  const from = asked.whole('fromId');
  const { startMs = 0, endMs = Infinity } = asked.period({ isOfADay: true });
  if (asked.failure !== undefined) return asked.failure;
  const found = lists(await account.list(from === undefined ? {} : { downTo: BigInt(from) }));
  if (!found.ok) return found;
  const inside = found.value.filter(({ transactionTime: at }) => at >= startMs && at <= endMs);
  return answered(from === undefined && startMs === 0 ? inside.slice(-limit) : inside.slice(0, limit));
}

function lists(found: Result<readonly Order[]>) {
  if (!found.ok) return found;
  const own = found.value.filter(({ type, symbol }) => type === 'oco' && nameOf(symbol) !== undefined);
  return answered(own.toReversed().map((order) => listView(order)));
}
