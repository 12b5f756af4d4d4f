/**
 * The prices of a simulated day. Each instrument is calm, stands still or jumps, falls silent, repeats itself in a flood, or sends invalid
 * quotes: text instead of a number, a negative or crossed price, a time in the past or the future.
 */
import type { Chance } from '../chance/chance.ts';

type Mood = 'calm' | 'flat' | 'jumpy' | 'silent' | 'flood' | 'nonsense';
type Instrument = {
  readonly symbol: string;
  readonly price: number;
  readonly tick: number;
  readonly spread: number;
};

export const INSTRUMENTS: readonly Instrument[] = [
  { symbol: 'BTC/USDT', price: 64_250, tick: 0.01, spread: 0.02 },
  { symbol: 'ETH/USDT', price: 3120, tick: 0.01, spread: 0.02 },
  { symbol: 'SOL/USDT', price: 148.5, tick: 0.01, spread: 0.02 },
  { symbol: 'EUR/USD', price: 1.0845, tick: 0.00001, spread: 0.00008 },
];

const LASTS_SECONDS: Readonly<Record<Mood, readonly [number, number]>> = {
  calm: [10, 60],
  flat: [20, 150],
  jumpy: [10, 40],
  silent: [2, 14],
  flood: [1, 3],
  nonsense: [1, 4],
};
/** Each other phase is followed by a calm one. */
const OTHERS: readonly Mood[] = ['jumpy', 'flat', 'flat', 'silent', 'flood', 'nonsense'];
const FLOOD_QUOTES = 40;
const DEVIATIONS = { calm: 0.0003, flat: 0, jumpy: 0.004 } as const;

class Walk {
  readonly #of: Instrument;
  readonly #chance: Chance;
  #price: number;
  #mood: Mood;
  #leftSeconds: number;

  constructor(of: Instrument, { chance, isFlat }: { readonly chance: Chance; readonly isFlat: boolean }) {
    this.#of = of;
    this.#chance = chance;
    this.#price = of.price;
    this.#mood = isFlat ? 'flat' : 'calm';
    this.#leftSeconds = isFlat ? LASTS_SECONDS.flat[1] : chance.integer(10, 60);
  }

  /** The messages of a second. */
  second(nowMs: number): unknown[] {
    this.#leftSeconds -= 1;
    if (this.#leftSeconds < 0) this.#change();
    const mood = this.#mood;
    if (mood === 'silent') return [];
    if (mood === 'nonsense') return [this.#nonsense(nowMs), this.#quote(nowMs, 0)];
    if (mood === 'flood')
      return Array.from({ length: FLOOD_QUOTES }, (_, at) => this.#quote(nowMs - FLOOD_QUOTES + at, 0.0002));
    return [this.#quote(nowMs, DEVIATIONS[mood])];
  }

  /** Makes the market calm for a period in which everybody can finish. */
  calmDown(seconds: number): void {
    this.#mood = 'calm';
    this.#leftSeconds = seconds;
  }

  #change(): void {
    this.#mood = this.#mood === 'calm' ? this.#chance.of(OTHERS) : 'calm';
    const [from, to] = LASTS_SECONDS[this.#mood];
    this.#leftSeconds = this.#chance.integer(from, to);
  }

  #quote(atMs: number, deviation: number) {
    const { symbol, tick, spread } = this.#of;
    this.#price *= Math.exp(this.#chance.normal() * deviation);
    const digits = tick === 0.01 ? 2 : 5;
    const bid = Math.round(this.#price / tick) * tick;
    return { symbol, bid: bid.toFixed(digits), ask: (bid + spread).toFixed(digits), time_ms: atMs };
  }

  #nonsense(nowMs: number): unknown {
    const { symbol, ...quote } = this.#quote(nowMs, 0);
    const wrong = [
      { ...quote, bid: 'NaN' },
      { ...quote, bid: `-${quote.bid}` },
      { ...quote, ask: '0' },
      { ...quote, bid: `${quote.bid.split('.')[0]}000.00` },
      { ...quote, bid: quote.ask, ask: quote.bid },
      { ...quote, time_ms: nowMs - 86_400_000 },
      { ...quote, time_ms: nowMs + 86_400_000 },
      { ...quote, bid: null },
      { ...quote, ask: '1e309' },
    ];
    return { symbol, ...this.#chance.of(wrong) };
  }
}

export class GeneratedMarket {
  readonly #walks: readonly Walk[];

  /** If `isFlat`, prices are constant in the first minutes, so that tickets tie. */
  constructor(chance: Chance, { isFlat }: { readonly isFlat: boolean }) {
    this.#walks = INSTRUMENTS.map((of) => new Walk(of, { chance: chance.for(of.symbol), isFlat }));
  }

  /** Returns the message that the feed sends in a second; undefined if every instrument is silent. */
  second(nowMs: number): string | undefined {
    const quotes = this.#walks.flatMap((walk) => walk.second(nowMs));
    return quotes.length === 0 ? undefined : JSON.stringify(quotes);
  }

  calmDown(seconds: number): void {
    for (const walk of this.#walks) walk.calmDown(seconds);
  }
}
