/**
 * Makes a repeated request take effect only once even if it is not a command. Changes of rows outside any book run in separate
 * transactions, which hold the book's lock. The caller computes a hash that identifies the request.
 */
import type { Connection } from '../db/pool.ts';

export type Request = {
  readonly book: bigint;
  /** The action's name followed by the client's key, as for commands. */
  readonly key: string;
  readonly bodyHash: string;
};

/**
 * Returns whether the request was executed before, or 'other' if a different request used the key. The caller must hold the
 * book's lock.
 */
export async function doneBefore(
  connection: Connection,
  { book, key, bodyHash }: Request,
): Promise<'no' | 'same' | 'other'> {
  const found = await connection.query<{ body_hash: string }>(
    'select a.body_hash from answer a where a.book = $1 and a.key = $2',
    [book, key],
  );
  const stored = found.rows[0];
  if (stored === undefined) return 'no';
  return stored.body_hash === bodyHash ? 'same' : 'other';
}

/**
 * Records the request in the transaction that executes it. The answer is not stored, because a repeated request computes it
 * again.
 */
export async function noteDone(connection: Connection, { book, key, bodyHash }: Request): Promise<void> {
  await connection.query(`insert into answer (book, key, body_hash, answer) values ($1, $2, $3, 'null')`, [
    book,
    key,
    bodyHash,
  ]);
}
