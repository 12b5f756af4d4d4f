/**
 * Computes the outcome of a spot order in the simplest way: it walks the entries of the tape one by one from the acceptance,
 * tracks what the order waits for, and decides by the published rules (`server/src/features/spot/README.md`) whether the
 * entry fills or ends it, and at what price. The oracle has no triggers, versions or index, and imports none of the rules
 * that the tests compare with it. It is longer than other files because the rules of an order share all of its state.
 */
import type { Amount } from '@candor/domain/money/amount.ts';

export type SpotEntry = {
  readonly seq: number;
  readonly timeMs: number;
  /** When the entry was made. It is the same as the entry's time unless the entry arrived late. */
  readonly madeMs: number;
  readonly gap: boolean;
  /** Whether the entry records quotes that the market did not make. */
  readonly rejects: boolean;
  readonly bid: Amount;
  readonly ask: Amount;
};

export type SpotKind = 'market' | 'limit' | 'stop' | 'stop_limit' | 'oco' | 'trailing_stop';

/** A customer's request. */
export type SpotWish = {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: SpotKind;
  readonly quantity?: Amount;
  /** The USDT to spend at market. */
  readonly budget?: Amount;
  readonly price?: Amount;
  readonly stop?: Amount;
  /** The worst price at which a market order fills, or the limit of an IOC or FOK order. */
  readonly worst?: Amount;
  readonly trailing?: Amount;
  readonly trailingBps?: number;
  readonly takeProfit?: Amount;
  readonly stopLoss?: Amount;
  readonly expiresMs?: number;
};

export type SpotChange = Pick<SpotWish, 'price' | 'stop' | 'quantity' | 'trailing' | 'trailingBps'> & {
  /** Null removes the expiry. */
  readonly expiresMs?: number | null;
};

/**
 * When the platform says that it accepted something: the newest entry, the market's time, and the maximum age at which that
 * entry counted.
 */
export type SpotMoment = { readonly seq: number; readonly ms: number; readonly ageMs: number };

export type SpotTerms = {
  readonly spotFeeRate: Amount;
  readonly quantityStep: Amount;
  readonly quantityMin: Amount;
};

export type SpotLife = {
  readonly wish: SpotWish;
  readonly accepted: SpotMoment;
  readonly changes: readonly (SpotMoment & { readonly change: SpotChange })[];
  readonly cancel?: SpotMoment;
  /** Whether the order protects a purchase: it waits from the purchase's fill on, and the entry of that fill never fills it. */
  readonly protects?: boolean;
};

export type SpotFate = {
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  /** The entry at which the order filled or ended. */
  readonly seq: number | null;
  readonly price: Amount | null;
  readonly quantity: Amount;
  readonly value: Amount;
  readonly fee: Amount;
  /** The amount that the order still freezes, in the currency that it gives. */
  readonly held: Amount;
  readonly limit: Amount | null;
  readonly stop: Amount | null;
  readonly distance: Amount | null;
  readonly expiresMs: number | null;
  readonly triggeredSeq: number | null;
};

const ONE = 10n ** 8n;
const BPS = 10_000n;
/**
 * The maximum time after an order, or after the request to cancel it, within which a price that still fills the order may be
 * made.
 */
const FILL_WAIT_MS = 60_000;

const up = (over: bigint, by: bigint): bigint => (over + by - 1n) / by;

/** Returns the sale that protects a purchase, or undefined if the purchase is not protected. */
export function protectionOf(
  { symbol, takeProfit, stopLoss }: SpotWish,
  quantity: Amount,
): SpotWish | undefined {
  if (takeProfit === undefined) {
    return stopLoss === undefined
      ? undefined
      : { symbol, side: 'sell', type: 'stop', quantity, stop: stopLoss };
  }
  const levels = { price: takeProfit, ...(stopLoss === undefined ? {} : { stop: stopLoss }) };
  return { symbol, side: 'sell', type: stopLoss === undefined ? 'limit' : 'oco', quantity, ...levels };
}

export function spotFate(life: SpotLife, tape: readonly SpotEntry[], terms: SpotTerms): SpotFate {
  return new SpotOracle(life, tape, terms).fate();
}

class SpotOracle {
  readonly #life: SpotLife;
  readonly #tape: readonly SpotEntry[];
  readonly #terms: SpotTerms;
  readonly #side: 'buy' | 'sell';
  #quantity = 0n;
  #limit: Amount | undefined;
  #stop: Amount | undefined;
  #distance: Amount | undefined;
  #best = 0n;
  #expiresMs: number | undefined;
  #sinceMs: number;
  #held = 0n;
  #triggeredSeq: number | null = null;
  #changed = 0;
  #isToBeCancelled = false;
  #end: Pick<SpotFate, 'status' | 'reason' | 'seq' | 'price' | 'value' | 'fee'> | undefined;

  constructor(life: SpotLife, tape: readonly SpotEntry[], terms: SpotTerms) {
    this.#life = life;
    this.#tape = tape;
    this.#terms = terms;
    const { side, price, stop, expiresMs } = life.wish;
    this.#side = side;
    this.#limit = price;
    this.#stop = stop;
    this.#expiresMs = expiresMs;
    this.#sinceMs = life.accepted.ms;
  }

  fate(): SpotFate {
    this.#accept();
    for (const entry of this.#tape.slice(this.#life.accepted.seq)) {
      this.#actBefore(entry.seq);
      if (this.#end !== undefined) break;
      this.#at(entry);
      if (this.#end !== undefined) break;
    }
    this.#actBefore(Infinity);
    const none = { status: 'open', reason: null, seq: null, price: null, value: 0n, fee: 0n } as const;
    return {
      ...(this.#end ?? none),
      quantity: this.#quantity,
      held: this.#end === undefined ? this.#held : 0n,
      limit: this.#limit ?? null,
      stop: this.#stop ?? null,
      distance: this.#distance ?? null,
      expiresMs: this.#expiresMs ?? null,
      triggeredSeq: this.#triggeredSeq,
    };
  }

  #accept(): void {
    const { wish, accepted, protects = false } = this.#life;
    const head = this.#entry(accepted.seq);
    const price = this.#priceAt(head);
    this.#quantity = wish.quantity ?? this.#bought(wish.budget ?? 0n, price);
    this.#measure(wish, head);
    this.#held = this.#holdAt(head);
    if (protects || !isFresh(head, accepted)) return;
    const isAtOnce = wish.type === 'market' || (wish.type === 'limit' && this.#reachesLimit(price));
    if (isAtOnce) this.#fill(head);
  }

  /** Applies the customer's actions after the entries before this one. */
  #actBefore(seq: number): void {
    const { changes, cancel } = this.#life;
    for (
      let next = changes[this.#changed];
      next !== undefined && next.seq < seq;
      next = changes[this.#changed]
    ) {
      this.#mustBeOpen(next, 'amended');
      this.#change(next);
      this.#changed += 1;
    }
    if (cancel === undefined || this.#isToBeCancelled || cancel.seq >= seq) return;
    this.#mustBeOpen(cancel, 'cancelled');
    this.#isToBeCancelled = true;
    if (isFresh(this.#entry(cancel.seq), cancel)) this.#endUnfilled('customer', cancel.seq);
  }

  #mustBeOpen(at: SpotMoment, what: string): void {
    if (this.#end === undefined) return;
    const { status, seq } = this.#end;
    throw new Error(`${what} after entry ${at.seq}, although the order is ${status} at entry ${String(seq)}`);
  }

  #change({ change, ...at }: SpotMoment & { readonly change: SpotChange }): void {
    const head = this.#entry(at.seq);
    if (!isFresh(head, at)) throw new Error(`amended at entry ${at.seq}, which was too old at ${at.ms}`);
    if (at.ms >= (this.#expiresMs ?? Infinity)) throw new Error(`amended at ${at.ms}, after its end`);
    this.#limit = change.price ?? this.#limit;
    this.#stop = change.stop ?? this.#stop;
    this.#quantity = change.quantity ?? this.#quantity;
    if (change.expiresMs !== undefined) this.#expiresMs = change.expiresMs ?? undefined;
    this.#sinceMs = at.ms;
    const isMeasured = this.#measure(change, head);
    if (isMeasured || this.#life.wish.type !== 'trailing_stop') this.#held = this.#holdAt(head);
  }

  /** Measures a trailing distance, and tracks the best price from now on. */
  #measure({ trailing, trailingBps }: SpotChange, head: SpotEntry): boolean {
    const price = this.#priceAt(head);
    const distance = trailingBps === undefined ? trailing : (price * BigInt(trailingBps)) / BPS;
    if (distance === undefined) return false;
    this.#distance = distance;
    this.#best = price;
    return true;
  }

  #at(entry: SpotEntry): void {
    const price = this.#priceAt(entry);
    if (this.#side === 'sell' ? price > this.#best : price < this.#best) this.#best = price;
    if (!entry.rejects && entry.timeMs >= (this.#expiresMs ?? Infinity))
      return this.#endUnfilled('expired', entry.seq);
    if (entry.gap) return undefined;
    const { wish, cancel } = this.#life;
    if (this.#isToBeCancelled && cancel !== undefined) {
      if (entry.madeMs >= cancel.ms) return this.#endUnfilled('customer', entry.seq);
      if (entry.timeMs - cancel.ms > FILL_WAIT_MS) return undefined;
    }
    if (entry.madeMs < this.#sinceMs) return undefined;
    if (wish.type === 'market') return this.#fillWaiting(entry);
    if (this.#reachesTrail(price)) return this.#fill(entry);
    const isStopped = wish.type === 'stop_limit' && this.#triggeredSeq === null;
    if (!isStopped && this.#reachesLimit(price)) return this.#fill(entry);
    if (this.#triggeredSeq !== null || !this.#reachesStop(price)) return undefined;
    if (isStopped && !this.#reachesLimit(price)) this.#triggeredSeq = entry.seq;
    else this.#fill(entry);
    return undefined;
  }

  #fillWaiting(entry: SpotEntry): void {
    const { wish, accepted } = this.#life;
    const price = this.#priceAt(entry);
    if (entry.timeMs - accepted.ms > FILL_WAIT_MS) return this.#endUnfilled('trading_closed', entry.seq);
    const { worst } = wish;
    if (worst !== undefined && (this.#side === 'buy' ? price > worst : price < worst))
      return this.#endUnfilled('price_moved', entry.seq);
    const quantity = wish.quantity ?? this.#bought(wish.budget ?? 0n, price);
    if (quantity < this.#terms.quantityMin) return this.#endUnfilled('amount_below_minimum', entry.seq);
    this.#quantity = quantity;
    return this.#fill(entry);
  }

  #reachesLimit(price: Amount): boolean {
    if (this.#limit === undefined) return false;
    return this.#side === 'buy' ? price <= this.#limit : price >= this.#limit;
  }

  #reachesStop(price: Amount): boolean {
    if (this.#stop === undefined) return false;
    return this.#side === 'buy' ? price >= this.#stop : price <= this.#stop;
  }

  #reachesTrail(price: Amount): boolean {
    if (this.#distance === undefined) return false;
    return (this.#side === 'buy' ? price - this.#best : this.#best - price) >= this.#distance;
  }

  #fill(entry: SpotEntry): void {
    const price = this.#priceAt(entry);
    const exact = this.#quantity * price;
    const value = this.#side === 'buy' ? up(exact, ONE) : exact / ONE;
    const fee = up(value * this.#terms.spotFeeRate, ONE);
    this.#end = { status: 'filled', reason: null, seq: entry.seq, price, value, fee };
  }

  #endUnfilled(reason: string, seq: number): void {
    this.#end = { status: 'cancelled', reason, seq, price: null, value: 0n, fee: 0n };
  }

  #priceAt({ bid, ask }: SpotEntry): Amount {
    return this.#side === 'buy' ? ask : bid;
  }

  #entry(seq: number): SpotEntry {
    const entry = this.#tape[seq - 1];
    if (entry === undefined || entry.seq !== seq) throw new Error(`expected entry ${seq} on the tape`);
    return entry;
  }

  /** The maximum cost of a purchase, or the quantity of a sale. */
  #holdAt(head: SpotEntry): Amount {
    if (this.#side === 'sell') return this.#quantity;
    const { type } = this.#life.wish;
    const atMarket = head.ask + (this.#distance ?? 0n);
    const level = type === 'limit' || type === 'stop_limit' ? this.#limit : this.#stop;
    return this.#costOf(this.#quantity, type === 'market' ? head.ask : (level ?? atMarket));
  }

  #costOf(quantity: Amount, price: Amount): Amount {
    const value = up(quantity * price, ONE);
    return value + up(value * this.#terms.spotFeeRate, ONE);
  }

  /** The largest number of whole steps that the budget pays for, fee included. */
  #bought(budget: Amount, price: Amount): Amount {
    const step = this.#terms.quantityStep;
    let steps = (budget * ONE) / price / step;
    while (steps > 0n && this.#costOf(steps * step, price) > budget) steps -= 1n;
    return steps * step;
  }
}

/** Whether the newest entry was recent enough to fill an order, or for a change or cancellation to take effect. */
function isFresh({ gap, madeMs }: SpotEntry, { ms, ageMs }: SpotMoment): boolean {
  return !gap && ms - madeMs <= ageMs;
}
