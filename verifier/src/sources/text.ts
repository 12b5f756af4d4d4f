/** The named sources of a tape's entry: their form, and the lines that the entry's hash covers. */
import { isHash } from '../crypto.ts';
import { readDecimal } from '../decimal.ts';

/** The quote of a source, and whether the price depends on it. The fields after the state are absent for a missing source. */
export type SourceLine = {
  readonly name: string;
  readonly state: 'used' | 'stale' | 'deviates' | 'missing';
  /** The source's own time in milliseconds. */
  readonly time_ms?: number | undefined;
  readonly bid?: string | undefined;
  readonly ask?: string | undefined;
  /** Absent too if the source has no trades. */
  readonly last?: string | undefined;
  /** The SHA-256 of the source's raw message, 32 bytes in lower-case hex. */
  readonly message?: string | undefined;
};

export type EntrySources = {
  /** How many sources a price needs. */
  readonly min: number;
  readonly age_max_ms: number;
  /** A fraction of the median, as a decimal. */
  readonly deviation_max: string;
  readonly quotes: readonly SourceLine[];
};

/** Returns the lines of an entry's sources: the rule's figures, and one line for each source. */
export function sourcesText({
  min,
  age_max_ms: age,
  deviation_max: deviation,
  quotes,
}: EntrySources): string {
  const lines = quotes.map(({ name, state, time_ms = '', bid = '', ask = '', last = '', message = '' }) =>
    [name, state, time_ms, bid, ask, last, message].join('|'),
  );
  return [`${min}|${age}|${deviation}`, ...lines].join('\n');
}

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const STATES: readonly unknown[] = ['used', 'stale', 'deviates', 'missing'];
const SOURCES_MAX = 100;

/** Whether a value has the form of an entry's sources. If so, the lines can be read in only one way. */
export function isSources(value: unknown): value is EntrySources {
  if (typeof value !== 'object' || value === null) return false;
  const { min, age_max_ms: age, deviation_max: deviation, quotes } = value as Record<string, unknown>;
  if (![min, age].every((one) => Number.isSafeInteger(one) && Number(one) > 0)) return false;
  if ((readDecimal(deviation) ?? -1n) < 0n || !Array.isArray(quotes)) return false;
  const names = quotes.map((line: unknown) => (isLine(line) ? line.name : ''));
  const isOrdered = names.every((name, at) => name !== '' && (at === 0 || name > (names[at - 1] ?? '')));
  return isOrdered && names.length > 0 && names.length <= SOURCES_MAX;
}

function isLine(value: unknown): value is SourceLine {
  if (typeof value !== 'object' || value === null) return false;
  const { name, state, time_ms: time, bid, ask, last, message } = value as Record<string, unknown>;
  if (typeof name !== 'string' || !NAME.test(name) || !STATES.includes(state)) return false;
  if (state === 'missing') return [time, bid, ask, last, message].every((field) => field === undefined);
  const prices = [bid, ask, ...(last === undefined ? [] : [last])];
  return (
    Number.isSafeInteger(time) && prices.every((price) => (readDecimal(price) ?? 0n) > 0n) && isHash(message)
  );
}
