/**
 * Makes a repeated request take effect once even if it is not a command. Changes of rows outside any book run in separate
 * transactions, which hold the book's lock. A hash that the caller computes identifies the request.
 */
import type { Connection } from '../db/pool.ts';

export type Request = {
  readonly book: bigint;
  /** The action's name followed by the client's key, as for commands. */
  readonly key: string;
  readonly bodyHash: string;
};

/**
 * Whether the request was executed before; 'other' if a different request used the key. Must be called while holding the book's
 * lock.
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

/** Records the request in the transaction that executes it. No answer is stored, because each repeated request recomputes it. */
export async function noteDone(connection: Connection, { book, key, bodyHash }: Request): Promise<void> {
  await connection.query(`insert into answer (book, key, body_hash, answer) values ($1, $2, $3, 'null')`, [
    book,
    key,
    bodyHash,
  ]);
}
