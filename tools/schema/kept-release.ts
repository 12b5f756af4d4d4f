/** A release as `npm run keep:release` keeps it, and a database rebuilt from it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';

const FOLDER = fileURLToPath(new URL('../../server/releases/', import.meta.url));

export type KeptRelease = {
  /** The files of the release's schema, in order. */
  readonly schema: readonly string[];
  /** By table; each row as PostgreSQL writes it in JSON. */
  readonly rows: Readonly<Record<string, readonly string[]>>;
  readonly sequences: Readonly<Record<string, string>>;
};

export function keptReleaseFile(version: string): string {
  return `${FOLDER}${version}.json.gz`;
}

/** Expects an empty database. */
export async function restoreRelease(owner: pg.Client, version: string): Promise<void> {
  const kept = JSON.parse(gunzipSync(readFileSync(keptReleaseFile(version))).toString('utf8')) as KeptRelease;
  await owner.query('begin');
  await owner.query('set local check_function_bodies = off');
  await owner.query(
    'create table migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  for (const sql of kept.schema) await owner.query(sql);
  await owner.query('set local session_replication_role = replica');
  for (const [table, rows] of Object.entries(kept.rows)) {
    await owner.query(`delete from "${table}"`);
    const { rows: written } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = format('public.%I', $1::text)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const columns = written[0]?.columns ?? '';
    await owner.query(
      `insert into "${table}" (${columns}) overriding system value
        select ${columns} from unnest($1::text[]) as t (row), json_populate_record(null::public."${table}", t.row::json)`,
      [rows],
    );
  }
  for (const [name, last] of Object.entries(kept.sequences)) {
    await owner.query('select setval($1::regclass, $2)', [name, last]);
  }
  await owner.query('commit');
}
