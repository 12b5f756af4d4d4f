/**
 * Order lists. An OCO order is one row of ours with a limit and a stop; for these clients it is a list of two orders. The list
 * and its limit order have the row's number. Its stop has that number plus a constant that no row's number reaches. A purchase
 * with a bracket is the working order of a list that has its number. The sale that protects it, which becomes a row only once the
 * purchase has filled, is the list's pending orders. Their numbers are derived from the purchase's number, so that they are known
 * in advance.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { cancelledView, clientIdOf, placedView } from './account-view.ts';
import type { Order, ResponseType } from './account-view.ts';
import { nameOf } from './pairs.ts';

/** Added to a row's number, these give sums that are exact in the floating-point numbers of these clients. */
const STOP_NUMBERS_FROM = 4_000_000_000_000_000n;
const PENDING_NUMBERS_FROM = { limit: 6_000_000_000_000_000n, stop: 8_000_000_000_000_000n } as const;
const PART_NAME = /^(.+)\.(limit|stop)$/;

type Part = 'limit' | 'stop';
/** An order in the clients' form: one of our rows, or one order of a list. */
export type Shown = Order & {
  /** The number of its list. */
  readonly list?: string;
  /** The number of our row, if it differs from the order's. */
  readonly row?: string;
  /** Whether its limit must not fill immediately. */
  readonly isMaker?: true;
  /** Whether it starts only once the working order of its list has filled. */
  readonly isPending?: true;
};

export type OrderList = {
  readonly number: string;
  readonly name: string;
  readonly contingency: 'OCO' | 'OTO';
  readonly isOpen: boolean;
  readonly orders: readonly Shown[];
  /** The row that changed last. */
  readonly row: Order;
};

export function rowOf(number: string | number | bigint): bigint {
  const id = BigInt(number);
  const bases = [PENDING_NUMBERS_FROM.stop, PENDING_NUMBERS_FROM.limit, STOP_NUMBERS_FROM];
  return id - (bases.find((from) => id >= from) ?? 0n);
}

/** Whether the row is a purchase that a sale will protect. */
export function isWorkingOrder({ take_profit: target, stop_loss: stop }: Order): boolean {
  return target !== undefined || stop !== undefined;
}

/** Whether the row is shown as orders of a list. */
export function isOfList(order: Order): boolean {
  return order.type === 'oco' || order.entry_id !== undefined || isWorkingOrder(order);
}

/** Returns the orders that represent a row. The pending orders of a purchase that has filled are those of its sale. */
export function shownOf(order: Order): readonly Shown[] {
  if (isWorkingOrder(order)) {
    const working = { ...order, list: order.id };
    return order.status === 'filled' ? [working] : [working, ...pendingOf(order)];
  }
  if (order.type === 'oco') return [partOf(order, 'limit'), partOf(order, 'stop')];
  if (order.entry_id === undefined) return [order];
  return [partOf(order, order.type === 'limit' ? 'limit' : 'stop')];
}

/** Returns the order with a given number among those of its row. */
export function numbered(order: Order, number: string): Shown | undefined {
  return shownOf(order).find(({ id }) => id === number);
}

/** Returns the list's name from which the name of one of its orders is derived, if it is such a name. */
export function listNamed(name: string): string | undefined {
  return PART_NAME.exec(name)?.[1];
}

/** Returns the name of an order that the customer did not name, which is made from the order's number. */
function numberName(number: string): string {
  return `candor-${number}`;
}

/**
 * Returns the customer's own name for an order, or one derived from the list's name. Pending orders are named after their list's
 * number.
 */
function partName(order: Order, part: Part): string {
  const { limit_client_order_id: limit, stop_client_order_id: stop, entry_id: entry } = order;
  const own = part === 'limit' ? limit : stop;
  return own ?? `${entry === undefined ? clientIdOf(order) : numberName(entry)}.${part}`;
}

/** Returns the order of a list with this name. The name of an OCO list is not the name of any of its orders. */
export function partWithName(order: Order, name: string): Shown | undefined {
  return shownOf(order).find((one) => one.list !== undefined && clientIdOf(one) === name);
}

function pendingNumber(list: string, part: Part): string {
  return String(BigInt(list) + PENDING_NUMBERS_FROM[part]);
}

function partOf(order: Order, part: Part): Shown {
  const isLimit = part === 'limit';
  const { entry_id: entry } = order;
  const ended = order.status === 'filled' && order.type === 'oco' && part !== filledPart(order);
  const ownNumber = isLimit ? order.id : String(BigInt(order.id) + STOP_NUMBERS_FROM);
  return {
    ...order,
    ...{ list: entry ?? order.id, row: order.id, type: part, client_order_id: partName(order, part) },
    ...(isLimit ? { isMaker: true } : {}),
    id: entry === undefined ? ownNumber : pendingNumber(entry, part),
    price: isLimit ? order.price : null,
    stop_price: isLimit ? null : order.stop_price,
    // If one order of the list has filled, the other is shown as cancelled, but not by the customer.
    ...(ended ? { status: 'cancelled', reason: null, filled_quantity: '0', legs: [] } : {}),
  };
}

/** Returns the orders that become active once the purchase fills. If it doesn't fill, they end with it. */
function pendingOf(order: Order): readonly Shown[] {
  const { take_profit: target, stop_loss: stop, id } = order;
  const levels = [
    ['limit', target],
    ['stop', stop],
  ] as const;
  return levels.flatMap(([part, level]) =>
    level === undefined
      ? []
      : [
          {
            ...order,
            ...{ list: id, row: id, id: pendingNumber(id, part), type: part, side: 'sell' as const },
            ...{ client_order_id: `${numberName(id)}.${part}`, time_in_force: 'GTC' as const },
            ...(part === 'limit' ? { isMaker: true as const } : {}),
            ...{ price: part === 'limit' ? level : null, stop_price: part === 'limit' ? null : level },
            ...{ isPending: true as const, filled_quantity: '0', legs: [] },
          },
        ],
  );
}

/**
 * Returns which order of an OCO list filled. The stop and the limit are on opposite sides of the quote, so the fill's price has
 * reached only one of them.
 */
function filledPart({ side, price, legs }: Order): Part | undefined {
  const [fill] = legs;
  if (fill === undefined || price === null) return undefined;
  const at = amount(fill.price);
  return (side === 'sell' ? at >= amount(price) : at <= amount(price)) ? 'limit' : 'stop';
}

/**
 * Returns the list of a row. A purchase that has filled is passed with the sale that protects it. If such a sale is passed
 * without its purchase, the list is shown without its working order.
 */
export function listOfRow(order: Order, sale?: Order): OrderList {
  const { id, entry_id: entry, status } = order;
  if (entry !== undefined) {
    const list = { number: entry, name: numberName(entry), contingency: 'OTO' as const };
    return { ...list, isOpen: status === 'open', orders: shownOf(order), row: order };
  }
  if (!isWorkingOrder(order)) {
    const list = { number: id, name: clientIdOf(order), contingency: 'OCO' as const };
    return { ...list, isOpen: status === 'open', orders: shownOf(order), row: order };
  }
  const last = sale ?? order;
  return {
    ...{ number: id, name: clientIdOf(order), contingency: 'OTO', row: last },
    isOpen: last.status === 'open' || (status === 'filled' && sale === undefined),
    orders: [...shownOf(order), ...(sale === undefined ? [] : shownOf(sale))],
  };
}

export function listView(list: OrderList, nowMs = list.row.created_at * 1000) {
  const symbol = nameOf(list.row.symbol) ?? list.row.symbol;
  return {
    orderListId: Number(list.number),
    contingencyType: list.contingency,
    listStatusType: list.isOpen ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: list.isOpen ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: list.name,
    transactionTime: nowMs,
    symbol,
    orders: list.orders.map((one) => ({
      ...{ symbol, orderId: Number(one.id), clientOrderId: clientIdOf(one) },
    })),
  };
}

export function placedListView(list: OrderList, about: { type: ResponseType; nowMs: number }) {
  const orderReports = list.orders.map((one) => placedView(one, about));
  return { ...listView(list, about.nowMs), orderReports };
}

/** Formats the orders that ended with the list, without any that had filled before. */
export function cancelledListView(list: OrderList, about: { name?: string | undefined; nowMs: number }) {
  const ended = list.orders.filter(({ status }) => status !== 'filled');
  const orderReports = ended.map((one) => cancelledView(one, about));
  return { ...listView(list, about.nowMs), orderReports };
}

export function listEvent(list: OrderList, nowMs: number) {
  const { symbol, orders, ...view } = listView(list);
  return {
    ...{ e: 'listStatus', E: nowMs, s: symbol, g: view.orderListId, c: view.contingencyType },
    ...{ l: view.listStatusType, L: view.listOrderStatus, r: 'NONE', C: view.listClientOrderId },
    T: list.row.updated_at * 1000,
    O: orders.map((one) => ({ s: symbol, i: one.orderId, c: one.clientOrderId })),
  };
}
