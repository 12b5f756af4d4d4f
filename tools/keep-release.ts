/**
 * Keeps a release for the test that upgrades from it: `server/releases/<version>.json.gz` has the schema of the release and the
 * rows of a data folder that a demo of it made. `npm run keep:release -- --data <folder>`, with the server stopped.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { startPostgres } from '../server/src/db/postgres.ts';
import { keptReleaseFile } from './schema/kept-release.ts';
import { sqlInOrder } from '../server/src/db/migrate.ts';
import type { KeptRelease } from './schema/kept-release.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCHEMA = `${ROOT}server/schema/`;

async function keep(data: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
  const files = readdirSync(SCHEMA).filter((name) => name.endsWith('.sql'));
  const schema = sqlInOrder(files).map((name) => readFileSync(SCHEMA + name, 'utf8'));
  const postgres = await startPostgres({ directory: data });
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    await client.connect();
    const kept: KeptRelease = { schema, rows: await rowsOf(client), sequences: await sequencesOf(client) };
    writeFileSync(keptReleaseFile(version), gzipSync(JSON.stringify(kept), { level: 9 }));
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/**
 * Each row is in PostgreSQL's JSON, with exact numbers as text. A demo's history is omitted, because it can be generated again.
 */
async function rowsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const tables = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const where = name === 'candle' ? ' where not simulated' : '';
    const found = await client.query<{ row: string }>(
      `select to_json(t)::text as row from ${name} t${where}`,
    );
    if (found.rows.length > 0) rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}

async function sequencesOf(client: pg.Client): Promise<Record<string, string>> {
  const found = await client.query<{ name: string; last: string }>(
    `select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(found.rows.map(({ name, last }) => [name, last]));
}

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('expected a data folder, found none: pass --data <folder>');
await keep(values.data);
