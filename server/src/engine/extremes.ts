/**
 * Computes the highest bid or the lowest ask between an earlier entry and a given one, backwards from the given one. The tape's
 * minutes carry their extremes, so the entries of a minute are read only if a trigger was armed in it and its extreme exceeds
 * every later one.
 */
import type { Amount } from '@candor/domain/money/amount.ts';
import type { TrailingCondition } from '@candor/domain/trading/trigger.ts';
import type { Furthest, MinuteBounds, TapeSource } from './tape-source.ts';

/** The points where the extreme changes, from the newest entry backwards. */
type Steps = { readonly seqs: number[]; readonly prices: Amount[] };

export class Extremes {
  readonly #bid: Steps = { seqs: [], prices: [] };
  readonly #ask: Steps = { seqs: [], prices: [] };

  /** Reads the minutes and entries needed for the arming entries `armed`, which must be ascending and not after `upToSeq`. */
  static async read(
    source: Pick<TapeSource, 'minutesBeyond' | 'entries'>,
    upToSeq: bigint,
    armed: readonly number[],
  ): Promise<Extremes> {
    const extremes = new Extremes();
    // The minute of the last entry may also have later entries, so its entries are read individually.
    const [last] = await source.entries(upToSeq, upToSeq);
    if (last === undefined) throw new Error(`expected the tape to have entry ${upToSeq}, found none`);
    extremes.#add(last.seq, last);
    const oldest = armed[0] ?? Infinity;
    let startMs = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const minutes = await source.minutesBeyond({ startMs, ...extremes.#furthest });
      for (const minute of minutes) {
        if (minute.lastSeq < oldest) return extremes;
        if (minute.firstSeq > upToSeq) continue;
        if (minute.lastSeq <= upToSeq && !hasInside(armed, minute)) {
          extremes.#add(minute.firstSeq, { bid: minute.bidHigh, ask: minute.askLow });
        } else if (extremes.#isPassedBy(minute)) {
          const end = minute.lastSeq < upToSeq ? minute.lastSeq : upToSeq;
          const entries = await source.entries(minute.firstSeq, end);
          for (const entry of entries.toReversed()) extremes.#add(entry.seq, entry);
        }
      }
      const before = minutes.at(-1);
      if (before === undefined) return extremes;
      startMs = before.startMs;
    }
  }

  /** The extreme since an entry; only valid for entries that were passed to `read`. */
  of(condition: TrailingCondition, armed: number): Amount {
    const { seqs, prices } = condition === 'bid_falls_by' ? this.#bid : this.#ask;
    let low = 0;
    let high = seqs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (seqs[middle]! >= armed) low = middle + 1;
      else high = middle;
    }
    const price = prices[low - 1];
    if (price === undefined) throw new Error(`expected an entry at or before the last one, got ${armed}`);
    return price;
  }

  get #furthest(): Omit<Furthest, 'startMs'> {
    return { bidHigh: this.#bid.prices.at(-1)!, askLow: this.#ask.prices.at(-1)! };
  }

  #isPassedBy(minute: MinuteBounds): boolean {
    const { bidHigh, askLow } = this.#furthest;
    return minute.bidHigh > bidHigh || minute.askLow < askLow;
  }

  #add(seq: bigint, quote: { readonly bid: Amount; readonly ask: Amount }): void {
    const highest = this.#bid.prices.at(-1);
    const lowest = this.#ask.prices.at(-1);
    if (highest === undefined || quote.bid > highest) step(this.#bid, seq, quote.bid);
    if (lowest === undefined || quote.ask < lowest) step(this.#ask, seq, quote.ask);
  }
}

function step(steps: Steps, seq: bigint, price: Amount): void {
  steps.seqs.push(Number(seq));
  steps.prices.push(price);
}

/** Whether a trigger was armed in a minute after the minute's first entry. */
function hasInside(armed: readonly number[], { firstSeq, lastSeq }: MinuteBounds): boolean {
  let low = 0;
  let high = armed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (armed[middle]! <= firstSeq) low = middle + 1;
    else high = middle;
  }
  return low < armed.length && armed[low]! <= lastSeq;
}
