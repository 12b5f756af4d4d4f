/**
 * `npm run audit`: asks the database of a data folder, or the one that DATABASE_URL names, whether the ledger's
 * invariants hold and the log of what operators did is whole, and prints what is not. The server may run meanwhile.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '../server/src/db/pool.ts';
import { servingUrl } from '../server/src/db/postgres-cluster.ts';
import { breaches } from '../server/src/ledger/invariants.ts';
import { verifyAudit } from '../server/src/operators/audit.ts';

const { values } = parseArgs({ options: { data: { type: 'string', default: '.data' } } });
const url = process.env['DATABASE_URL'] ?? (await servingUrl(resolve(values.data)).catch(stopWith));
const pool = createPool(url, { max: 1 });
try {
  const log = await verifyAudit(pool);
  const found = await breaches(pool);
  if (log.fault !== undefined) {
    found.push({ invariant: 'L21: the log of what operators did is whole', detail: log.fault });
  }
  for (const { invariant, detail } of found) process.stdout.write(`${invariant}\n  ${detail}\n`);
  process.stdout.write(found.length === 0 ? 'Every invariant holds.\n' : `${found.length} breaches.\n`);
  process.stdout.write(`The log of operators has ${log.records} records; its newest hash is ${log.head}.\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await pool.end();
}

function stopWith(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
