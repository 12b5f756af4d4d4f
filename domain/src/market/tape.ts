/**
 * The tape's canonical form and its hash chain. Each entry's hash covers the previous entry's hash, so that no entry can be
 * changed, deleted, inserted or reordered without changing every later hash. The hash function is a parameter, because server,
 * browser and stand-alone verifier use different implementations of SHA-256.
 */
import { formatAmount } from '../money/amount.ts';
import type { Quote, TapeEntry } from './quote.ts';

/** Hashes the previous hash (32 bytes) followed by the UTF-8 bytes of a text. */
export type ChainHash = (previous: Uint8Array, text: string) => Uint8Array;

const HASH_BYTES = 32;

export function genesisHash(): Uint8Array {
  return new Uint8Array(HASH_BYTES);
}

/**
 * Returns the hashed text, which contains every field of the entry, with amounts in their shortest exact form. For an entry
 * that is not a quote, the text omits the repeated prices, which are covered by the hash of the quote from which they come.
 */
export function canonicalText(entry: TapeEntry): string {
  if (entry.gap === true) return gapText(entry);
  const amounts = `${formatAmount(entry.bid)}|${formatAmount(entry.ask)}|${formatAmount(entry.last)}|${formatAmount(entry.volume)}`;
  const quoted = `${entry.symbol}|${entry.seq}|${entry.timeMs}|${entry.feedTimeMs}|${amounts}`;
  return entry.sources === undefined
    ? `candor-tape-v1|${quoted}`
    : `candor-tape-v2|${quoted}\n${entry.sources}`;
}

function gapText({ symbol, seq, timeMs, cause }: TapeEntry): string {
  const place = `${symbol}|${seq}|${timeMs}`;
  if (cause === undefined) return `candor-gap-v1|${place}`;
  if (cause.kind === 'halt') return `candor-halt-v1|${place}|${cause.reason}`;
  return `candor-reject-v1|${place}|${cause.reason}|${cause.refused}|${cause.count}`;
}

/** Returns the text of a rejected quote as received, before any rounding. The hash in a reject entry covers this text. */
export function refusedText({ symbol, feedTimeMs, bid, ask, last, volume }: Quote): string {
  const traded = last === undefined ? '' : formatAmount(last);
  return `candor-quote-v1|${symbol}|${feedTimeMs}|${formatAmount(bid)}|${formatAmount(ask)}|${traded}|${formatAmount(volume)}`;
}

/**
 * Returns the text that is signed for a checkpoint: symbol, number and hash (lower-case hex) of the newest entry, and the
 * market time in seconds.
 */
export function checkpointText(head: {
  readonly symbol: string;
  readonly seq: bigint;
  readonly hashHex: string;
  readonly timeSeconds: number;
}): string {
  return `candor-checkpoint-v1|${head.symbol}|${head.seq}|${head.hashHex}|${head.timeSeconds}`;
}

export type HashedEntry = TapeEntry & { readonly hash: Uint8Array };

export type ChainViolation = {
  readonly seq: bigint;
  readonly why: 'symbol_differs' | 'seq_not_next' | 'time_went_back' | 'hash_differs' | 'gap_not_repeating';
};

/** The fields that a gap entry repeats from the previous entry. */
const REPEATED = ['bid', 'ask', 'last', 'feedTimeMs'] as const;

/**
 * The trusted fields of the entry before the first checked one. If the prices are absent, a gap entry that follows is assumed
 * to repeat them.
 */
export type ChainStart = {
  readonly seq: bigint;
  readonly hash: Uint8Array;
  readonly timeMs: number;
} & Partial<Pick<TapeEntry, (typeof REPEATED)[number]>>;

export const CHAIN_GENESIS: ChainStart = { seq: 0n, hash: genesisHash(), timeMs: 0 };

/**
 * Checks the chain of entries of one symbol, starting after a trusted entry. Returns the first violation, or undefined if
 * there is none.
 */
export function chainViolation(
  start: ChainStart,
  entries: readonly HashedEntry[],
  hash: ChainHash,
): ChainViolation | undefined {
  let before: ChainStart = start;
  for (const entry of entries) {
    if (entry.symbol !== entries[0]?.symbol) return { seq: entry.seq, why: 'symbol_differs' };
    if (entry.seq !== before.seq + 1n) return { seq: entry.seq, why: 'seq_not_next' };
    if (entry.timeMs < before.timeMs) return { seq: entry.seq, why: 'time_went_back' };
    if (!sameBytes(hash(before.hash, canonicalText(entry)), entry.hash)) {
      return { seq: entry.seq, why: 'hash_differs' };
    }
    if (entry.gap === true && !repeats(before, entry)) return { seq: entry.seq, why: 'gap_not_repeating' };
    before = entry;
  }
  return undefined;
}

/** The hash of a gap entry does not cover the repeated fields, so they are compared with the preceding quote. */
function repeats(before: ChainStart, gap: TapeEntry): boolean {
  if (before.seq === 0n || gap.volume !== 0n) return false;
  return REPEATED.every((field) => before[field] === undefined || before[field] === gap[field]);
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
