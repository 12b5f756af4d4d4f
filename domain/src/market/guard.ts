/**
 * Decides whether a feed's quote is plausible. A rejected quote never reaches the tape, and the instrument is stale until the
 * next accepted quote. No order is filled at a price that its own feed contradicts.
 */
import type { Amount } from '../money/amount.ts';
import { ONE } from '../money/amount.ts';
import type { Outcome } from '../outcome.ts';
import { ok, refuse } from '../outcome.ts';
import type { Quote } from './quote.ts';

/** The maximum jump from the previous quote, as the ratio of the greater price to the smaller. */
export type JumpBand = {
  /** The maximum between two quotes at the same instant; 2 allows a price to halve or double. */
  readonly instantFactor: number;
  /**
   * The maximum after any silence of the feed. A longer silence allows a greater jump, because the expected price becomes less
   * certain.
   */
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

/** The state of the guard for a symbol. */
export type GuardState = {
  readonly accepted?: Quote;
  /** When that quote's feed time was first seen, by the clock that checks feed times. */
  readonly acceptedAtMs?: number;
  /** Quotes that were rejected as jumps and agree with one another: possibly a new level. */
  readonly disputed?: { readonly first: Quote; readonly newest: Quote; readonly count: number };
};

export type GuardRules = {
  readonly tickSize: Amount;
  readonly jumpBand: JumpBand;
  /** A later feed time is impossible. If it were accepted, every honest quote after it would count as backdated. */
  readonly timeMaxMs: number;
  /** Absent if the quotes' own time is the market's, as in a replay. */
  readonly age?: FeedAge;
};

/** Limits for a feed's time against the clock, so that repeated old quotes do not pass as new. */
export type FeedAge = {
  readonly nowMs: number;
  /** The maximum age of a feed time. */
  readonly maxMs: number;
  /** The maximum time for which quotes may repeat the same feed time. */
  readonly standsMs: number;
};

/** For each such period without a quote, the exponent of the band grows by one. */
const SILENCE_SPAN_MS = 25 * 60_000;
/** A level outside the band is accepted once this many consecutive quotes, over at least this time, agree on it. */
const AGREEING_QUOTES = 20;
const AGREEING_SPAN_MS = 5_000;
/** The last instant of a JavaScript date; a greater value is not a valid time in milliseconds. */
const TIME_MS_MAX = 8_640_000_000_000_000;

/** Below 2⁵³ units of 10⁻⁸, up to which the engine compares levels exactly. No listed instrument comes close to it. */
const PRICE_MAX: Amount = 90_000_000n * ONE;
/** More than any market trades between two quotes, and small enough that the volumes of a day can be summed. */
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

/** The multiple of the tick nearest to a price; if two are equally near, the higher one. */
export function nearestTick(price: Amount, tick: Amount): Amount {
  return floorTo(price + tick / 2n, tick);
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

/** Equal times are accepted, because within one millisecond the order is that of arrival. */
function timeViolation(state: GuardState, quote: Quote, rules: GuardRules): QuoteViolation | undefined {
  const time = quote.feedTimeMs;
  if (!Number.isSafeInteger(time) || time < 0 || time > TIME_MS_MAX) return 'time_invalid';
  if (time > rules.timeMaxMs) return 'time_ahead';
  if (state.accepted !== undefined && time < state.accepted.feedTimeMs) return 'backdated';
  return rules.age === undefined ? undefined : ageViolation(state, time, rules.age);
}

/** A stuck feed whose time is ahead of the clock is not too old for a while, but it is not newer either. */
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

/** Whether a price is at most `limit` (in ten-thousandths) times above the ask or below the bid. */
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
