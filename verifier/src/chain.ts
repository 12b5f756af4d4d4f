/** The hash chain of a tape: the text that each entry's hash covers, and the first break in a run of entries. */
import { GENESIS_HASH, chainedHash, isHash } from './crypto.ts';
import { readDecimal } from './decimal.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import { isSources, sourcesText } from './sources/text.ts';
import type { EntrySources } from './sources/text.ts';

export type EntryKind = 'quote' | 'gap' | 'halt' | 'reject';

/** An entry as `GET tape` returns it. */
export type TapeEntry = {
  readonly seq: number;
  /** The market time in milliseconds. */
  readonly time_ms: number;
  readonly feed_time_ms: number;
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  readonly volume: string;
  /** 32 bytes, lower-case hex. */
  readonly hash: string;
  /** Whether the entry is not a quote. If so, the prices repeat those of the previous entry. */
  readonly gap?: boolean | undefined;
  /** The entry's kind. If absent, the entry is a quote or a gap. */
  readonly kind?: EntryKind | undefined;
  /** The reason for a halt or reject. */
  readonly reason?: string | undefined;
  /** For a reject: the number of rejected quotes, and the SHA-256 of their texts. */
  readonly refused?: string | undefined;
  readonly refused_count?: number | undefined;
  /** The named sources of a quote, if the feed names any. */
  readonly sources?: EntrySources | undefined;
};

/**
 * Returns when an entry was made, in milliseconds: the earlier of the feed's time and the entry's time, so that a fast clock
 * of the feed cannot make the entry look newer.
 */
export function madeMs(entry: Pick<TapeEntry, 'time_ms' | 'feed_time_ms'>): number {
  return Math.min(entry.time_ms, entry.feed_time_ms);
}

/** The fields that a gap entry repeats from the previous entry. */
const REPEATED = ['bid', 'ask', 'last', 'feed_time_ms'] as const;

/** The known fields of the entry before a range: number, hash, time, and the prices if available. */
export type ChainStart = {
  readonly seq: number;
  readonly hash: string;
  readonly time_ms: number;
  readonly prices?: Pick<TapeEntry, (typeof REPEATED)[number]> | undefined;
};

export const CHAIN_GENESIS: ChainStart = { seq: 0, hash: GENESIS_HASH, time_ms: 0 };

/** Returns the state after an entry, from which the following entries are checked. */
export function startAfter(entry: TapeEntry): ChainStart {
  return { seq: entry.seq, hash: entry.hash, time_ms: entry.time_ms, prices: entry };
}

/**
 * Returns the state before a range, which starts at the first entry of the tape, or after an entry whose hash alone is
 * used.
 */
export function anchorOf(entries: readonly TapeEntry[]): {
  readonly start: ChainStart;
  readonly rest: readonly TapeEntry[];
} {
  const [first] = entries;
  if (first === undefined || first.seq === 1) return { start: CHAIN_GENESIS, rest: entries };
  // No computed hash covers the prices of this entry, so a gap entry after it is not compared with them.
  return { start: { ...startAfter(first), prices: undefined }, rest: entries.slice(1) };
}

const SYMBOL = /^[A-Z0-9]{1,12}\/[A-Z0-9]{1,12}$/;

/** Whether a text can be a symbol. A symbol contains no vertical bar, which separates the canonical fields. */
export function isSymbol(text: unknown): text is string {
  return typeof text === 'string' && SYMBOL.test(text);
}

export function kindOf({ gap, kind }: Pick<TapeEntry, 'gap' | 'kind'>): EntryKind {
  return kind ?? (gap === true ? 'gap' : 'quote');
}

/** Returns the text that an entry's hash covers. */
export function entryText(symbol: string, entry: TapeEntry): string {
  const { seq, time_ms, feed_time_ms, bid, ask, last, volume } = entry;
  const place = `${symbol}|${seq}|${time_ms}`;
  switch (kindOf(entry)) {
    case 'gap':
      return `candor-gap-v1|${place}`;
    case 'halt':
      return `candor-halt-v1|${place}|${entry.reason}`;
    case 'reject':
      return `candor-reject-v1|${place}|${entry.reason}|${entry.refused}|${entry.refused_count}`;
    case 'quote':
  }
  const quoted = `${symbol}|${seq}|${time_ms}|${feed_time_ms}|${bid}|${ask}|${last}|${volume}`;
  if (entry.sources === undefined) return `candor-tape-v1|${quoted}`;
  return `candor-tape-v2|${quoted}\n${sourcesText(entry.sources)}`;
}

/** The result for a range of entries of one symbol: the first violation, if any, and the last valid entry. */
export type ChainResult = { readonly violation: Finding | undefined; readonly end: ChainStart };

/**
 * Recomputes the chain over consecutive entries that follow `start`. Stops at the first violation, because nothing can be
 * concluded about entries after a broken link.
 */
export function checkChain(symbol: string, start: ChainStart, entries: readonly TapeEntry[]): ChainResult {
  let end = start;
  // The start may have been read from the same response as the entries, so it is validated too.
  if (!isHash(start.hash) || !Number.isSafeInteger(start.seq) || start.seq < 0) {
    return {
      violation: finding('entry_unreadable', null, { field: isHash(start.hash) ? 'seq' : 'hash' }),
      end,
    };
  }
  for (const entry of entries) {
    const violation = linkViolation(symbol, end, entry);
    if (violation !== undefined) return { violation, end };
    end = startAfter(entry);
  }
  return { violation: undefined, end };
}

function linkViolation(symbol: string, before: ChainStart, entry: TapeEntry): Finding | undefined {
  const seq = before.seq + 1;
  const field = unreadableField(entry);
  if (field !== undefined) return finding('entry_unreadable', seq, { field });
  if (entry.seq !== seq) return finding('seq_not_next', seq, { found: String(entry.seq) });
  if (entry.time_ms < before.time_ms) {
    return finding('time_went_back', seq, { before: String(before.time_ms), found: String(entry.time_ms) });
  }
  const computed = chainedHash(before.hash, entryText(symbol, entry));
  if (computed !== entry.hash) return finding('hash_differs', seq, { computed, found: entry.hash });
  return gapViolation(before, entry);
}

/** A gap entry's hash doesn't cover its prices, so they must equal those of the previous entry. */
function gapViolation({ prices }: ChainStart, entry: TapeEntry): Finding | undefined {
  if (entry.gap !== true) return undefined;
  if (entry.volume !== '0') return finding('gap_differs', entry.seq, { field: 'volume' });
  const field = REPEATED.find((name) => prices !== undefined && prices[name] !== entry[name]);
  return field === undefined ? undefined : finding('gap_differs', entry.seq, { field });
}

/** Returns the first field of an entry that is not in its canonical form. */
function unreadableField(entry: TapeEntry): string | undefined {
  const wholes = ['seq', 'time_ms', 'feed_time_ms'] as const;
  const decimals = ['bid', 'ask', 'last', 'volume'] as const;
  return (
    wholes.find((name) => !Number.isSafeInteger(entry[name]) || entry[name] < 0) ??
    decimals.find((name) => readDecimal(entry[name]) === undefined) ??
    (isHash(entry.hash) ? undefined : 'hash') ??
    (entry.gap === undefined || typeof entry.gap === 'boolean' ? undefined : 'gap') ??
    (entry.sources === undefined || (entry.gap !== true && isSources(entry.sources))
      ? undefined
      : 'sources') ??
    unreadableCause(entry)
  );
}

const KINDS: readonly unknown[] = ['quote', 'gap', 'halt', 'reject'];
const REASON = /^[a-z][a-z_]{0,63}$/;

/** Whether an entry has exactly the fields that its kind requires. */
function unreadableCause(entry: TapeEntry): string | undefined {
  const { reason, refused, refused_count: count } = entry;
  const kind = kindOf(entry);
  if (!KINDS.includes(kind) || (kind === 'quote') === (entry.gap === true)) return 'kind';
  const isCaused = kind === 'halt' || kind === 'reject';
  if (isCaused ? typeof reason !== 'string' || !REASON.test(reason) : reason !== undefined) return 'reason';
  if (kind !== 'reject') return refused !== undefined || count !== undefined ? 'refused' : undefined;
  if (!isHash(refused)) return 'refused';
  return Number.isSafeInteger(count) && (count ?? 0) > 0 ? undefined : 'refused_count';
}
