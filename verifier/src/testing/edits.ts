/** Edits that somebody with write access to a tape's table might make, each with the finding that must come first. */
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { rechained } from './made-tape.ts';

/** Returns an integer from 0 to `below` - 1. */
export type Random = (below: number) => number;

/** Returns a generator of reproducible random numbers (32-bit linear congruential, with the constants of Numerical Recipes). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export type Edited = {
  readonly entries: readonly TapeEntry[];
  /** The number of the first invalid entry, or of the first checkpoint that no longer matches. */
  readonly found: number;
};

type Tape = { readonly entries: readonly TapeEntry[]; readonly checkpoints: readonly Checkpoint[] };

export const EDITS = ['replace', 'delete', 'insert', 'reorder', 're-chain'] as const;

/** Makes one random edit before the last checkpoint. */
export function editTape(kind: (typeof EDITS)[number], tape: Tape, random: Random): Edited {
  const last = tape.checkpoints.at(-1)?.seq ?? 0;
  // At least two entries must be between the edit and the last checkpoint.
  const seq = 1 + random(last - 2);
  return EDITORS[kind](tape, seq, random);
}

const EDITORS: Readonly<Record<(typeof EDITS)[number], (tape: Tape, seq: number, random: Random) => Edited>> =
  {
    replace: ({ entries }, seq, random) => {
      const changed = changedEntry(entryAt(entries, seq), random);
      return { entries: entries.with(seq - 1, changed), found: seq };
    },
    delete: ({ entries }, seq, random) => {
      const rest = entries.toSpliced(seq - 1, 1);
      // Either the entry is only deleted, or the entries after it are also renumbered.
      return { entries: random(2) === 0 ? rest : renumbered(rest), found: seq };
    },
    insert: ({ entries }, seq, random) => {
      const made = { ...entryAt(entries, seq), seq: seq + 1 };
      const more = entries.toSpliced(seq, 0, made);
      return { entries: random(2) === 0 ? more : renumbered(more), found: seq + 1 };
    },
    reorder: ({ entries }, seq, random) => {
      const other = seq + 1 + random(Math.min(20, entries.length - seq));
      const swapped = entries.with(seq - 1, entryAt(entries, other)).with(other - 1, entryAt(entries, seq));
      return { entries: random(2) === 0 ? swapped : renumbered(swapped), found: seq };
    },
    're-chain': ({ entries, checkpoints }, seq, random) => {
      const changed = entries.with(seq - 1, changedEntry(entryAt(entries, seq), random, PRICES));
      const found = checkpoints.find((checkpoint) => checkpoint.seq >= seq)?.seq ?? 0;
      // The gap entries after a changed quote get the new prices too, as a careful forger would do.
      return { entries: rechained(repeated(changed)), found };
    },
  };

const PRICES = ['bid', 'ask', 'last', 'volume'] as const;
const FIELDS = [...PRICES, 'time_ms', 'feed_time_ms', 'hash', 'gap'] as const;

/** Returns an entry with one field changed slightly. */
function changedEntry(
  entry: TapeEntry,
  random: Random,
  fields: readonly (typeof FIELDS)[number][] = FIELDS,
): TapeEntry {
  // The hash of a gap doesn't cover its prices, so the entry is turned into a quote first.
  const quote = entry.gap === true && fields === PRICES ? { ...entry, gap: false } : entry;
  const field = fields[random(fields.length)] ?? 'last';
  if (field === 'gap') return { ...quote, gap: quote.gap !== true };
  if (field === 'hash')
    return { ...quote, hash: `${entry.hash.slice(0, -1)}${entry.hash.endsWith('0') ? '1' : '0'}` };
  if (field === 'time_ms' || field === 'feed_time_ms')
    return { ...quote, [field]: quote[field] + 1 + random(5) };
  return { ...quote, [field]: String(1000 + random(1000)) };
}

function renumbered(entries: readonly TapeEntry[]): TapeEntry[] {
  return entries.map((entry, at) => ({ ...entry, seq: at + 1 }));
}

function repeated(entries: readonly TapeEntry[]): TapeEntry[] {
  const all: TapeEntry[] = [];
  for (const entry of entries) {
    const before = all.at(-1);
    const { bid, ask, last, feed_time_ms } = before ?? entry;
    all.push(entry.gap === true ? { ...entry, bid, ask, last, feed_time_ms, volume: '0' } : entry);
  }
  return all;
}

function entryAt(entries: readonly TapeEntry[], seq: number): TapeEntry {
  const entry = entries[seq - 1];
  if (entry === undefined) throw new Error(`expected an entry ${seq}, found none`);
  return entry;
}
