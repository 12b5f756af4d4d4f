/**
 * A request repeated with its key is done once, also where it is no command: what touches rows that are no book's runs in a
 * transaction of its own that holds the book's lock. What was asked is kept as the hash that the caller made of it.
 */
import type { Connection } from '../db/pool.ts';

export type Request = {
  readonly book: bigint;
  /** The client's key behind the name of what is done, as commands have it. */
  readonly key: string;
  readonly bodyHash: string;
};

/** Whether this was done before; `other` when its key was used for something else. Asked under the book's lock. */
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

/** Keeps that it was done, in the transaction that does it. The answer is made anew each time, so none is stored. */
export async function noteDone(connection: Connection, { book, key, bodyHash }: Request): Promise<void> {
  await connection.query(`insert into answer (book, key, body_hash, answer) values ($1, $2, $3, 'null')`, [
    book,
    key,
    bodyHash,
  ]);
}
