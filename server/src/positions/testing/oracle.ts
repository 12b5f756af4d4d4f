/**
 * Computes the results of leveraged positions in the simplest way: every position is compared with every entry of the tape, and
 * every amount is computed here from the published formulas. The oracle has no triggers, armings or liquidation levels, and
 * imports none of the rules that the tests compare with it.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type OracleTerms = {
  readonly contractSize: Amount;
  readonly contractFeeRate: Amount;
  readonly financingLongRate: Amount;
  readonly financingShortRate: Amount;
};

/** The fields of a tape entry that decide outcomes. */
export type OracleEntry = {
  readonly seq: number;
  readonly timeMs: number;
  readonly bid: Amount;
  readonly ask: Amount;
};

export type OracleOrder = {
  readonly side: 'long' | 'short';
  readonly quantity: Amount;
  readonly leverage: number;
  /** Absent for a market or stop order. */
  readonly limit?: Amount;
  /** The level at which a stop order opens, if it is one. */
  readonly stop?: Amount;
  /** The time from which no entry opens a limit order; absent if it rests without end. */
  readonly expiresMs?: number;
  readonly takeProfit?: Amount;
  readonly stopLoss?: Amount;
  readonly trailing?: Amount;
};

export type OracleChange = {
  readonly takeProfit?: Amount | null;
  readonly stopLoss?: Amount | null;
  readonly profitLock?: Amount | null;
  readonly trailing?: Amount | null;
  readonly addMargin?: Amount;
};

export type OracleReason =
  | 'customer'
  | 'close_all'
  | 'take_profit'
  | 'stop_loss'
  | 'profit_lock'
  | 'trailing'
  | 'close_out';

/** Why an order ended without opening. */
type OracleEnd = 'customer' | 'expired' | 'take_profit_wrong' | 'stop_loss_wrong' | 'trailing_wrong';

export type OracleClose = {
  readonly quantity: Amount;
  readonly price: Amount;
  readonly seq: number;
  readonly pnl: Amount;
  readonly fee: Amount;
  readonly financing: Amount;
  readonly shortfall: Amount;
  readonly reason: OracleReason;
  /** The gain of the trading account, and the amount that it gets by rounding. */
  readonly trading: Amount;
  readonly rounding: Amount;
};

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
  /** Fee and margin of the opening; for a waiting order, as if the order opened at its limit. */
  openFee = 0n;
  openFeeRounding = 0n;
  initialMargin = 0n;
  margin = 0n;
  financing = 0n;
  warned: 0 | 60 | 75 = 0;
  readonly closes: OracleClose[] = [];
  readonly #terms: OracleTerms;
  readonly #order: OracleOrder;
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
      const held = this.#costAt(stop ?? limit ?? 0n);
      this.openFee = held.fee;
      this.initialMargin = held.margin;
      this.margin = held.margin + held.fee;
    }
  }

  at(entry: OracleEntry): void {
    if (this.status === 'pending') {
      if (entry.timeMs >= (this.#order.expiresMs ?? Infinity)) return this.#endUnopened('expired');
      if (!this.#isAtEntry(entry)) return;
      if (this.#order.stop !== undefined) return this.#openAtStop(entry);
      const held = this.#costAt(this.#order.limit ?? 0n);
      const own = this.#costAt(this.#openingSide(entry));
      this.#open(entry, own.margin + own.fee < held.margin + held.fee ? own : held);
      return;
    }
    if (this.status !== 'open') return;
    this.#chargeNights(entry);
    const price = this.#closingSide(entry);
    if (this.#trailing !== null && this.#gain(price, this.#best) > 0n) this.#best = price;
    const inTurn = this.#stopComesFirst()
      ? [this.#atTarget, this.#atStop, this.#atMargin, this.#atTrail]
      : [this.#atTarget, this.#atMargin, this.#atStop, this.#atTrail];
    for (const look of inTurn) {
      if (this.status === 'open') look.call(this, price, entry);
    }
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

  /** The entry's price may be worse than the level, so that levels of the position are on the wrong side of it. */
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
    const equity = (this.margin - this.financing) * PRODUCT + size * this.#gain(price, this.entryPrice ?? 0n);
    return equity * 100n <= percent * this.initialMargin * PRODUCT;
  }

  #nextPercent(): bigint {
    return this.warned === 0 ? 75n : this.warned === 75 ? 60n : 50n;
  }

  /** Whether the stop is reached before the liquidation level. If one entry reaches both, the price reached first decides. */
  #stopComesFirst(): boolean {
    return this.#stop !== null && !this.#isDownTo(this.#nextPercent(), this.#stop.price);
  }

  #atTarget(price: Amount, entry: OracleEntry): void {
    if (this.#takeProfit !== null && this.#gain(price, this.#takeProfit) >= 0n)
      this.#end('take_profit', entry);
  }

  #atStop(price: Amount, entry: OracleEntry): void {
    if (this.#stop !== null && this.#gain(price, this.#stop.price) <= 0n) this.#end(this.#stop.reason, entry);
  }

  #atMargin(price: Amount, entry: OracleEntry): void {
    if (!this.#isDownTo(this.#nextPercent(), price)) return;
    if (this.#isDownTo(50n, price)) this.#end('close_out', entry);
    else this.warned = this.#isDownTo(60n, price) ? 60 : 75;
  }

  #atTrail(price: Amount, entry: OracleEntry): void {
    if (this.#trailing !== null && this.#gain(this.#best, price) >= this.#trailing)
      this.#end('trailing', entry);
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
    // A partial closing releases its share of the margin, and more if the share doesn't cover its loss.
    const share = down(this.margin * quantity, open);
    const lost = fee + financing - pnl;
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
      reason,
      trading: -up(exact, PRODUCT),
      rounding: up(exact, PRODUCT) - pnl + feeRounding,
    });
    this.openQuantity = open - quantity;
    this.margin -= released;
    this.financing -= financing;
    if (this.openQuantity > 0n) {
      this.initialMargin = up(this.initialMargin * this.openQuantity, open);
    } else {
      this.status = 'closed';
      this.reason = reason;
    }
  }
}
