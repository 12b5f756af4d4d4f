/**
 * `npm run export:day -- --day 2026-11-27 --to <folder>`: writes the data with which an auditor can decide a day's commands
 * again, from the database of a data folder or the one that DATABASE_URL names, and prints the counts and SHA-256 hashes. It only
 * reads and may run next to the server.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createPool } from '../server/src/db/pool.ts';
import { servingUrl } from '../server/src/db/postgres-cluster.ts';
import { exportDay } from '../server/src/reexecution/export-day.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '.data' },
    day: { type: 'string' },
    to: { type: 'string' },
  },
});
const { day, to } = values;
if (day === undefined || to === undefined)
  stopWith(new Error('expected --day, such as 2026-11-27, and --to <folder>; one is missing'));
const url = process.env['DATABASE_URL'] ?? (await servingUrl(resolve(values.data)).catch(stopWith));
const pool = createPool(url, { max: 1, auditing: true });
try {
  const { files } = await exportDay(pool, day, resolve(to)).catch(stopWith);
  for (const [name, { lines, sha256 }] of Object.entries(files))
    process.stdout.write(`${name.padEnd(9)} ${String(lines).padStart(10)} lines  ${sha256}\n`);
  process.stdout.write(`The day is in ${to}; decide it again with: npm run reexecute -- ${to}\n`);
} finally {
  await pool.end();
}

function stopWith(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
