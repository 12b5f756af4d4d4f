/**
 * The record of a batch: the facts as the database returned them, each command with its input, and the decisions. It has
 * everything that `replay.ts` needs to decide the batch again without a database. docs/re-execution.md describes the format.
 */
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';
import type { TextRow } from '../db/statements.ts';
import type { Plain } from './plain-values.ts';

export type BatchRecord = {
  readonly v: 1;
  readonly slot: number;
  /** Wall clock, milliseconds. */
  readonly wall: number;
  /** Whether no other batch could raise a tally. */
  readonly alone?: true;
  /**
   * The rows as PostgreSQL sent them, as text. Only the heads that a command read are included; the first row has the market
   * clock.
   */
  readonly found: {
    readonly locked: readonly TextRow[];
    readonly balances: readonly TextRow[];
    readonly slots: readonly TextRow[];
    readonly counters: readonly TextRow[];
    readonly before: readonly TextRow[];
    readonly heads: readonly TextRow[];
    readonly tables: readonly (readonly [
      table: string,
      found: readonly TextRow[],
      counts: readonly TextRow[],
    ])[];
  };
  /** Symbols whose triggers were too far behind, and symbols that were closed to new orders. */
  readonly lagging: readonly string[];
  readonly closed: readonly string[];
  /** The commands in the order of the batch. */
  readonly commands: readonly RecordedCommand[];
  /**
   * The house's slots that were refilled. Each entry names the command for which this was done by its position in the batch, and
   * the amount that the slot held afterwards (decimal).
   */
  readonly draws: readonly RecordedDraw[];
};

/**
 * A command that was deferred or had a stored answer is still listed, because commands' positions decide which of them may owe.
 */
export type SkippedCommand = readonly [name: 0, book: string];
export type DecidedCommand = readonly [
  name: string,
  book: string,
  /** Null if only the effects are recorded. */
  input: Plain,
  ids: readonly string[],
  /** 0 if it was accepted, 1 if it failed because of a bug, otherwise the code of the refusal. */
  outcome: 0 | 1 | string,
  effects?: RecordedEffects,
];
export type RecordedCommand = SkippedCommand | DecidedCommand;

export type RecordedDraw = readonly [
  place: number,
  account: string,
  currency: string,
  needed: string,
  held: string,
];

/** The changes made by a command that is not decided again. Later commands of the batch depend on them. */
export type RecordedEffects = {
  readonly journals: Plain;
  /** The new rows of recorded tables. Each row follows the name of its table. */
  readonly puts: Plain;
  readonly counts: Plain;
  readonly events: boolean;
  /** Whether the command was decided after all others, because the house lacked money when it was first tried. */
  readonly waited: boolean;
};

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function pack(record: BatchRecord): Buffer {
  return zstdCompressSync(JSON.stringify(record), LEVEL);
}

/** Returns the record's JSON. Throws if the bytes are not a packed record. */
export function unpack(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString('utf8');
}
