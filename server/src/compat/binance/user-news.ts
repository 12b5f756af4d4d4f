/**
 * The events sent to one customer's programs: order reports, balances that changed, and amounts that moved for reasons other than
 * orders. The last are computed only when nothing has happened for a moment, so that balances and orders are of the same time.
 */
import { amount, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { LIMITS } from '../../limits.ts';
import { balances, isListed } from './account-view.ts';
import type { Order } from './account-view.ts';
import { isOfList, isWorkingOrder, listEvent, listOfRow, shownOf } from './order-lists.ts';
import type { OrderList } from './order-lists.ts';
import { asAccepted, executionReport } from './user-events.ts';

export type Wallets = CallOutput<'POST wallet/list'>;
type Row = ReturnType<typeof balances>[number];

export class CustomerNews {
  readonly #now: () => number;
  readonly #tell: (messages: readonly object[]) => void;
  /** The ids of open orders that were reported, limited to the newest ones. */
  readonly #reported = new Set<string>();
  /** Filled purchases that a sale currently protects. */
  readonly #bought = new Map<string, Order>();
  /** The balances last sent, and those at the last moment when nothing was happening. */
  readonly #told = new Map<string, Row>();
  #quiet: ReadonlyMap<string, Amount> | undefined;
  /** The amounts that fills have moved since that moment. */
  readonly #filled = new Map<string, Amount>();
  /** The state number of the customer's newest change with an order, and that of the newest balances. */
  #orderSeq = 0;
  #walletSeq = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number, tell: (messages: readonly object[]) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Sets the initial balances, unless newer ones have arrived in the meantime. */
  begin(wallets: Wallets): void {
    if (this.#told.size > 0) return;
    for (const row of balances(wallets, false)) this.#told.set(row.asset, row);
    this.#wait();
  }

  hear(event: string, payload: object): void {
    if (event === 'wallet') this.#hearWallets(payload as { readonly wallets: Wallets; readonly seq: number });
    if (event === 'order') this.#hearOrder(payload as { readonly order: Order; readonly seq: number });
  }

  #hearWallets({ wallets, seq }: { readonly wallets: Wallets; readonly seq: number }): void {
    const rows = balances(wallets, false).filter((row) => {
      const told = this.#told.get(row.asset);
      return told === undefined || told.free !== row.free || told.locked !== row.locked;
    });
    for (const row of rows) this.#told.set(row.asset, row);
    this.#walletSeq = Math.max(this.#walletSeq, seq);
    this.#wait();
    if (rows.length === 0) return;
    const nowMs = this.#now();
    const B = rows.map(({ asset, free, locked }) => ({ a: asset, f: free, l: locked }));
    this.#tell([{ e: 'outboundAccountPosition', E: nowMs, u: nowMs, B }]);
  }

  #hearOrder({ order, seq }: { readonly order: Order; readonly seq: number }): void {
    this.#orderSeq = Math.max(this.#orderSeq, seq);
    for (const leg of order.legs) {
      const [base = '', quote = ''] = leg.symbol.split('/');
      const [quantity, value, fee] = [amount(leg.quantity), amount(leg.value), amount(leg.fee)];
      const isBuy = leg.side === 'buy';
      this.#add(base, isBuy ? quantity : -quantity);
      this.#add(quote, isBuy ? -(value + fee) : value - fee);
    }
    this.#wait();
    if (!isListed(order)) return;
    const isNew = !this.#reported.has(order.id);
    this.#note(order);
    // An order that filled on acceptance is first reported as accepted, as on the exchange.
    const isAtOnce = isNew && order.status === 'filled' && order.updated_at - order.created_at <= 1;
    this.#tell([...(isAtOnce ? this.#reports(asAccepted(order)) : []), ...this.#reports(order)]);
  }

  #reports(order: Order): readonly object[] {
    const nowMs = this.#now();
    const reports = shownOf(order).map((one) => executionReport(one, nowMs));
    return isOfList(order) ? [listEvent(this.#listOf(order), nowMs), ...reports] : reports;
  }

  /** Returns the order list. It includes the list's working order if that was reported when it filled. */
  #listOf(order: Order): OrderList {
    if (isWorkingOrder(order)) {
      if (order.status === 'filled') this.#bought.set(order.id, order);
      const [oldest] = this.#bought.keys();
      if (oldest !== undefined && this.#bought.size > LIMITS.trading.openOrdersMax)
        this.#bought.delete(oldest);
      return listOfRow(order);
    }
    const purchase = order.entry_id === undefined ? undefined : this.#bought.get(order.entry_id);
    if (purchase !== undefined && order.status !== 'open') this.#bought.delete(purchase.id);
    return purchase === undefined ? listOfRow(order) : listOfRow(purchase, order);
  }

  #note({ id, status }: Order): void {
    this.#reported.delete(id);
    if (status === 'open') this.#reported.add(id);
    const [oldest] = this.#reported;
    if (oldest !== undefined && this.#reported.size > LIMITS.trading.openOrdersMax)
      this.#reported.delete(oldest);
  }

  #add(asset: string, moved: Amount): void {
    this.#filled.set(asset, (this.#filled.get(asset) ?? 0n) + moved);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), LIMITS.compat.sockets.quietMs).unref();
  }

  /**
   * Compares balances only if they are at least as new as the newest order. Older ones do not include that order yet; the next
   * ones will.
   */
  #settle(): void {
    if (this.#walletSeq < this.#orderSeq) return;
    const before = this.#quiet;
    const totals = new Map(
      [...this.#told.values()].map(({ asset, free, locked }) => [asset, amount(free) + amount(locked)]),
    );
    this.#quiet = totals;
    const nowMs = this.#now();
    const moved = [...totals].flatMap(([asset, total]) => {
      const delta = total - (before?.get(asset) ?? 0n) - (this.#filled.get(asset) ?? 0n);
      return before === undefined || delta === 0n
        ? []
        : [{ e: 'balanceUpdate', E: nowMs, a: asset, d: toNumeric(delta), T: nowMs }];
    });
    this.#filled.clear();
    this.#tell(moved);
  }
}
