/** The parts of a data folder, for programs that copy it. */
import { join } from 'node:path';
import { readIfThere } from '../server/src/db/postgres-home.ts';

/** Files kept apart from the database: the keys, and in a demo the seed of its prices and the state of its own witnesses. */
export const KEPT_APART: readonly string[] = [
  'keys',
  'log-signing-key.pem',
  'log-signing-key-before.pem',
  'tape-signing-key.pem',
  'market-seed',
  'witnesses',
];

/** The folder of the database, which is elsewhere if PostgreSQL's account cannot enter the data folder. */
export async function clusterOf(data: string): Promise<string> {
  const elsewhere = await readIfThere(join(data, 'postgres-elsewhere.txt'));
  return elsewhere?.trim() ?? join(data, 'postgres');
}
