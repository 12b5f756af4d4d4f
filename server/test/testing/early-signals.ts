/**
 * The conclusions of a bot that sees all tapes the moment they are written: the symbol that it expects to move, and the
 * direction.
 */
import { crossPrice } from '../../src/quotes/catalogue.ts';
import { modelNumber } from '../../src/quotes/feeds/simulated-quote.ts';
import { truthAt } from './bot-markets.ts';
import type { BotTape } from './bot-markets.ts';

const LOOKS_BACK_MS = 1_000;

/** Returns the expected log return of a symbol: above zero for up, and NaN or zero if unknown. */
type Signal = (seen: Watch, at: number) => number;

export const SIGNALS = {
  /** The group has moved, and this symbol has not. */
  follows: ({ tapes, lately, common }, at) => {
    const { group, beta } = tapes[at]!;
    return common[group] * beta - lately[at]!;
  },
  /** One symbol has just jumped further than any other, and symbols that move with it follow. */
  'goes where one jumped': ({ tapes, first }, at) => {
    const { group, beta } = tapes[at]!;
    return first[group].at === at ? 0 : first[group].moved * beta;
  },
  'goes on as it jumped': ({ newly }, at) => newly[at]!,
  'comes back as it jumped': ({ newly }, at) => -newly[at]!,
  /** A cross deviates from the price that its legs imply. */
  'goes where its legs are': ({ tapes, middles, indexOf }, at) => {
    const { cross } = tapes[at]!;
    if (cross === undefined) return 0;
    const [one, other] = cross.legs.map((leg) => middles[indexOf(leg)]!);
    return Math.log(crossPrice(cross.of, one!, other!) / middles[at]!);
  },
  /** The bot is closer to the market than the feed, so it knows that the price has already moved. */
  'knows it from elsewhere': ({ tapes, middles, nowMs }, at) => {
    const truth = truthAt(tapes[at]!, nowMs);
    return truth === undefined ? 0 : Math.log(truth / middles[at]!);
  },
  /** The bot knows nothing yet, and places orders on alternate sides for future moves. */
  'rests on either side': ({ nowMs }, at) => (Math.floor(nowMs / 1000 + at) % 2 === 0 ? 1 : -1),
} as const satisfies Readonly<Record<string, Signal>>;

export type SignalName = keyof typeof SIGNALS;

/** All visible data, advanced from one moment at which an entry was written to the next. */
export class Watch {
  readonly tapes: readonly BotTape[];
  /** The index of each tape's newest entry, from zero; negative before the first entry. */
  readonly newest: number[];
  readonly middles: number[];
  /** How far each symbol moved within the last second, and how far with an entry written at this moment. */
  readonly lately: number[];
  readonly newly: number[];
  /**
   * The recent median move of a group, and the symbol of the group that has just moved furthest, relative to the symbol's
   * volatility.
   */
  readonly common = { coins: 0, rates: 0 };
  readonly first = { coins: { at: -1, moved: 0 }, rates: { at: -1, moved: 0 } };
  nowMs = 0;
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #before: number[];

  constructor(tapes: readonly BotTape[]) {
    this.tapes = tapes;
    this.#indexes = new Map(tapes.map(({ instrument }, at) => [instrument.symbol, at]));
    this.newest = tapes.map(() => -1);
    this.#before = tapes.map(() => 0);
    this.middles = tapes.map(() => Number.NaN);
    this.lately = tapes.map(() => 0);
    this.newly = tapes.map(() => 0);
  }

  readonly indexOf = (symbol: string): number => {
    const found = this.#indexes.get(symbol);
    if (found === undefined) throw new Error(`expected the tape of ${symbol}, found none`);
    return found;
  };

  /** Yields every moment at which an entry is written, in order. */
  *moments(): Generator<number> {
    const all = new Set(this.tapes.flatMap(({ entries }) => entries.map(({ timeMs }) => timeMs)));
    for (const nowMs of [...all].toSorted((one, other) => one - other)) {
      this.nowMs = nowMs;
      for (const at of this.tapes.keys()) this.#see(at, nowMs);
      for (const group of ['coins', 'rates'] as const) this.#sum(group);
      yield nowMs;
    }
  }

  #see(at: number, nowMs: number): void {
    const { entries } = this.tapes[at]!;
    const before = this.middles[at]!;
    let newest = this.newest[at]!;
    while ((entries[newest + 1]?.timeMs ?? Infinity) <= nowMs) newest += 1;
    this.newly[at] = 0;
    if (newest !== this.newest[at]) {
      const { bid, ask } = entries[newest]!;
      this.middles[at] = (modelNumber(bid) + modelNumber(ask)) / 2;
      if (!Number.isNaN(before)) this.newly[at] = Math.log(this.middles[at] / before);
    }
    this.newest[at] = newest;
    let then = this.#before[at]!;
    while (then < newest && (entries[then + 1]?.timeMs ?? Infinity) <= nowMs - LOOKS_BACK_MS) then += 1;
    this.#before[at] = then;
    const old = entries[then];
    this.lately[at] =
      old === undefined
        ? 0
        : Math.log((2 * this.middles[at]!) / (modelNumber(old.bid) + modelNumber(old.ask)));
  }

  #sum(group: BotTape['group']): void {
    const moved: number[] = [];
    let [furthest, at] = [0, -1];
    for (const [of, tape] of this.tapes.entries()) {
      if (tape.group !== group || tape.beta === 0) continue;
      moved.push(this.lately[of]! / tape.beta);
      const far = Math.abs(this.newly[of]!) / tape.unit;
      if (far > furthest) [furthest, at] = [far, of];
    }
    this.common[group] = moved.toSorted((one, other) => one - other)[moved.length >> 1] ?? 0;
    const first = this.first[group];
    first.at = at;
    first.moved = at < 0 ? 0 : this.newly[at]! / this.tapes[at]!.beta;
  }
}
