/** Whether a statement of liabilities is the one in the transparency log, for a device that keeps no entries of the log. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { LogCheckpoint } from '../tlog/checkpoint.ts';
import { leafHash, rootOfInclusion, sameHash } from '../tlog/merkle.ts';
import { TileTree } from '../tlog/tiles.ts';
import type { ReadTile } from '../tlog/tiles.ts';
import { readStatement, sumsOf } from './statement.ts';
import { hashOf } from './tree.ts';

/** The log's entry for the text of a statement; undefined if the text is malformed. */
export function entryOf(text: string): string | undefined {
  const statement = readStatement(text);
  if (statement === undefined) return undefined;
  const { number, asOfMs, trees } = statement;
  const leaves = trees.reduce((sum, tree) => sum + tree.leaves, 0);
  return `candor-liabilities-v1|${number}|${asOfMs}|${leaves}|${hashOf(text)}|${sumsOf(statement)}`;
}

export type LoggedAt = {
  /** The text of the statement. */
  readonly text: string;
  /** The index of its entry in the log. */
  readonly index: number;
  /** A checkpoint that was accepted. */
  readonly checkpoint: LogCheckpoint;
  readonly read: ReadTile;
};

/**
 * Returns whether the statement's entry is at that index of the log; undefined if the checkpoint does not cover the index yet.
 * Throws what `read` throws.
 */
export async function isLogged({ text, index, checkpoint, read }: LoggedAt): Promise<boolean | undefined> {
  const { size, root } = checkpoint;
  if (index >= size) return undefined;
  const entry = entryOf(text);
  if (entry === undefined || !Number.isSafeInteger(index) || index < 0) return false;
  const proof = await new TileTree(read, size).inclusion(index);
  const reached = rootOfInclusion({ index, size, leaf: leafHash(utf8ToBytes(entry)), proof });
  return reached !== undefined && sameHash(reached, root);
}
