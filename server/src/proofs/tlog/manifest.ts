/** States in the transparency log which files of the customers' app this server serves. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from '../../db/pool.ts';

/** Compressed copies have the same content, and source maps are not served. */
const LEFT_OUT = /\.(?:br|gz|map)$/;

/** Returns one line for each file: its SHA-256 in hex, two spaces, and its path from the app's root. */
export function manifestOf(root: string): string {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !LEFT_OUT.test(file.name))
    .map((file) => join(file.parentPath, file.name).slice(root.length).replace(/^\//, ''))
    .toSorted();
  return paths.map((path) => `${sha256(readFileSync(join(root, path)))}  ${path}\n`).join('');
}

/**
 * Stores the manifest if it differs from the newest one. The reason is recorded only if the same manifest was stored before,
 * which means that an older build is served again.
 */
export async function stateManifest(
  pool: Pool,
  text: string,
  { nowMs, reason }: { readonly nowMs: number; readonly reason: string | undefined },
): Promise<void> {
  const hash = sha256(Buffer.from(text));
  const { rows } = await pool.query<{ newest: boolean; older: boolean }>(
    `select m.hash = decode($1, 'hex') as newest,
        exists (select from tlog_manifest o where o.hash = decode($1, 'hex')) as older
      from tlog_manifest m order by m.number desc limit 1`,
    [hash],
  );
  const { newest, older } = rows[0] ?? { newest: false, older: false };
  if (newest) return;
  if (older && reason === undefined)
    throw new Error(
      'the app in web/dist is older than one served before: update it, or give --app-rollback with a reason, which is published',
    );
  await pool.query(
    `insert into tlog_manifest (number, hash, text, time_ms, reason)
      select coalesce(max(m.number), 0) + 1, sha256(convert_to($1, 'UTF8')), $1, $2, $3 from tlog_manifest m
      having sha256(convert_to($1, 'UTF8')) is distinct from (select n.hash from tlog_manifest n order by n.number desc limit 1)
      on conflict do nothing`,
    [text, nowMs, older ? reason : null],
  );
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
