/**
 * The additional tape entries on which a fill depends: those of a conversion rate, and those of the instrument at the opening
 * and at each midnight. Each range is chained and signed like the entries around the fill, with the same key.
 */
import type { TapeEntry } from './chain.ts';
import { anchorOf, checkChain, isSymbol } from './chain.ts';
import type { Checkpoint, SigningKeys } from './checkpoints.ts';
import { CHECKPOINT_EVERY_SECONDS, checkCheckpoints } from './checkpoints.ts';
import type { Finding } from './findings.ts';
import { finding } from './findings.ts';
import type { Kept } from './remembered.ts';
import { contradictions } from './remembered.ts';

/**
 * Consecutive entries of one symbol, with the checkpoints in that range. Of the first entry, only the hash is used, unless it
 * is number 1.
 */
export type Stretch = {
  readonly symbol: string;
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
};

/** The result of checking the ranges: the violations, and access to the valid entries. */
export type Beside = {
  readonly findings: readonly Finding[];
  /** Returns the chained entry with a given number, or undefined if it is not available. */
  readonly entry: (symbol: string, seq: number) => TapeEntry | undefined;
  /** Whether a given entry or a later one is signed. */
  readonly isSigned: (symbol: string, seq: number) => boolean;
};

/** The maximum number of ranges, which limits the work of checking them. It exceeds the number of nights of any position. */
const STRETCHES_MAX = 2000;

/** Reads the ranges of a file. Returns undefined if the value is invalid. */
export function readBeside(given: unknown): readonly Stretch[] | undefined {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > STRETCHES_MAX) return undefined;
  const sound = given.every(
    (one: Partial<Stretch> | null) =>
      typeof one === 'object' &&
      one !== null &&
      isSymbol(one.symbol) &&
      [one.entries, one.checkpoints].every((list: unknown) => Array.isArray(list) && list.every(isObject)),
  );
  return sound ? (given as readonly Stretch[]) : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks every range. Entries after a broken link are ignored. */
export function checkBeside(
  stretches: readonly Stretch[],
  { publicKey, keys, kept }: SigningKeys & { readonly kept?: Kept | undefined },
): Beside {
  const findings: Finding[] = [];
  const known = new Map<string, { readonly entry: TapeEntry; readonly signed: boolean }>();
  for (const { symbol, entries, checkpoints } of stretches) {
    const { start, rest } = anchorOf(entries);
    const { violation, end } = checkChain(symbol, start, rest);
    const sound = entries.filter((entry) => entry.seq <= end.seq);
    const signed = checkCheckpoints({ symbol, entries: sound }, checkpoints, { publicKey, keys });
    const old = kept === undefined ? [] : contradictions(kept, { symbol, publicKey, entries, checkpoints });
    findings.push(...(violation === undefined ? [] : [violation]), ...signed, ...old);
    const signedTo = Math.max(0, ...checkpoints.map(({ seq }) => seq).filter((seq) => seq <= end.seq));
    for (const entry of rest) {
      if (entry.seq > end.seq) break;
      known.set(`${symbol} ${entry.seq}`, { entry, signed: entry.seq <= signedTo });
    }
  }
  return {
    findings,
    entry: (symbol, seq) => known.get(`${symbol} ${seq}`)?.entry,
    isSigned: (symbol, seq) => known.get(`${symbol} ${seq}`)?.signed ?? false,
  };
}

/** Gives the rules access to entries, and collects findings about missing ones. */
export class Lookup {
  readonly #beside: Beside;
  readonly #own: { readonly symbol: string; readonly entries: readonly TapeEntry[] };
  readonly lacking: Finding[] = [];

  /** `own` are the entries around the fill, which are checked separately. */
  constructor(beside: Beside, own: { readonly symbol: string; readonly entries: readonly TapeEntry[] }) {
    this.#beside = beside;
    this.#own = own;
  }

  /** Returns a required, signed entry. If the entry is missing, adds a finding and returns undefined. */
  entry(symbol: string, seq: number): TapeEntry | undefined {
    const own = this.optional(symbol, seq);
    if (own === undefined) this.lacking.push(finding('beside_missing', seq, { symbol }));
    else if (symbol !== this.#own.symbol || this.#beside.entry(symbol, seq) !== undefined) {
      if (!this.#beside.isSigned(symbol, seq)) {
        this.lacking.push(finding('not_yet_signed', seq, { seconds: String(CHECKPOINT_EVERY_SECONDS) }));
      }
    }
    return own;
  }

  optional(symbol: string, seq: number): TapeEntry | undefined {
    const own = symbol === this.#own.symbol ? this.#own.entries : [];
    // Only the hash of a range's first entry is used, unless the entry is the first of the tape.
    const found = own.find((entry, at) => entry.seq === seq && (at > 0 || seq === 1));
    return this.#beside.entry(symbol, seq) ?? found;
  }
}
