/** The pseudonyms that replace identifying data in records. Equal texts have equal pseudonyms, so the rules decide the same. */
import { createHmac } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import type { Pseudonym } from './fields.ts';

/** Every process of a platform, and every later one, makes the same pseudonyms: the database keeps their key. */
export async function readPseudonym(pool: Pick<Pool, 'query'>): Promise<Pseudonym> {
  const { rows } = await pool.query<{ key: Buffer }>('select k.key from record_key k');
  const key = rows[0]?.key;
  if (key === undefined) throw new Error('expected a key of pseudonyms in the database, found none');
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}
