/**
 * Collects the data for a verdict: the entries and checkpoints of a range of the tape, and the entries for which this device
 * stored checkpoints earlier. The range extends from the last checkpoint before the first entry used to the first checkpoint
 * after the last entry used.
 */
import type { Stretch } from '@candor/verifier/beside.ts';
import type { TapeEntry } from '@candor/verifier/chain.ts';
import type { Checkpoint } from '@candor/verifier/checkpoints.ts';
import { evidenceStart } from '@candor/verifier/verify.ts';
import type { Remembered } from './kept-state.ts';
import type { Checkpoints, TapeReader } from './tape-reader.ts';

export type Used = { readonly first: number; readonly last: number };

export type Gathered = {
  readonly publicKey: string;
  /** Consecutive entries. */
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
  /** The tape's current entries at the numbers of stored checkpoints outside the range. */
  readonly recalled: readonly TapeEntry[];
  /** The number of the newest entry that the server reports. */
  readonly headSeq: number;
};

const PAGE = 1000;
/**
 * The maximum number of entries collected. A ticket of five minutes would need more only at more than a hundred entries per
 * second.
 */
const ENTRIES_MAX = 40_000;
/** The distance at which the search for the previous checkpoint starts, and the factor by which it grows with each attempt. */
const BACK_FIRST = 256;
const BACK_TIMES = 8;
/** The number of stored checkpoints outside the range that each verification compares with the tape. */
const RECALLED_MAX = 4;

export class TooMuchEvidence extends Error {
  override readonly name = 'TooMuchEvidence';
}

/**
 * Returns the checkpoints from the newest before the first entry used to the first after the last entry used, where they exist.
 */
async function readAround(reader: TapeReader, used: Used): Promise<Checkpoints> {
  for (let back = BACK_FIRST; ; back *= BACK_TIMES) {
    const from = Math.max(1, used.first - back);
    // Sequential, because each search starts further back only if the previous one found too little.
    // oxlint-disable-next-line no-await-in-loop
    const found = await readUpTo(reader, from, used.last);
    if (from === 1 || found.checkpoints.some(({ seq }) => seq <= used.first)) return found;
  }
}

async function readUpTo(reader: TapeReader, from: number, last: number): Promise<Checkpoints> {
  const all: Checkpoint[] = [];
  for (let next = from; ;) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await reader.checkpoints(next, PAGE);
    all.push(...page.checkpoints);
    const end = page.checkpoints.at(-1)?.seq;
    const complete = page.checkpoints.length < PAGE || end === undefined || end >= last;
    if (complete) return { public_key: page.public_key, checkpoints: all };
    next = end + 1;
  }
}

async function readEntries(reader: TapeReader, from: number, to: number): Promise<readonly TapeEntry[]> {
  if (to - from >= ENTRIES_MAX) throw new TooMuchEvidence(`${to - from} entries`);
  const starts = Array.from({ length: Math.ceil((to - from + 1) / PAGE) }, (_, page) => from + page * PAGE);
  const pages = await Promise.all(
    starts.map((start) => reader.entries(start, Math.min(PAGE, to - start + 1))),
  );
  return pages.flat();
}

/** Selects the oldest stored checkpoints and the newest, because a rewritten tape differs from some entry on. */
function toRecall(kept: readonly Remembered[], from: number, to: number): readonly Remembered[] {
  const outside = kept.filter(({ seq }) => seq < from || seq > to);
  const newest = outside.slice(-RECALLED_MAX / 2);
  return [...outside.slice(0, outside.length - newest.length).slice(0, RECALLED_MAX / 2), ...newest];
}

/**
 * Collects the evidence for the entries of one symbol that are used. If no signature follows the last entry yet, the range ends
 * with that entry.
 */
export async function gather(reader: TapeReader, used: Used, kept: readonly Remembered[]): Promise<Gathered> {
  const [around, newest] = await Promise.all([readAround(reader, used), reader.entries(undefined, 1)]);
  const headSeq = newest.at(-1)?.seq ?? 0;
  const from = evidenceStart(used.first, around.checkpoints);
  const behind = around.checkpoints.find(({ seq }) => seq >= used.last)?.seq;
  const to = behind ?? used.last;
  const [entries, recalled] = await Promise.all([
    readEntries(reader, from, to),
    Promise.all(toRecall(kept, from, to).map(({ seq }) => reader.entries(seq, 1))),
  ]);
  return {
    publicKey: around.public_key,
    entries,
    checkpoints: around.checkpoints.filter(({ seq }) => seq >= from && seq <= to),
    recalled: recalled.flat(),
    headSeq: Math.max(headSeq, entries.at(-1)?.seq ?? 0),
  };
}

/** The number of ranges fetched in parallel, each by two or three calls. */
const BESIDE_AT_ONCE = 4;

/** Collects the evidence for a fill's rates, overnight charges and opening. */
export async function gatherBeside(
  readerOf: (symbol: string) => TapeReader,
  wanted: readonly (Used & { readonly symbol: string })[],
): Promise<readonly Stretch[]> {
  const found: Stretch[] = [];
  for (let at = 0; at < wanted.length; at += BESIDE_AT_ONCE) {
    const some = wanted.slice(at, at + BESIDE_AT_ONCE);
    const stretches = some.map(async ({ symbol, ...used }): Promise<Stretch> => {
      const { entries, checkpoints } = await gather(readerOf(symbol), used, []);
      return { symbol, entries, checkpoints };
    });
    // oxlint-disable-next-line no-await-in-loop
    found.push(...(await Promise.all(stretches)));
  }
  return found;
}
