/** The language in which the platform writes to a customer. */
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Pool } from '../db/pool.ts';

/** The language that a customer chose; undefined if there is no such customer. */
export async function languageOf(pool: Pool, customer: bigint): Promise<Language | undefined> {
  const found = await pool.query<{ language: string }>('select c.language from customer c where c.id = $1', [
    customer,
  ]);
  const chosen = found.rows[0]?.language;
  return chosen === undefined ? undefined : (languages.find((one) => one === chosen) ?? languageDefault);
}
