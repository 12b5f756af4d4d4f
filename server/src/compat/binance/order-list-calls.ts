/** The calls that place, cancel and show order lists: OCO orders, and purchases with protecting orders. */
import { clientIdOf } from './account-view.ts';
import type { Order } from './account-view.ts';
import type { Account } from './account.ts';
import { answered, failed } from './failure.ts';
import type { Result } from './failure.ts';
import { CLIENT_ID } from './order-form.ts';
import type { Context } from './order-form.ts';
import { duplicate, takes } from './order-calls.ts';
import { chainFields, onePending, readChain, twoPending } from './order-chain-form.ts';
import { aboveAndBelow, listFields, priceAndStop, readList, relationWrong } from './order-list-form.ts';
import { cancelledListView, isOfList, listOfRow, listView, placedListView } from './order-lists.ts';
import type { OrderList } from './order-lists.ts';
import { nameOf } from './pairs.ts';
import { failureOf } from './refusals.ts';

const ORDERS_OF_AN_OCO = 2;
const ORDERS_OF_A_SHORT_CHAIN = 2;
const ORDERS_OF_A_CHAIN = 3;
const RELATION_REFUSALS: readonly string[] = [
  'post_only_would_fill',
  'stop_already_reached',
  'stop_on_wrong_side',
  'take_profit_wrong',
  'stop_loss_wrong',
];

const absent = failed(-2018, 'Order list does not exist.');
const unknown = failed(-2011, 'Unknown order list sent.');

export async function placeList(context: Context): Promise<Result> {
  return place(context, aboveAndBelow);
}

/** Places an OCO order in the exchange's older form of the call. */
export async function placeOldList(context: Context): Promise<Result> {
  return place(context, priceAndStop);
}

async function place(context: Context, form: Parameters<typeof readList>[1]): Promise<Result> {
  const read = readList(context, form);
  return read.ok ? send(context, { fields: listFields(read.value), orders: ORDERS_OF_AN_OCO }) : read;
}

/** Places a purchase protected by a limit and a stop. */
export async function placeChain(context: Context): Promise<Result> {
  return chain(context, { form: twoPending, orders: ORDERS_OF_A_CHAIN });
}

/** Places a purchase protected by either a limit or a stop. */
export async function placeShortChain(context: Context): Promise<Result> {
  return chain(context, { form: onePending, orders: ORDERS_OF_A_SHORT_CHAIN });
}

async function chain(
  context: Context,
  { form, orders }: { readonly form: Parameters<typeof readChain>[1]; readonly orders: number },
): Promise<Result> {
  const read = readChain(context, form);
  if (!read.ok) return read;
  return send(context, { fields: chainFields(read.value), orders, isMaker: read.value.isMaker });
}

type Sent = {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The number of orders by which the list counts towards the limits. */
  readonly orders: number;
  readonly isMaker?: boolean;
};

async function send({ account, asked }: Context, { fields, orders, isMaker }: Sent): Promise<Result> {
  const { deps, customer } = account;
  const type = asked.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL']) ?? 'FULL';
  if (asked.failure !== undefined) return asked.failure;
  const tooMany = deps.orderCount.refusal(customer, deps.now());
  if (tooMany !== undefined) return { ok: false, failure: tooMany };
  const made = await account.outcome('POST coin/trade', fields);
  if (!made.ok) {
    const { code } = made.refusal;
    if (code === 'client_order_id_used') return duplicate;
    if (code === 'post_only_would_fill' && isMaker === true) return takes;
    return RELATION_REFUSALS.includes(code) ? relationWrong : failureOf(made.refusal);
  }
  for (let count = 0; count < orders; count += 1) deps.orderCount.add(customer, deps.now());
  const found = await account.row(made.value.id);
  if (!found.ok || found.value === undefined) return found.ok ? absent : found;
  const list = await account.listOf(found.value);
  return list.ok ? answered(placedListView(list.value, { type, nowMs: deps.houseNow() })) : list;
}

type Named = { readonly id: number | undefined; readonly name: string | undefined };

async function find(account: Account, { id, name }: Named): Promise<Result<OrderList>> {
  const found = id === undefined ? await account.rowNamed(name ?? '') : await account.row(String(id));
  if (!found.ok) return found;
  const row = found.value;
  // A list has the number of its first row.
  if (row === undefined || !isOfList(row) || row.entry_id !== undefined) return absent;
  return name !== undefined && clientIdOf(row) !== name ? absent : account.listOf(row);
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
  const { row } = found.value;
  if (nameOf(row.symbol) !== pair?.name) return unknown;
  const ended = await account.cancelled(row.id);
  if (!ended.ok) return ended;
  const list = await account.listOf(ended.value);
  return list.ok ? answered(cancelledListView(list.value, { name, nowMs: account.deps.houseNow() })) : list;
}

export async function openLists({ account, asked }: Context): Promise<Result> {
  if (asked.failure !== undefined) return asked.failure;
  const open = await account.list({ status: 'in_transaction' });
  if (!open.ok) return open;
  const purchases = await purchasesOf(account, open.value);
  if (!purchases.ok) return purchases;
  return answered(listsOf([...open.value, ...purchases.value]).flatMap(isOpenView));
}

function isOpenView(list: OrderList) {
  return list.isOpen ? [listView(list)] : [];
}

/** Returns the purchases that open sales protect. */
async function purchasesOf(account: Account, open: readonly Order[]): Promise<Result<readonly Order[]>> {
  const wanted = new Set(open.flatMap(({ entry_id: entry }) => entry ?? []));
  const [first] = [...wanted].map(BigInt).toSorted((one, other) => Number(one - other));
  if (first === undefined) return answered([]);
  const found = await account.list({ status: 'completed', downTo: first });
  return found.ok ? answered(found.value.filter(({ id }) => wanted.has(id))) : found;
}

export async function allLists({ account, asked }: Context): Promise<Result> {
  const limit = asked.limit();
  asked.excluding(['fromId'], ['startTime', 'endTime']);
  const from = asked.whole('fromId');
  const { startMs = 0, endMs = Infinity } = asked.period({ isOfADay: true });
  if (asked.failure !== undefined) return asked.failure;
  const found = await account.list(from === undefined ? {} : { downTo: BigInt(from) });
  if (!found.ok) return found;
  const inside = listsOf(found.value)
    .filter(({ number }) => from === undefined || BigInt(number) >= BigInt(from))
    .map((list) => listView(list))
    .filter(({ transactionTime: at }) => at >= startMs && at <= endMs);
  return answered(from === undefined && startMs === 0 ? inside.slice(-limit) : inside.slice(0, limit));
}

/** Returns the lists of the rows, oldest first. A sale that protects a purchase belongs to the purchase's list. */
function listsOf(rows: readonly Order[]): readonly OrderList[] {
  const own = rows.filter((row) => isOfList(row) && nameOf(row.symbol) !== undefined);
  const sales = new Map(own.flatMap((row) => (row.entry_id === undefined ? [] : [[row.entry_id, row]])));
  const known = new Set(own.map(({ id }) => id));
  return own
    .filter(({ entry_id: entry }) => entry === undefined || !known.has(entry))
    .map((row) => listOfRow(row, sales.get(row.id)))
    .toSorted((one, other) => Number(BigInt(one.number) - BigInt(other.number)));
}
