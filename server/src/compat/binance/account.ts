/**
 * Makes the calls of an API key's customer through the call table, like any other request, and translates the refusals into these
 * clients' codes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Caller } from '../../http/caller-checks.ts';
import type { Dispatcher, RequestFacts } from '../../http/dispatch.ts';
import { LIMITS } from '../../limits.ts';
import { clientIdOf, isListed } from './account-view.ts';
import type { Order } from './account-view.ts';
import * as failures from './failure.ts';
import { answered } from './failure.ts';
import type { Result } from './failure.ts';
import {
  isOfList,
  isWorkingOrder,
  listNamed,
  listOfRow,
  numbered,
  partWithName,
  rowOf,
} from './order-lists.ts';
import type { OrderList, Shown } from './order-lists.ts';
import { nameOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import { failureOf } from './refusals.ts';
import type { OrderCount } from './weights.ts';

const PAGE_ROWS = LIMITS.http.pageRowsMax;
const { orderPagesMax: PAGES_MAX, settleMs: SETTLE_MS, settleEveryMs: LOOK_EVERY_MS } = LIMITS.compat;

export type AccountDeps = {
  readonly dispatcher: Pick<Dispatcher, 'dispatch'>;
  readonly orderCount: OrderCount;
  /** The wall clock. */
  readonly now: () => number;
  /** The house's time, which dates what orders show. */
  readonly houseNow: () => number;
};

export type ListAsked = {
  readonly status?: 'in_transaction' | 'completed';
  readonly symbol?: string;
  /** The lowest row number to list. */
  readonly downTo?: bigint;
};

export class Account {
  readonly deps: AccountDeps;
  readonly caller: Caller;
  readonly #facts: RequestFacts;

  constructor(caller: Caller, facts: RequestFacts, deps: AccountDeps) {
    this.caller = caller;
    this.#facts = facts;
    this.deps = deps;
  }

  get customer(): bigint {
    return this.caller.customer;
  }

  /** Returns a name for an order that the client did not name. A repeated request produces the same name. */
  ownName(): string {
    return `r-${(this.caller.key?.requestId ?? '').slice(-32)}`;
  }

  mayTrade(): boolean {
    return this.caller.key?.scopes.has('trade') === true;
  }

  async outcome<Name extends CallName>(
    name: Name,
    fields: Readonly<Record<string, unknown>>,
    idempotencyKey?: string,
  ): Promise<Outcome<CallOutput<Name>, RefusalCode>> {
    const made = await this.deps.dispatcher.dispatch(name, {
      caller: this.caller,
      facts: this.#facts,
      fields,
      idempotencyKey,
    });
    return made.outcome as Outcome<CallOutput<Name>, RefusalCode>;
  }

  async call<Name extends CallName>(
    name: Name,
    fields: Readonly<Record<string, unknown>>,
    idempotencyKey?: string,
  ): Promise<Result<CallOutput<Name>>> {
    const outcome = await this.outcome(name, fields, idempotencyKey);
    return outcome.ok ? answered(outcome.value) : failureOf(outcome.refusal);
  }

  /** Lists orders and conversions, newest first. */
  async list({ downTo = 0n, ...filter }: ListAsked): Promise<Result<readonly Order[]>> {
    const found: Order[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const at: Record<string, string> = cursor === null ? {} : { cursor };
      // oxlint-disable-next-line no-await-in-loop
      const read: Result<CallOutput<'GET coin/list'>> = await this.call('GET coin/list', {
        ...filter,
        ...at,
        limit: String(PAGE_ROWS),
      });
      if (!read.ok) return read;
      const { items, next } = read.value;
      found.push(...items.filter(({ id }) => BigInt(id) >= downTo));
      cursor = next;
      if (next === null || found.length < (page + 1) * PAGE_ROWS) break;
    }
    return answered(found);
  }

  async row(id: string): Promise<Result<Order | undefined>> {
    const cursor = String(BigInt(id) + 1n);
    const read = await this.call('GET coin/list', { cursor, limit: '1' });
    if (!read.ok) return read;
    const order = read.value.items.find((one) => one.id === id && isListed(one));
    return answered(order);
  }

  /** Returns the order that a request identifies by number or by client name, for the given symbol. */
  async named(
    pair: Pair,
    name: { orderId?: number | undefined; clientId?: string | undefined },
  ): Promise<Result<Shown>> {
    const { orderId, clientId = '' } = name;
    const found =
      orderId === undefined ? await this.#byName(clientId) : await this.#byNumber(String(orderId));
    if (!found.ok) return found;
    const order = found.value;
    if (order === undefined || nameOf(order.symbol) !== pair.name) return failures.orderAbsent;
    const isOther = clientId !== '' && clientIdOf(order) !== clientId;
    return isOther ? failures.clientIdOther : answered(order);
  }

  async #byNumber(number: string): Promise<Result<Shown | undefined>> {
    const row = await this.row(String(rowOf(number)));
    return row.ok ? this.#inList(row.value, (order) => numbered(order, number)) : row;
  }

  /**
   * Returns the separate order with that name, or otherwise the order of an OCO list whose name derives from the list's. The name
   * of a list is not the name of an order.
   */
  async #byName(clientId: string): Promise<Result<Shown | undefined>> {
    const own = await this.rowNamed(clientId);
    if (!own.ok || (own.value !== undefined && !isOfList(own.value))) return own;
    const part = own.value === undefined ? undefined : partWithName(own.value, clientId);
    const list = listNamed(clientId);
    if (part !== undefined || list === undefined) return answered(part);
    const row = await this.rowNamed(list);
    return row.ok ? this.#inList(row.value, (order) => partWithName(order, clientId)) : row;
  }

  /** Finds an order of a row or, if the row is a filled purchase, of the sale that protects it. */
  async #inList(
    row: Order | undefined,
    find: (order: Order) => Shown | undefined,
  ): Promise<Result<Shown | undefined>> {
    const own = row === undefined ? undefined : find(row);
    if (row === undefined || own !== undefined || !isWorkingOrder(row)) return answered(own);
    const sale = await this.saleOf(row.id);
    return sale.ok ? answered(sale.value === undefined ? undefined : find(sale.value)) : sale;
  }

  /** Returns the sale that protects a filled purchase. */
  async saleOf(purchase: string): Promise<Result<Order | undefined>> {
    const read = await this.call('GET coin/list', { entry_id: purchase, limit: '1' });
    return read.ok ? answered(read.value.items[0]) : read;
  }

  /** Returns the order list that contains a row, with the list's other rows. */
  async listOf(row: Order): Promise<Result<OrderList>> {
    if (row.entry_id !== undefined) {
      const purchase = await this.row(row.entry_id);
      if (!purchase.ok) return purchase;
      return answered(purchase.value === undefined ? listOfRow(row) : listOfRow(purchase.value, row));
    }
    if (!isWorkingOrder(row) || row.status !== 'filled') return answered(listOfRow(row));
    const sale = await this.saleOf(row.id);
    return sale.ok ? answered(listOfRow(row, sale.value)) : sale;
  }

  /** Returns the newest row with that name. A name can be reused once its order has ended. */
  async rowNamed(clientId: string): Promise<Result<Order | undefined>> {
    const number = numberIn(clientId);
    if (number !== undefined) return this.row(number);
    const read = await this.call('GET coin/list', { client_order_id: clientId, limit: '1' });
    return read.ok ? answered(read.value.items.find(isListed)) : read;
  }

  /** Cancels a row and waits briefly for it to end. */
  async cancelled(id: string): Promise<Result<Order>> {
    const asking = await this.call('POST order/cancel', { id });
    return asking.ok ? this.settled(id, ({ status }) => status !== 'open') : asking;
  }

  /** Waits briefly for an order that the next price decides. */
  async settled(id: string, isSettled: (order: Order) => boolean): Promise<Result<Order>> {
    const untilMs = this.deps.now() + SETTLE_MS;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await this.row(id);
      if (!found.ok) return found;
      if (found.value === undefined) return failures.orderAbsent;
      if (isSettled(found.value) || this.deps.now() >= untilMs) return answered(found.value);
      // oxlint-disable-next-line no-await-in-loop
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** Returns the number in the name of an order that the customer did not name. */
function numberIn(name: string): string | undefined {
  return /^candor-(\d{1,18})$/.exec(name)?.[1];
}
