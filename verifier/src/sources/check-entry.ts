/** Checks an entry of a tape against its named sources: whether its price follows from them, and whether they are enough. */
import type { TapeEntry } from '../chain.ts';
import { kindOf } from '../chain.ts';
import { divideDown, divideUp, printDecimal, readDecimal } from '../decimal.ts';
import { derivePrice, saidBy, tickOf } from './price.ts';
import type { Derived } from './price.ts';
import { isSources } from './text.ts';
import type { EntrySources } from './text.ts';

export type SourceFinding = {
  /**
   * price_outside_sources: no source's prices reach the entry's. price_not_median: another price, time or state follows from the
   * sources. source_missing: fewer sources than the minimum, or none. message_differs: a recorded message differs.
   */
  readonly code: 'price_outside_sources' | 'price_not_median' | 'source_missing' | 'message_differs';
  readonly symbol: string;
  readonly seq: number;
  /** One sentence. */
  readonly detail: string;
};

/** Returns the violations of an entry by its own sources. An entry without sources has no findings. */
export function sourceFindings(symbol: string, entry: TapeEntry): readonly SourceFinding[] {
  const { sources, seq } = entry;
  if (sources === undefined || kindOf(entry) !== 'quote') return [];
  const found = (code: SourceFinding['code'], detail: string): SourceFinding => {
    return { code, symbol, seq, detail: `${symbol}, entry ${seq}: ${detail}` };
  };
  if (!isSources(sources)) return [found('source_missing', 'its sources are not in canonical form.')];
  const derived = derivePrice(symbol, sources);
  return [
    ...outside(symbol, entry, sources).map((detail) => found('price_outside_sources', detail)),
    ...tooFew(sources, derived).map((detail) => found('source_missing', detail)),
    ...differences(entry, sources, derived).map((detail) => found('price_not_median', detail)),
  ];
}

/** Returns the entry's prices that lie beyond those of every source, including excluded sources. */
function outside(symbol: string, entry: TapeEntry, sources: EntrySources): readonly string[] {
  const said = saidBy(sources);
  const tick = tickOf(symbol);
  const prices = said.flatMap(({ bid, ask, last }) => [bid, ask, ...(last === undefined ? [] : [last])]);
  const low = divideDown(least(prices), tick) * tick;
  const high = divideUp(-least(prices.map((price) => -price)), tick) * tick;
  return (['bid', 'ask', 'last'] as const).flatMap((field) => {
    const price = readDecimal(entry[field]);
    if (price !== undefined && price >= low && price <= high) return [];
    const range = `${printDecimal(low)} to ${printDecimal(high)}`;
    return [`${field} is ${entry[field]}, and all sources are within ${range}.`];
  });
}

function tooFew({ min }: EntrySources, { used }: Derived): readonly string[] {
  if (used.length >= min) return [];
  return [`a price needs ${min} sources, and ${used.length} can be used.`];
}

function differences(entry: TapeEntry, sources: EntrySources, derived: Derived): readonly string[] {
  const states = sources.quotes.flatMap(({ name, state }) => {
    const wanted = derived.states.get(name);
    return state === wanted
      ? []
      : [`the source ${name} is ${wanted} by the rule, and ${state} in the entry.`];
  });
  const { price, used } = derived;
  if (price === undefined) return states;
  const prices = (['bid', 'ask', 'last'] as const).flatMap((field) => {
    const wanted = printDecimal(price[field]);
    return wanted === entry[field] ? [] : [`${field} is ${entry[field]}, and its sources make ${wanted}.`];
  });
  const newestMs = Math.max(...used.map(({ timeMs }) => timeMs));
  const { feed_time_ms: feedMs } = entry;
  // The time never goes back, so it may be that of an earlier price, whose source is left out now.
  const isTimely = feedMs >= newestMs && feedMs <= newestMs + sources.age_max_ms;
  const time = isTimely ? [] : [`its time is ${feedMs}, and the newest used source is of ${newestMs}.`];
  return [...states, ...prices, ...time];
}

function least(values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low), values[0] ?? 0n);
}
