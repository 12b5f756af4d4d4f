/**
 * Decides whether a feed's quote is plausible. A rejected quote does not become a quote on the tape, and the instrument is
 * stale until the next accepted quote, so that no order is filled at a price that the feed contradicts.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import type { Outcome } from '../outcome.ts';
import { ok, refuse } from '../outcome.ts';
import type { Quote } from './quote.ts';

/** The maximum jump from the previous quote, as the ratio of the greater price to the smaller. */
export type JumpBand = {
  /** The maximum jump between two quotes at the same instant; 2 allows a price to halve or double. */
  readonly instantFactor: number;
  /** The maximum jump after a silence of any length. The allowed jump grows with the length of the silence. */
  readonly everFactor: number;
};

export type QuoteViolation =
  | 'not_positive'
  | 'price_too_high'
  | 'volume_negative'
  | 'volume_too_high'
  | 'crossed'
  | 'time_invalid'
  | 'time_ahead'
  | 'too_old'
  | 'feed_time_stands'
  | 'backdated'
  | 'jump';

export type GuardState = {
  readonly accepted?: Quote;
  /** When the feed time of the previous quote was first seen, by the clock with which feed times are compared. */
  readonly acceptedAtMs?: number;
  /** Consecutive quotes that were rejected as jumps and agree with each other, which may be a new price level. */
  readonly disputed?: { readonly first: Quote; readonly newest: Quote; readonly count: number };
};

export type GuardRules = {
  readonly tickSize: Amount;
  readonly jumpBand: JumpBand;
  /**
   * The latest possible feed time. If a later one were accepted, all following valid quotes would be rejected as
   * backdated.
   */
  readonly timeMaxMs: number;
  /** Absent if the feed's time is the market time, as in a replay. */
  readonly age?: FeedAge;
};

/** Limits of the feed's time relative to the clock, so that repeated old quotes are not accepted as new ones. */
export type FeedAge = {
  readonly nowMs: number;
  /** The maximum age of a feed time, in milliseconds. */
  readonly maxMs: number;
  /** The maximum time in milliseconds for which quotes may repeat a feed time. */
  readonly standsMs: number;
};

/** The period of silence, in milliseconds, after which the exponent of the allowed jump grows by one. */
const SILENCE_SPAN_MS = 25 * 60_000;
/**
 * The number of consecutive quotes, and the minimum time between the first and the last in milliseconds, after which a new
 * price level is accepted.
 */
const AGREEING_QUOTES = 20;
const AGREEING_SPAN_MS = 5_000;
/** The greatest valid time of a JavaScript date, in milliseconds. */
const TIME_MS_MAX = 8_640_000_000_000_000;

/** The maximum price. It is below 2⁵³ units of 10⁻⁸, up to which the engine compares levels exactly. */
const PRICE_MAX: Amount = 90_000_000n * ONE;
/**
 * The maximum volume. It is more than any market trades between two quotes, and small enough for summing the volumes of a day.
 */
const VOLUME_MAX: Amount = 10n ** 15n * ONE;

const FACTOR_SCALE = 10_000;

/** Checks one quote. Returns the quote rounded to ticks and the state for the next one. */
export function guardQuote(
  state: GuardState,
  quote: Quote,
  rules: GuardRules,
): { readonly outcome: Outcome<Quote, QuoteViolation>; readonly state: GuardState } {
  const placed = onTicks(quote, rules.tickSize);
  const violation = violationOf(placed) ?? timeViolation(state, placed, rules);
  if (violation !== undefined) return { outcome: refuse(violation), state };
  if (state.accepted === undefined || near(state.accepted, placed, rules.jumpBand)) {
    return { outcome: ok(placed), state: acceptedState(state, placed, rules) };
  }
  const disputed = disputedWith(state, placed, rules.jumpBand);
  const agreed =
    disputed.count >= AGREEING_QUOTES && placed.feedTimeMs - disputed.first.feedTimeMs >= AGREEING_SPAN_MS;
  if (agreed) return { outcome: ok(placed), state: acceptedState(state, placed, rules) };
  return { outcome: refuse('jump'), state: { ...state, disputed } };
}

function acceptedState(state: GuardState, quote: Quote, { age }: GuardRules): GuardState {
  if (age === undefined) return { accepted: quote };
  const isSame = state.accepted?.feedTimeMs === quote.feedTimeMs;
  return { accepted: quote, acceptedAtMs: isSame ? (state.acceptedAtMs ?? age.nowMs) : age.nowMs };
}

/** Rounds prices to ticks: the bid down, the ask up, the last to the nearest. */
function onTicks(quote: Quote, tick: Amount): Quote {
  const bid = floorTo(quote.bid, tick);
  const ask = -floorTo(-quote.ask, tick);
  if (quote.last === undefined) return { ...quote, bid, ask };
  return { ...quote, bid, ask, last: nearestTick(quote.last, tick) };
}

function floorTo(value: Amount, tick: Amount): Amount {
  const rest = value % tick;
  return rest < 0n ? value - rest - tick : value - rest;
}

/** Returns the multiple of the tick nearest to a price, rounding half up. */
export function nearestTick(price: Amount, tick: Amount): Amount {
  return floorTo(price + tick / 2n, tick);
}

/** Returns what is wrong with a quote without regard to any other quote, the clock or ticks; undefined if nothing is. */
export function quoteViolation(quote: Quote): QuoteViolation | undefined {
  return violationOf(quote) ?? (isTime(quote.feedTimeMs) ? undefined : 'time_invalid');
}

function isTime(timeMs: number): boolean {
  return Number.isSafeInteger(timeMs) && timeMs >= 0 && timeMs <= TIME_MS_MAX;
}

function violationOf(quote: Quote): QuoteViolation | undefined {
  if (quote.bid <= 0n || quote.ask <= 0n) return 'not_positive';
  if (quote.last !== undefined && quote.last <= 0n) return 'not_positive';
  if (quote.ask > PRICE_MAX || (quote.last ?? 0n) > PRICE_MAX) return 'price_too_high';
  if (quote.volume < 0n) return 'volume_negative';
  if (quote.volume > VOLUME_MAX) return 'volume_too_high';
  if (quote.bid > quote.ask) return 'crossed';
  return undefined;
}

/** Equal times are accepted, because several quotes may be made within a millisecond. */
function timeViolation(state: GuardState, quote: Quote, rules: GuardRules): QuoteViolation | undefined {
  const time = quote.feedTimeMs;
  if (!isTime(time)) return 'time_invalid';
  if (time > rules.timeMaxMs) return 'time_ahead';
  if (state.accepted !== undefined && time < state.accepted.feedTimeMs) return 'backdated';
  return rules.age === undefined ? undefined : ageViolation(state, time, rules.age);
}

/** The time of a stuck feed that is ahead of the clock does not become too old for a while, so it must also advance. */
function ageViolation(
  state: GuardState,
  timeMs: number,
  { nowMs, maxMs, standsMs }: FeedAge,
): QuoteViolation | undefined {
  if (nowMs - timeMs > maxMs) return 'too_old';
  const stands = timeMs === state.accepted?.feedTimeMs && nowMs - (state.acceptedAtMs ?? nowMs) > standsMs;
  return stands ? 'feed_time_stands' : undefined;
}

function near(before: Quote, quote: Quote, band: JumpBand): boolean {
  const spans = Math.max(0, quote.feedTimeMs - before.feedTimeMs) / SILENCE_SPAN_MS;
  const factor = Math.min(band.everFactor, band.instantFactor ** (1 + spans));
  const limit = BigInt(Math.round(factor * FACTOR_SCALE));
  const prices = [quote.bid, quote.ask, ...(quote.last === undefined ? [] : [quote.last])];
  return prices.every((price) => within(price, before.bid, before.ask, limit));
}

/** Whether a price is at most the ask times `limit`, which is in ten-thousandths, and at least the bid divided by it. */
function within(price: Amount, bid: Amount, ask: Amount, limit: bigint): boolean {
  const scale = BigInt(FACTOR_SCALE);
  return price * scale <= ask * limit && bid * scale <= price * limit;
}

function disputedWith(state: GuardState, quote: Quote, band: JumpBand): NonNullable<GuardState['disputed']> {
  const { disputed } = state;
  const agrees =
    disputed !== undefined &&
    quote.feedTimeMs >= disputed.newest.feedTimeMs &&
    near(disputed.newest, quote, band);
  if (!agrees) return { first: quote, newest: quote, count: 1 };
  return { first: disputed.first, newest: quote, count: disputed.count + 1 };
}
