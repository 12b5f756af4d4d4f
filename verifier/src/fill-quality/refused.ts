/**
 * The entries of the log that count the orders refused immediately, and their sums (docs/verification.md#fill-quality).
 */
import { DAY_MS } from '../time.ts';

/** Orders refused immediately, as counted in an entry. Symbol and side are empty if the order named none. */
export type RefusedCount = {
  readonly product: string;
  readonly symbol: string;
  readonly side: string;
  readonly reason: string;
  readonly count: number;
};

/** The refusals of a minute by the wall clock. */
export type RefusedEntry = {
  readonly kind: 'refused';
  readonly minuteMs: number;
  readonly counts: readonly (RefusedCount & {
    /** The UTC day by the market clock, in days since 1970. */
    readonly day: number;
  })[];
};

const ENTRY = /^candor-refused-v1\|(0|[1-9]\d{0,15})\|([1-9]\d{0,15})\|(.+)$/;
const LINE =
  /^(0|[1-9]\d{0,6})\|([a-z]{1,20})\|([A-Z/]{0,20})\|([a-z]{0,10})\|([a-z_]{1,64})\|([1-9]\d{0,15})$/;
const MINUTE_MS = 60_000;

/** Reads an entry; undefined if it is malformed or its counts do not add up to its sum. */
export function readRefusedEntry(text: string): RefusedEntry | undefined {
  const [, minute, total, lines] = ENTRY.exec(text) ?? [];
  if (minute === undefined || lines === undefined || Number(minute) % MINUTE_MS !== 0) return undefined;
  const found = lines.split(';').map((line) => LINE.exec(line));
  if (found.some((line) => line === null)) return undefined;
  const counts = found.map((line) => {
    const [, day = '', product = '', symbol = '', side = '', reason = '', count = ''] = line ?? [];
    return { day: Number(day), product, symbol, side, reason, count: Number(count) };
  });
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return sum === Number(total) ? { kind: 'refused', minuteMs: Number(minute), counts } : undefined;
}

/**
 * Sums the refusals of a day, sorted by product, symbol, side and reason.
 *
 * @param day a UTC day of the market clock, like "2026-11-27"
 * @param toMs the newest minute to include, in milliseconds
 */
export function refusedOf(entries: Iterable<RefusedEntry>, day: string, toMs: number): RefusedCount[] {
  const dayNumber = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  const sums = new Map<string, RefusedCount>();
  for (const { minuteMs, counts } of entries) {
    if (minuteMs > toMs) continue;
    for (const { day: ofDay, ...one } of counts) {
      if (ofDay !== dayNumber) continue;
      const key = keyOf(one);
      sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
    }
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

/** Returns the keys whose published count differs from the log's. */
export function refusedDifferences(
  published: readonly RefusedCount[],
  logged: readonly RefusedCount[],
): string[] {
  const [shown, own] = [countsOf(published), countsOf(logged)];
  return [...new Set([...shown.keys(), ...own.keys()])].filter((key) => shown.get(key) !== own.get(key));
}

const keyOf = ({ product, symbol, side, reason }: RefusedCount): string =>
  `${product}|${symbol}|${side}|${reason}`;

const countsOf = (list: readonly RefusedCount[]): ReadonlyMap<string, number> =>
  new Map(list.map((one) => [keyOf(one), one.count]));
