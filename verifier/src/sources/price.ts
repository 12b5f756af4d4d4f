/** Recomputes the price of an entry from its sources, by the rule that the entry states (docs/feeds.md#several-sources). */
import { ONE, divideDown, divideUp, readDecimal } from '../decimal.ts';
import { MARKET_SYMBOLS } from '../market-symbols.ts';
import type { EntrySources, SourceLine } from './text.ts';

export type Said = {
  readonly name: string;
  readonly timeMs: number;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly last: bigint | undefined;
};

/** The combination of the sources: the state of each, and the price of those that are used, if they are enough. */
export type Derived = {
  readonly states: ReadonlyMap<string, SourceLine['state']>;
  readonly used: readonly Said[];
  readonly price: { readonly bid: bigint; readonly ask: bigint; readonly last: bigint } | undefined;
};

/** The quotes that an entry's sources sent, in units of 10⁻⁸. */
export function saidBy(sources: EntrySources): readonly Said[] {
  return sources.quotes.flatMap(({ name, state, time_ms: timeMs, bid, ask, last }) =>
    state === 'missing'
      ? []
      : [
          {
            ...{ name, timeMs: timeMs ?? Number.NaN },
            ...{ bid: readDecimal(bid) ?? 0n, ask: readDecimal(ask) ?? 0n },
            last: last === undefined ? undefined : readDecimal(last),
          },
        ],
  );
}

export function derivePrice(symbol: string, sources: EntrySources): Derived {
  const said = saidBy(sources);
  const newestMs = said.reduce((newest, { timeMs }) => Math.max(newest, timeMs), -Infinity);
  const fresh = said.filter(({ timeMs }) => timeMs >= newestMs - sources.age_max_ms);
  // The middles doubled, and their median doubled again, so that no half is lost.
  const [below, above] = middleTwo(fresh.map(({ bid, ask }) => bid + ask));
  const centre = below + above;
  const limit = centre * (readDecimal(sources.deviation_max) ?? 0n);
  const used = fresh.filter(({ bid, ask }) => {
    const off = (bid + ask) * 2n - centre;
    return off * ONE <= limit && -off * ONE <= limit;
  });
  const states = new Map<string, SourceLine['state']>(sources.quotes.map(({ name }) => [name, 'missing']));
  for (const { name } of said) states.set(name, 'stale');
  for (const { name } of fresh) states.set(name, 'deviates');
  for (const { name } of used) states.set(name, 'used');
  return { states, used, price: used.length < Math.max(1, sources.min) ? undefined : priceOf(symbol, used) };
}

function priceOf(symbol: string, used: readonly Said[]): NonNullable<Derived['price']> {
  const tick = tickOf(symbol);
  const bid = divideDown(middleTwo(used.map((one) => one.bid))[0], tick) * tick;
  const ask = divideUp(middleTwo(used.map((one) => one.ask))[1], tick) * tick;
  const lasts = used.flatMap(({ last }) => (last === undefined ? [] : [last]));
  const last = lasts.length === used.length ? middleTwo(lasts)[0] : divideDown(bid + ask, 2n);
  return { bid, ask, last: divideDown(last + tick / 2n, tick) * tick };
}

/** The tick of a symbol in units of 10⁻⁸; a unit if it is not in the table. */
export function tickOf(symbol: string): bigint {
  const listed = MARKET_SYMBOLS.find((one) => one.symbol === symbol);
  return readDecimal(listed?.tick ?? '0.00000001') ?? 1n;
}

/** The two middle values in ascending order: the same value twice for an odd count, and zeros for an empty list. */
function middleTwo(values: readonly bigint[]): readonly [bigint, bigint] {
  const ordered = [...values].sort((one, other) => (one > other ? 1 : one < other ? -1 : 0));
  const half = ordered.length >> 1;
  const above = ordered[half] ?? 0n;
  return [ordered.length % 2 === 1 ? above : (ordered[half - 1] ?? 0n), above];
}
