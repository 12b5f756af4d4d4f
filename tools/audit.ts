/**
 * `npm run audit`: asks the database of a data folder, or the one that DATABASE_URL names, whether the ledger's
 * invariants hold, and prints what does not. The server may run meanwhile.
 */
import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '../server/src/db/pool.ts';
import { breaches } from '../server/src/ledger/invariants.ts';
import { servingUrl } from '../server/src/db/postgres-cluster.ts';

const { values } = parseArgs({ options: { data: { type: 'string', default: '.data' } } });
const url = process.env['DATABASE_URL'] ?? (await urlOfFolder(resolve(values.data)));
const pool = createPool(url, { max: 1 });
try {
  const found = await breaches(pool);
  for (const { invariant, detail } of found) process.stdout.write(`${invariant}\n  ${detail}\n`);
  process.stdout.write(found.length === 0 ? 'Every invariant holds.\n' : `${found.length} breaches.\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await pool.end();
}

async function urlOfFolder(data: string): Promise<string> {
  await access(join(data, 'postgres.json')).catch(() => {
    process.stderr.write(`${data} holds no database; name a data folder with --data.\n`);
    process.exit(2);
  });
  return servingUrl(data);
}
