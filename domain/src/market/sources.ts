/**
 * Combines the quotes of several named sources into one by a published rule: the median of the sources that are fresh and near
 * each other. Anybody can recompute the price from the lines that the tape's entry carries (docs/feeds.md#several-sources).
 */
import type { Amount } from '../money/amount.ts';
import { ONE, formatAmount } from '../money/amount.ts';

/** The newest quote of a source, with the SHA-256 (lower-case hex) of the raw message that carried it. */
export type SourceQuote = {
  readonly bid: Amount;
  readonly ask: Amount;
  /** Absent if the source has no trades. */
  readonly last?: Amount | undefined;
  /** The source's own time, in milliseconds since 1970. */
  readonly timeMs: number;
  readonly message: string;
};

export type SourceRule = {
  /** Distinct names of the form `SOURCE_NAME`, in ascending order. */
  readonly names: readonly string[];
  /** How many sources a price needs; from 1 to the number of names. */
  readonly min: number;
  /** How much older than the newest quote of all sources a source's quote may be, in milliseconds. */
  readonly ageMaxMs: number;
  /**
   * The maximum distance of a source's mid price from the median mid price of all fresh sources, as a fraction of that median.
   */
  readonly deviationMax: Amount;
};

/** used: part of the median. stale, deviates: left out for its age or its distance. missing: nothing was received yet. */
export type SourceState = 'used' | 'stale' | 'deviates' | 'missing';

export type SourceStanding = {
  readonly name: string;
  readonly state: SourceState;
  /** Absent if the source is missing. */
  readonly quote?: SourceQuote | undefined;
};

export type CombinedPrice = {
  readonly bid: Amount;
  readonly ask: Amount;
  /** Absent unless every used source has one. */
  readonly last?: Amount;
  /** The newest time of a used source. */
  readonly timeMs: number;
};

/** A name of a source: at most 32 characters, none of which separates fields. */
export const SOURCE_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * Judges each source and returns the price, or no price if fewer sources than the minimum remain. Takes quotes of one symbol by
 * name, each with 0 < bid ≤ ask. The bid is the median of the used bids and the ask that of the used asks; of the two middle
 * values of an even number, the lower bid and last and the higher ask.
 */
export function combineSources(
  rule: SourceRule,
  newest: ReadonlyMap<string, SourceQuote>,
): { readonly standings: readonly SourceStanding[]; readonly price: CombinedPrice | undefined } {
  const heard = rule.names.flatMap((name) => newest.get(name) ?? []);
  const newestMs = Math.max(...heard.map(({ timeMs }) => timeMs));
  const isFresh = ({ timeMs }: SourceQuote): boolean => newestMs - timeMs <= rule.ageMaxMs;
  const middle = medianOfMiddles(heard.filter(isFresh));
  const stateOf = (quote: SourceQuote): SourceState => {
    if (!isFresh(quote)) return 'stale';
    return isNear(quote, middle, rule.deviationMax) ? 'used' : 'deviates';
  };
  const standings = rule.names.map((name): SourceStanding => {
    const quote = newest.get(name);
    return quote === undefined ? { name, state: 'missing' } : { name, state: stateOf(quote), quote };
  });
  const used = standings.flatMap(({ state, quote }) =>
    state === 'used' && quote !== undefined ? [quote] : [],
  );
  return { standings, price: used.length < rule.min || used.length === 0 ? undefined : priceOf(used) };
}

function priceOf(used: readonly SourceQuote[]): CombinedPrice {
  const lasts = used.flatMap(({ last }) => last ?? []);
  return {
    bid: lowerMedian(used.map(({ bid }) => bid)),
    ask: upperMedian(used.map(({ ask }) => ask)),
    ...(lasts.length === used.length && { last: lowerMedian(lasts) }),
    timeMs: Math.max(...used.map(({ timeMs }) => timeMs)),
  };
}

/**
 * Four times the median of the mid prices, which is always an integer: a mid price is half of a sum, and the median of an even
 * number of mid prices is half of the sum of two.
 */
function medianOfMiddles(quotes: readonly SourceQuote[]): Amount {
  if (quotes.length === 0) return 0n;
  const doubled = quotes.map(({ bid, ask }) => bid + ask);
  return lowerMedian(doubled) + upperMedian(doubled);
}

function isNear({ bid, ask }: SourceQuote, quadrupled: Amount, deviationMax: Amount): boolean {
  const distance = 2n * (bid + ask) - quadrupled;
  return (distance < 0n ? -distance : distance) * ONE <= quadrupled * deviationMax;
}

function lowerMedian(values: readonly Amount[]): Amount {
  return sorted(values)[Math.floor((values.length - 1) / 2)] ?? 0n;
}

function upperMedian(values: readonly Amount[]): Amount {
  return sorted(values)[Math.floor(values.length / 2)] ?? 0n;
}

function sorted(values: readonly Amount[]): Amount[] {
  return values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
}

/** Returns the rule's figures as the first line of an entry's sources states them. */
export function sourceFigures({ min, ageMaxMs, deviationMax }: Omit<SourceRule, 'names'>): string {
  return `${min}|${ageMaxMs}|${formatAmount(deviationMax)}`;
}

/**
 * Returns the lines that an entry's hash covers: the rule's figures, and below them a line for each source in the order of
 * names, `<name>|<state>|<time_ms>|<bid>|<ask>|<last>|<message>`. For a missing source, the fields after the state are
 * empty.
 */
export function sourcesText(rule: SourceRule, standings: readonly SourceStanding[]): string {
  return [sourceFigures(rule), ...standings.map(lineOf)].join('\n');
}

function lineOf({ name, state, quote }: SourceStanding): string {
  if (quote === undefined) return `${name}|${state}|||||`;
  const last = quote.last === undefined ? '' : formatAmount(quote.last);
  return `${name}|${state}|${quote.timeMs}|${formatAmount(quote.bid)}|${formatAmount(quote.ask)}|${last}|${quote.message}`;
}
