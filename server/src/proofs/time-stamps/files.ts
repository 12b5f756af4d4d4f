/** The files of time stamps under `/log/stamps/`. They never change, except for the list of the newest ones. */
import type { Pool } from '../../db/pool.ts';

export type StampFile = { readonly body: Buffer; readonly type: string; readonly isImmutable: boolean };

const STAMP = /^stamps\/([1-9]\d{0,15})\.(tsr|note)$/;
const POLICY = /^stamps\/policy\/([1-9]\d{0,15})\.pem$/;
const LISTED_MAX = 1000;
const TEXT = 'text/plain; charset=utf-8';

/** Returns the file at a path under `/log/`, or undefined if there is none. */
export async function readStampFile(pool: Pool, path: string): Promise<StampFile | undefined> {
  if (path === 'stamps/list') return readList(pool);
  const policy = POLICY.exec(path)?.[1];
  if (policy !== undefined) return readPolicy(pool, policy);
  const [, number, kind] = STAMP.exec(path) ?? [];
  if (number === undefined) return undefined;
  const { rows } = await pool.query<{ note: string; answer: Buffer }>(
    'select note, answer from time_stamp where number = $1',
    [number],
  );
  const [stamp] = rows;
  if (stamp === undefined) return undefined;
  return kind === 'tsr'
    ? { body: stamp.answer, type: 'application/timestamp-reply', isImmutable: true }
    : { body: Buffer.from(stamp.note), type: TEXT, isImmutable: true };
}

/**
 * Returns one line for each of the newest stamps, newest first: number, policy, number of entries, time in milliseconds,
 * authority.
 */
async function readList(pool: Pool): Promise<StampFile> {
  const { rows } = await pool.query<{ line: string }>(
    `select number || '|' || policy || '|' || size || '|' || time_ms || '|' || tsa as line
      from time_stamp order by number desc limit $1`,
    [LISTED_MAX],
  );
  const body = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''));
  return { body, type: TEXT, isImmutable: false };
}

async function readPolicy(pool: Pool, number: string): Promise<StampFile | undefined> {
  const { rows } = await pool.query<{ text: string }>(
    'select text from time_stamp_policy where number = $1',
    [number],
  );
  const text = rows[0]?.text;
  return text === undefined ? undefined : { body: Buffer.from(text), type: TEXT, isImmutable: true };
}
