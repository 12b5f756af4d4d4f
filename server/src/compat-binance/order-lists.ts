/**
 * Order lists. An OCO order is one row of ours with a limit and a stop, and two orders of theirs in a list. The list has the row's
 * number, and so has its limit order; its stop has that number and a constant more, which no row reaches.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { cancelledView, clientIdOf, placedView } from './account-view.ts';
import type { Order, ResponseType } from './account-view.ts';
import { nameOf } from './pairs.ts';

/** The sum of this and a row's number is exact in the floating-point numbers of these clients. */
const STOP_NUMBERS_FROM = 4_000_000_000_000_000n;
const PART_NAME = /^(.+)\.(limit|stop)$/;

export type Part = 'limit' | 'stop';
/** An order of theirs: a row of ours, or one of the two orders of an OCO row. */
export type Shown = Order & { readonly list?: string };

export function rowOf(number: string | number | bigint): bigint {
  const id = BigInt(number);
  return id >= STOP_NUMBERS_FROM ? id - STOP_NUMBERS_FROM : id;
}

/** A row as their orders. */
export function shownOf(order: Order): readonly Shown[] {
  return order.type === 'oco' ? [partOf(order, 'limit'), partOf(order, 'stop')] : [order];
}

/** The order that a number names, of the row that it belongs to. */
export function numbered(order: Order, number: string): Shown | undefined {
  return shownOf(order).find(({ id }) => id === number);
}

/** The list's name from which a name of one of its orders is made. */
export function listNamed(name: string): string | undefined {
  return PART_NAME.exec(name)?.[1];
}

/** The customer's own names, or else ones made from the list's name. */
function partNames(order: Order): Readonly<Record<Part, string>> {
  const { limit_client_order_id: limit, stop_client_order_id: stop } = order;
  const list = clientIdOf(order);
  return { limit: limit ?? `${list}.limit`, stop: stop ?? `${list}.stop` };
}

/** The order of a list that has the name; the list's own name is none's. */
export function partWithName(order: Order, name: string): Shown | undefined {
  return shownOf(order).find((one) => one.list !== undefined && clientIdOf(one) === name);
}

function partOf(order: Order, part: Part): Shown {
  const isLimit = part === 'limit';
  const ended = order.status === 'filled' && part !== filledPart(order);
  return {
    ...order,
    ...{ list: order.id, type: part, client_order_id: partNames(order)[part] },
    id: isLimit ? order.id : String(BigInt(order.id) + STOP_NUMBERS_FROM),
    price: isLimit ? order.price : null,
    stop_price: isLimit ? null : order.stop_price,
    // The other order of a list that filled: cancelled, and not by its customer.
    ...(ended ? { status: 'cancelled', reason: null, filled_quantity: '0', legs: [] } : {}),
  };
}

/** The stop and the limit are on opposite sides of the quote, so the price of the fill is at or beyond only one of them. */
function filledPart({ side, price, legs }: Order): Part | undefined {
  const [fill] = legs;
  if (fill === undefined || price === null) return undefined;
  const at = amount(fill.price);
  return (side === 'sell' ? at >= amount(price) : at <= amount(price)) ? 'limit' : 'stop';
}

export function listView(order: Order, nowMs = order.created_at * 1000) {
  const symbol = nameOf(order.symbol) ?? order.symbol;
  const isOpen = order.status === 'open';
  return {
    orderListId: Number(order.id),
    contingencyType: 'OCO',
    listStatusType: isOpen ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: isOpen ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: clientIdOf(order),
    transactionTime: nowMs,
    symbol,
    orders: shownOf(order).map((one) => ({
      ...{ symbol, orderId: Number(one.id), clientOrderId: clientIdOf(one) },
    })),
  };
}

export function placedListView(order: Order, about: { type: ResponseType; nowMs: number }) {
  const orderReports = shownOf(order).map((one) => placedView(one, about));
  return { ...listView(order, about.nowMs), orderReports };
}

export function cancelledListView(order: Order, about: { name?: string | undefined; nowMs: number }) {
  const orderReports = shownOf(order).map((one) => cancelledView(one, about));
  return { ...listView(order, about.nowMs), orderReports };
}

export function listEvent(order: Order, nowMs: number) {
  const { symbol, orders, ...list } = listView(order);
  return {
    ...{ e: 'listStatus', E: nowMs, s: symbol, g: list.orderListId, c: list.contingencyType },
    ...{ l: list.listStatusType, L: list.listOrderStatus, r: 'NONE', C: list.listClientOrderId },
    T: order.updated_at * 1000,
    O: orders.map((one) => ({ s: symbol, i: one.orderId, c: one.clientOrderId })),
  };
}
