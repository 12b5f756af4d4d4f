/**
 * The pseudonyms that replace identifying data in records. Equal texts have equal pseudonyms, so that the rules reach the same
 * decisions.
 */
import { createHmac } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import type { Pseudonym } from './fields.ts';

/**
 * Reads the key of the pseudonyms. It is stored in the database, so that every process of a platform produces the same ones at
 * all times.
 */
export async function readPseudonym(pool: Pick<Pool, 'query'>): Promise<Pseudonym> {
  const { rows } = await pool.query<{ key: Buffer }>('select k.key from record_key k');
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('expected a key of pseudonyms in the database, found none');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
