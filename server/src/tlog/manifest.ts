/** States which files of the customers' app this server serves, for the transparency log. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../db/pool.ts';

/** Compressed copies have the same content, and source maps are not served. */
const LEFT_OUT = /\.(?:br|gz|map)$/;

/** A line for each file: its SHA-256 in hex, two spaces, and its path from the app's root. */
export function manifestOf(root: string): string {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !LEFT_OUT.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(root.length).replace(/^\//, ''))
    .toSorted();
  return paths.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join('');
}

/** Stores the manifest if it differs from the newest one. */
export async function stateManifest(pool: Pool, text: string, nowMs: number): Promise<void> {
  await pool.query(
    `insert into tlog_manifest (number, hash, text, time_ms)
      select coalesce(max(m.number), 0) + 1, sha256(convert_to($1, 'UTF8')), $1, $2 from tlog_manifest m
      having sha256(convert_to($1, 'UTF8')) is distinct from (select n.hash from tlog_manifest n order by n.number desc limit 1)
      on conflict do nothing`,
    [text, nowMs],
  );
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
