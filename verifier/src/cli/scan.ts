/** Checks the hash chain and every checkpoint of a tape or of a range of it, page by page. */
import type { ChainStart, TapeEntry } from '../chain.ts';
import { CHAIN_GENESIS, checkChain, startAfter } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { checkCheckpoints } from '../checkpoints.ts';
import type { SignatureCheck } from '../crypto.ts';
import type { Finding } from '../findings.ts';
import type { FollowedKey } from '../keys/follow-keys.ts';
import { finding } from '../findings.ts';
import type { Kept } from '../remembered.ts';
import { contradictions } from '../remembered.ts';
import type { TapeSource } from './server.ts';
import { PAGE } from './server.ts';

export type Stretch = {
  readonly symbol: string;
  readonly from: number;
  readonly to: number;
  readonly publicKey: string;
  /** The keys that are linked to the public key by signed statements. */
  readonly keys?: readonly FollowedKey[] | undefined;
  readonly kept: Kept | undefined;
  readonly isSigned: SignatureCheck;
  /** Called with the entries of each page whose chain holds. */
  readonly onSound?: ((entries: readonly TapeEntry[]) => void) | undefined;
};

export type Scan = {
  /** The findings of the first page with findings. Later pages are not read. */
  readonly findings: readonly Finding[];
  readonly entries: number;
  readonly checkpoints: number;
  /** The newest valid checkpoint, and the last entry of the chain. */
  readonly newest: Checkpoint | undefined;
  readonly end: ChainStart;
};

/**
 * Scans from one entry to another. `known` is the state before the first entry if the previous entry was already scanned.
 * Otherwise, the previous entry is read, and only its hash is used.
 */
export async function scanTape(source: TapeSource, stretch: Stretch, known?: ChainStart): Promise<Scan> {
  const signed = new CheckpointReader(source, stretch.from);
  let end = known ?? (await startOf(source, stretch.from));
  let entries = 0;
  let checkpoints = 0;
  let newest: Checkpoint | undefined;
  let coming = readPage(source, stretch, end.seq);
  while (end.seq < stretch.to) {
    const page = await coming;
    const last = page.at(-1);
    if (last === undefined) {
      const missing = finding('entries_missing', null, { from: String(end.seq + 1), to: String(stretch.to) });
      return { findings: [missing], entries, checkpoints, newest, end };
    }
    // The next page is fetched while this one is checked. Errors are reported when the scan reaches that page.
    coming = readPage(source, stretch, last.seq);
    coming.catch(() => undefined);
    const due = await signed.upTo(last.seq);
    const { findings, sound } = checkPage(stretch, { start: end, page, due });
    entries += sound.length;
    stretch.onSound?.(sound);
    if (findings.length > 0) return { findings, entries, checkpoints, newest, end };
    checkpoints += due.length;
    newest = due.at(-1) ?? newest;
    end = startAfter(last);
  }
  return { findings: [], entries, checkpoints, newest, end };
}

async function startOf(source: TapeSource, from: number): Promise<ChainStart> {
  if (from === 1) return CHAIN_GENESIS;
  const [before] = await source.entries(from - 1, 1);
  // No computed hash covers the prices of this entry.
  return before === undefined
    ? { ...CHAIN_GENESIS, seq: from - 1 }
    : { ...startAfter(before), prices: undefined };
}

async function readPage(source: TapeSource, { to }: Stretch, after: number): Promise<readonly TapeEntry[]> {
  return after >= to ? [] : source.entries(after + 1, Math.min(PAGE, to - after));
}

type Page = {
  readonly start: ChainStart;
  readonly page: readonly TapeEntry[];
  readonly due: readonly Checkpoint[];
};

function checkPage(
  { symbol, publicKey, keys, kept, isSigned }: Stretch,
  { start, page, due }: Page,
): { readonly findings: readonly Finding[]; readonly sound: readonly TapeEntry[] } {
  const { violation, end } = checkChain(symbol, start, page);
  const sound = violation === undefined ? page : page.filter((entry) => entry.seq <= end.seq);
  const signed = checkCheckpoints({ symbol, entries: sound }, due, { publicKey, keys, isSigned });
  const old = kept === undefined ? [] : contradictions(kept, { symbol, entries: page, checkpoints: due });
  const findings = [...(violation === undefined ? [] : [violation]), ...signed, ...old];
  return { findings: findings.toSorted(bySeq), sound };
}

function bySeq(one: Finding, other: Finding): number {
  return (one.seq ?? 0) - (other.seq ?? 0);
}

/** Reads checkpoints in order, at most one page ahead of the entries. */
class CheckpointReader {
  readonly #source: TapeSource;
  #next: number;
  #waiting: readonly Checkpoint[] = [];
  #atEnd = false;

  constructor(source: TapeSource, from: number) {
    this.#source = source;
    this.#next = from;
  }

  /** Returns the checkpoints after those already returned, up to an entry number. */
  async upTo(seq: number): Promise<readonly Checkpoint[]> {
    while (!this.#atEnd && this.#next <= seq) await this.#readMore();
    const due = this.#waiting.filter((checkpoint) => checkpoint.seq <= seq);
    this.#waiting = this.#waiting.slice(due.length);
    return due;
  }

  async #readMore(): Promise<void> {
    const page = await this.#source.checkpoints(this.#next, PAGE);
    const last = page.at(-1)?.seq;
    this.#atEnd = page.length < PAGE || last === undefined || !(last >= this.#next);
    this.#waiting = [...this.#waiting, ...page];
    this.#next = (last ?? this.#next) + 1;
  }
}
