/** Makes the database of a test demand runs of the guard before money leaves, as any other database does. */
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

const SCHEMA = new URL('../../server/schema/34-guard.sql', import.meta.url);

/** `owner` is a connection of the database's owner. */
export async function demandGuard(owner: Pick<pg.Client, 'query'>): Promise<void> {
  const schema = await readFile(SCHEMA, 'utf8');
  const [made] = /^create function guard_holds\(\)[^]*?^\$\$;$/m.exec(schema) ?? [];
  if (made === undefined)
    throw new Error('expected the schema to define guard_holds, found no such function');
  await owner.query(made.replace('create function', 'create or replace function'));
}
