/**
 * Computes the results of leveraged positions in the simplest way: every position is compared with every entry of the tape, and
 * every amount is computed here from the published formulas. The oracle has no triggers, armings or liquidation levels, and
 * imports none of the rules that the tests compare with it. `oracle-sides.ts` divides a customer's losses between both sides. The
 * file is longer than others, because splitting it would expose all of a position's state.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type {
  OracleAmendment,
  OracleChange,
  OracleClose,
  OracleEnd,
  OracleEntry,
  OracleOrder,
  OracleReason,
  OracleReduction,
  OracleTerms,
} from './oracle-order.ts';

/**
 * The action of a position at an entry, with the rank of the condition that it waited for, and the reason if it closes. At one
 * entry, lower ranks come first.
 */
export type OracleMove = { readonly rank: number; readonly reason?: OracleReason; readonly make: () => void };

/** Scales a product of four amounts in units of 10⁻⁸ back to that unit. */
const PRODUCT = 10n ** 24n;
const ONE = 10n ** 8n;

function down(over: bigint, by: bigint): bigint {
  const whole = over / by;
  return over < 0n && whole * by !== over ? whole - 1n : whole;
}

function up(over: bigint, by: bigint): bigint {
  return -down(-over, by);
}

export class OraclePosition {
  status: 'pending' | 'open' | 'closed' | 'cancelled' = 'pending';
  reason: OracleReason | OracleEnd | null = null;
  entryPrice: Amount | null = null;
  entrySeq: number | null = null;
  openQuantity = 0n;
  /** Fee and margin of the opening. For a waiting order, as if it opened at its limit. */
  openFee = 0n;
  openFeeRounding = 0n;
  initialMargin = 0n;
  margin = 0n;
  financing = 0n;
  /** The position's debt for losses on the customer's other side. */
  charge = 0n;
  warned: 0 | 60 | 75 = 0;
  /** The outcome of the order that reduces it, if it has one. */
  reduction: 'pending' | 'reduced' | 'position_not_open' | 'customer' | null = null;
  readonly closes: OracleClose[] = [];
  readonly #terms: OracleTerms;
  #order: OracleOrder;
  #reducing: OracleReduction | undefined;
  #financedMs = 0;
  #takeProfit: Amount | null;
  #stop: { readonly price: Amount; readonly reason: 'stop_loss' | 'profit_lock' } | null;
  #trailing: Amount | null;
  /** The best closing price since the trailing distance was set. */
  #best = 0n;

  /** Places an order while `entry` is the head. */
  constructor(terms: OracleTerms, order: OracleOrder, entry: OracleEntry) {
    this.#terms = terms;
    this.#order = order;
    this.#takeProfit = order.takeProfit ?? null;
    this.#stop = order.stopLoss === undefined ? null : { price: order.stopLoss, reason: 'stop_loss' };
    this.#trailing = order.trailing ?? null;
    const { limit, stop } = order;
    if ((limit === undefined && stop === undefined) || this.#isAtEntry(entry)) {
      this.#open(entry, this.#costAt(this.#openingSide(entry)));
    } else {
      this.#holdAtLevel();
    }
  }

  #holdAtLevel(): void {
    const held = this.#costAt(this.#order.stop ?? this.#order.limit ?? 0n);
    this.openFee = held.fee;
    this.initialMargin = held.margin;
    this.margin = held.margin + held.fee;
  }

  get side(): 'long' | 'short' {
    return this.#order.side;
  }

  /** Charges nights and updates the best price, before anything that waits for a price. */
  begin(entry: OracleEntry): void {
    if (this.status !== 'open') return;
    this.#chargeNights(entry);
    const price = this.#closingSide(entry);
    if (this.#trailing !== null && this.#gain(price, this.#best) > 0n) this.#best = price;
  }

  /** Returns the possible actions of the position or order at this entry, in the order in which they happen. */
  moves(entry: OracleEntry): readonly OracleMove[] {
    if (this.status === 'pending') return this.#opening(entry);
    if (this.status !== 'open' || entry.seq <= (this.entrySeq ?? 0)) return [];
    const price = this.#closingSide(entry);
    const losing = this.#stopComesFirst() ? [this.#atStop, this.#atMargin] : [this.#atMargin, this.#atStop];
    const levels = [this.#atTarget, ...losing];
    const inTurn = this.#reductionComesFirst()
      ? [this.#atReduction, ...levels, this.#atTrail]
      : [...levels, this.#atReduction, this.#atTrail];
    return inTurn.flatMap((look) => look.call(this, price, entry) ?? []);
  }

  /** Returns the profit of the open quantity at this entry, less what the position already owes. */
  profitAt(entry: OracleEntry): Amount {
    const size = this.openQuantity * this.#terms.contractSize * ONE;
    const pnl = down(size * this.#gain(this.#closingSide(entry), this.entryPrice ?? 0n), PRODUCT);
    return pnl - this.financing - this.charge;
  }

  #opening(entry: OracleEntry): readonly OracleMove[] {
    if (entry.timeMs >= (this.#order.expiresMs ?? Infinity))
      return [{ rank: 0, make: () => this.#endUnopened('expired') }];
    if (!this.#isAtEntry(entry)) return [];
    const isStop = this.#order.stop !== undefined;
    const rank = this.#rankOf(this.side === 'long' ? 'ask' : 'bid', !isStop);
    return [{ rank, make: () => (isStop ? this.#openAtStop(entry) : this.#openAtLimit(entry)) }];
  }

  #openAtLimit(entry: OracleEntry): void {
    const held = this.#costAt(this.#order.limit ?? 0n);
    const own = this.#costAt(this.#openingSide(entry));
    this.#open(entry, own.margin + own.fee < held.margin + held.fee ? own : held);
  }

  /** The order of the conditions: a falling ask, a rising ask, a falling bid, a rising bid, then trailing stops. */
  #rankOf(price: 'ask' | 'bid', isBetter: boolean): number {
    if (price === 'ask') return isBetter ? 2 : 3;
    return isBetter ? 5 : 4;
  }

  #leavingRank(isBetter: boolean): number {
    return this.#rankOf(this.side === 'long' ? 'bid' : 'ask', isBetter);
  }

  /** Amends a resting order while `entry` is the head. The head does not reach the order. */
  amend({ level, quantity }: OracleAmendment): void {
    const isStop = this.#order.stop !== undefined;
    this.#order = {
      ...this.#order,
      ...(level === undefined ? {} : isStop ? { stop: level } : { limit: level }),
      ...(quantity === undefined ? {} : { quantity }),
    };
    this.#holdAtLevel();
  }

  /** Places an order that reduces the position, while `entry` is the head. */
  reduce(reduction: OracleReduction): void {
    this.#reducing = reduction;
    this.reduction = 'pending';
  }

  cancelReduction(): void {
    if (this.#reducing === undefined) return;
    this.#reducing = undefined;
    this.reduction = 'customer';
  }

  /** Changes levels or adds margin for the customer while `entry` is the head. */
  change(change: OracleChange, entry: OracleEntry): void {
    const { takeProfit, stopLoss, profitLock, trailing, addMargin } = change;
    if (takeProfit !== undefined) this.#takeProfit = takeProfit;
    if (stopLoss === null && this.#stop?.reason === 'stop_loss') this.#stop = null;
    if (profitLock === null && this.#stop?.reason === 'profit_lock') this.#stop = null;
    if (stopLoss !== undefined && stopLoss !== null) this.#stop = { price: stopLoss, reason: 'stop_loss' };
    if (profitLock !== undefined && profitLock !== null) {
      this.#stop = { price: profitLock, reason: 'profit_lock' };
    }
    const price = this.#closingSide(entry);
    if (trailing !== undefined) {
      this.#trailing = trailing;
      this.#best = price;
    }
    if (addMargin === undefined) return;
    this.margin += addMargin;
    if (!this.#isDownTo(75n, price)) this.warned = 0;
    else if (this.warned === 60 && !this.#isDownTo(60n, price)) this.warned = 75;
  }

  /** Closes in part or in full at the head, for the customer. */
  close(entry: OracleEntry, quantity = this.openQuantity, reason: OracleReason = 'customer'): void {
    this.#close({ price: this.#closingSide(entry), quantity, reason }, entry);
  }

  cancel(): void {
    this.#endUnopened('customer');
  }

  #endUnopened(reason: OracleEnd): void {
    this.status = 'cancelled';
    this.reason = reason;
    this.margin = 0n;
  }

  #openingSide({ bid, ask }: OracleEntry): Amount {
    return this.#order.side === 'long' ? ask : bid;
  }

  #closingSide({ bid, ask }: OracleEntry): Amount {
    return this.#order.side === 'long' ? bid : ask;
  }

  /** Returns how much better one closing price is for the customer than another. */
  #gain(price: Amount, than: Amount): Amount {
    return this.#order.side === 'long' ? price - than : than - price;
  }

  /**
   * Opens a stop order. The entry's price may be worse than the stop, so the position's TP/SL levels may be on the wrong side of
   * it.
   */
  #openAtStop(entry: OracleEntry): void {
    const [entered, left] = [this.#openingSide(entry), this.#closingSide(entry)];
    const better = this.#gain(entered, left) > 0n ? entered : left;
    const worse = better === entered ? left : entered;
    if (this.#takeProfit !== null && this.#gain(this.#takeProfit, better) < 0n)
      return this.#endUnopened('take_profit_wrong');
    if (this.#stop !== null && this.#gain(worse, this.#stop.price) < 0n)
      return this.#endUnopened('stop_loss_wrong');
    if (this.#trailing !== null && this.#trailing >= left) return this.#endUnopened('trailing_wrong');
    return this.#open(entry, this.#costAt(entered));
  }

  #isAtEntry(entry: OracleEntry): boolean {
    const { side, limit = 0n, stop } = this.#order;
    if (stop !== undefined) return side === 'long' ? entry.ask >= stop : entry.bid <= stop;
    return side === 'long' ? entry.ask <= limit : entry.bid >= limit;
  }

  #notional(quantity: Amount, price: Amount): Amount {
    return up(quantity * this.#terms.contractSize * price * ONE, PRODUCT);
  }

  #feeOf(notional: Amount): { readonly fee: Amount; readonly feeRounding: Amount } {
    const exact = notional * this.#terms.contractFeeRate;
    return { fee: up(exact, ONE), feeRounding: up(exact, ONE) - down(exact, ONE) };
  }

  #costAt(price: Amount) {
    const { quantity, leverage } = this.#order;
    const notional = this.#notional(quantity, price);
    return { margin: up(notional, BigInt(leverage)), ...this.#feeOf(notional) };
  }

  #open(
    entry: OracleEntry,
    cost: { readonly margin: Amount; readonly fee: Amount; readonly feeRounding: Amount },
  ): void {
    this.status = 'open';
    this.entryPrice = this.#openingSide(entry);
    this.entrySeq = entry.seq;
    this.openQuantity = this.#order.quantity;
    this.openFee = cost.fee;
    this.openFeeRounding = cost.feeRounding;
    this.initialMargin = cost.margin;
    this.margin = cost.margin;
    this.#financedMs = entry.timeMs;
    this.#best = this.#closingSide(entry);
  }

  #chargeNights({ timeMs }: OracleEntry): void {
    const nights = Math.floor(timeMs / DAY_MS) - Math.floor(this.#financedMs / DAY_MS);
    this.#financedMs = timeMs;
    const { financingLongRate, financingShortRate } = this.#terms;
    const rate = this.#order.side === 'long' ? financingLongRate : financingShortRate;
    const night = up(this.#notional(this.openQuantity, this.entryPrice ?? 0n) * rate, ONE);
    this.financing += BigInt(nights) * night;
  }

  /** Whether the unrounded equity at a price is at most this percentage of the initial margin. */
  #isDownTo(percent: bigint, price: Amount): boolean {
    const size = this.openQuantity * this.#terms.contractSize * ONE;
    const owed = this.financing + this.charge;
    const equity = (this.margin - owed) * PRODUCT + size * this.#gain(price, this.entryPrice ?? 0n);
    return equity * 100n <= percent * this.initialMargin * PRODUCT;
  }

  #nextPercent(): bigint {
    return this.warned === 0 ? 75n : this.warned === 75 ? 60n : 50n;
  }

  /** Whether the stop is reached before the liquidation level. If one entry reaches both, the price reached first decides. */
  #stopComesFirst(): boolean {
    return this.#stop !== null && !this.#isDownTo(this.#nextPercent(), this.#stop.price);
  }

  /** Whether the price reaches the order that reduces the position before it reaches another level on the same side. */
  #reductionComesFirst(): boolean {
    if (this.#reducing === undefined) return false;
    const { type, level } = this.#reducing;
    if (type === 'limit') return this.#takeProfit === null || this.#gain(level, this.#takeProfit) < 0n;
    const isBeforeStop = this.#stop === null || this.#gain(level, this.#stop.price) > 0n;
    return isBeforeStop && !this.#isDownTo(this.#nextPercent(), level);
  }

  #atReduction(price: Amount, entry: OracleEntry): OracleMove | undefined {
    const reducing = this.#reducing;
    if (reducing === undefined) return undefined;
    const isLimit = reducing.type === 'limit';
    const gained = this.#gain(price, reducing.level);
    if (isLimit ? gained < 0n : gained > 0n) return undefined;
    const { quantity = this.openQuantity } = reducing;
    const make = (): void => {
      this.#reducing = undefined;
      this.reduction = 'reduced';
      const part = quantity < this.openQuantity ? quantity : this.openQuantity;
      this.#close({ price, quantity: part, reason: 'reduce' }, entry);
    };
    return { rank: this.#leavingRank(isLimit), reason: 'reduce', make };
  }

  #atTarget(price: Amount, entry: OracleEntry): OracleMove | undefined {
    if (this.#takeProfit === null || this.#gain(price, this.#takeProfit) < 0n) return undefined;
    const reason = 'take_profit';
    return { rank: this.#leavingRank(true), reason, make: () => this.#end(reason, entry) };
  }

  #atStop(price: Amount, entry: OracleEntry): OracleMove | undefined {
    const stop = this.#stop;
    if (stop === null || this.#gain(price, stop.price) > 0n) return undefined;
    const { reason } = stop;
    return { rank: this.#leavingRank(false), reason, make: () => this.#end(reason, entry) };
  }

  #atMargin(price: Amount, entry: OracleEntry): OracleMove | undefined {
    if (!this.#isDownTo(this.#nextPercent(), price)) return undefined;
    const rank = this.#leavingRank(false);
    if (this.#isDownTo(50n, price))
      return { rank, reason: 'close_out', make: () => this.#end('close_out', entry) };
    return { rank, make: () => void (this.warned = this.#isDownTo(60n, price) ? 60 : 75) };
  }

  #atTrail(price: Amount, entry: OracleEntry): OracleMove | undefined {
    if (this.#trailing === null || this.#gain(this.#best, price) < this.#trailing) return undefined;
    const rank = this.side === 'long' ? 8 : 9;
    return { rank, reason: 'trailing', make: () => this.#end('trailing', entry) };
  }

  #end(reason: OracleReason, entry: OracleEntry): void {
    this.#close({ price: this.#closingSide(entry), quantity: this.openQuantity, reason }, entry);
  }

  #close(
    at: { readonly price: Amount; readonly quantity: Amount; readonly reason: OracleReason },
    entry: OracleEntry,
  ): void {
    const { price, quantity, reason } = at;
    const open = this.openQuantity;
    const exact = quantity * this.#terms.contractSize * ONE * this.#gain(price, this.entryPrice ?? 0n);
    const pnl = down(exact, PRODUCT);
    const { fee, feeRounding } = this.#feeOf(this.#notional(quantity, price));
    const financing = up(this.financing * quantity, open);
    const charge = up((this.financing + this.charge) * quantity, open) - financing;
    // A partial closing releases its share of the margin, and more if the share doesn't cover its loss.
    const share = down(this.margin * quantity, open);
    const lost = fee + financing + charge - pnl;
    const wanted = lost > share ? lost : share;
    const released = wanted < this.margin ? wanted : this.margin;
    const left = released - lost;
    this.closes.push({
      quantity,
      price,
      seq: entry.seq,
      pnl,
      fee,
      financing,
      shortfall: left < 0n ? -left : 0n,
      charge,
      reason,
      trading: -up(exact, PRODUCT),
      rounding: up(exact, PRODUCT) - pnl + feeRounding,
    });
    this.openQuantity = open - quantity;
    this.margin -= released;
    this.financing -= financing;
    this.charge -= charge;
    if (this.openQuantity > 0n) {
      this.initialMargin = up(this.initialMargin * this.openQuantity, open);
    } else {
      this.status = 'closed';
      this.reason = reason;
      if (this.#reducing === undefined) return;
      this.#reducing = undefined;
      this.reduction = 'position_not_open';
    }
  }
}
