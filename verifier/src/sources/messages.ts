/**
 * Compares entries with a recording of the sources' public streams, which a stranger or the owner of a source made: the messages
 * that an entry names must be in the recording, and say what the entry states.
 */
import type { TapeEntry } from '../chain.ts';
import { chainedHash } from '../crypto.ts';
import { readDecimal } from '../decimal.ts';
import type { SourceFinding } from './check-entry.ts';
import { isSources } from './text.ts';
import type { SourceLine } from './text.ts';

/** A raw message of a source, exactly as it was sent. */
export type RecordedMessage = { readonly source: string; readonly message: string };

type Quoted = {
  readonly hash: string;
  readonly timeMs: number;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly last: bigint | undefined;
};

/** How long after its own time a message may reach the platform. */
const UNDERWAY_MAX_MS = 10_000;

/** The quotes of a source for a symbol: in order of time, and by the hash of the message. */
type Stream = { readonly quoted: Quoted[]; readonly byHash: Map<string, Quoted[]> };

export class Recording {
  readonly #streams = new Map<string, Stream>();

  constructor(messages: Iterable<RecordedMessage>) {
    for (const { source, message } of messages) {
      const hash = chainedHash('', message);
      for (const { symbol, ...quoted } of quotesIn(message)) {
        this.#add(`${source} ${symbol}`, { ...quoted, hash });
      }
    }
    for (const { quoted } of this.#streams.values()) quoted.sort((one, other) => one.timeMs - other.timeMs);
  }

  #add(place: string, quote: Quoted): void {
    const stream: Stream = this.#streams.get(place) ?? { quoted: [], byHash: new Map() };
    this.#streams.set(place, stream);
    stream.quoted.push(quote);
    const same = stream.byHash.get(quote.hash);
    if (same === undefined) stream.byHash.set(quote.hash, [quote]);
    else same.push(quote);
  }

  /** Returns the messages of an entry that the recording contradicts. Times outside of the recording are not judged. */
  findings(symbol: string, entry: TapeEntry): readonly SourceFinding[] {
    if (!isSources(entry.sources)) return [];
    return entry.sources.quotes.flatMap((line) => {
      const stream = this.#streams.get(`${line.name} ${symbol}`);
      if (stream === undefined) return [];
      return [...contradicted(line, stream), ...leftOut(line, stream, entry)].map((what): SourceFinding => {
        const detail = `${symbol}, entry ${entry.seq}: ${what}`;
        return { code: 'message_differs', symbol, seq: entry.seq, detail };
      });
    });
  }
}

function contradicted(line: SourceLine, { quoted, byHash }: Stream): readonly string[] {
  const { name, message = '', time_ms: timeMs } = line;
  const [first, last] = [quoted[0], quoted.at(-1)];
  if (timeMs === undefined || first === undefined || last === undefined) return [];
  if (timeMs < first.timeMs || timeMs > last.timeMs) return [];
  const same = byHash.get(message);
  if (same === undefined) return [`no recorded message of ${name} has the SHA-256 ${message}.`];
  const isSaid = same.some(
    (one) =>
      one.timeMs === timeMs &&
      one.bid === readDecimal(line.bid) &&
      one.ask === readDecimal(line.ask) &&
      one.last === (line.last === undefined ? undefined : readDecimal(line.last)),
  );
  return isSaid ? [] : [`the message ${message} of ${name} says otherwise than the entry.`];
}

/** A recorded quote that must have reached the platform before the entry, but that the entry does not take into account. */
function leftOut(line: SourceLine, { quoted }: Stream, entry: TapeEntry): readonly string[] {
  const dueMs = entry.time_ms - UNDERWAY_MAX_MS;
  for (let at = firstAfter(quoted, line.time_ms ?? -Infinity); at < quoted.length; at += 1) {
    const missed = quoted[at];
    if (missed === undefined || missed.timeMs > dueMs) return [];
    if (missed.bid > 0n && missed.bid <= missed.ask)
      return [`it leaves out the message ${missed.hash} of ${line.name}, of ${missed.timeMs}.`];
  }
  return [];
}

/** The place of the first quote after a time. */
function firstAfter(quoted: readonly Quoted[], timeMs: number): number {
  let [low, high] = [0, quoted.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((quoted[half]?.timeMs ?? Infinity) > timeMs) high = half;
    else low = half + 1;
  }
  return low;
}

function quotesIn(message: string): readonly (Omit<Quoted, 'hash'> & { readonly symbol: string })[] {
  const values = jsonOf(message);
  return (Array.isArray(values) ? values : [values]).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    const { symbol, time_ms: timeMs, bid, ask, last } = value as Record<string, unknown>;
    const [low, high] = [decimalOf(bid), decimalOf(ask)];
    if (typeof symbol !== 'string' || typeof timeMs !== 'number' || low === undefined || high === undefined)
      return [];
    return [{ symbol, timeMs, bid: low, ask: high, last: last === undefined ? undefined : decimalOf(last) }];
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A message that is not JSON quotes nothing.
    return undefined;
  }
}

/** A decimal as a source may write it: a text with superfluous zeros, or a number. */
function decimalOf(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? value.toFixed(8) : value;
  const read = typeof text === 'string' ? /^(\d{1,30})(?:\.(\d{1,8}))?$/.exec(text) : null;
  return read === null ? undefined : BigInt(`${read[1]}${(read[2] ?? '').padEnd(8, '0')}`);
}
