/**
 * The log's key and name. A log that has signed anything must keep both, because with different ones it would be a different log.
 */
import { rmSync } from 'node:fs';
import type { Pool } from '../../db/pool.ts';
import { statedKeys } from '../keys/key-changes.ts';
import { beforeFileOf, isKey, openKeptKey } from '../keys/kept-keys.ts';
import { readSigningKey } from '../keys/signing-key.ts';
import type { LogSigner } from './log.ts';
import { isOfLog, nameOf, vkeyOf } from './note.ts';

const ORIGIN_KEY_BYTES = 4;
/**
 * How long the previous key signs together with a new one. Devices and watches follow the statement of the new key, so they need
 * no overlap. A witness follows only when its operator runs a command, and the operator may be away for a weekend. Until then,
 * the old key is in a file that could be stolen.
 */
const OVERLAP_MS = 7 * 24 * 60 * 60_000;

type Asked = {
  readonly dataFolder: string;
  /** The log's name; derived from its first key if absent. */
  readonly origin: string | undefined;
  readonly nowMs: number;
};

/** Opens the key, for the process that signs. */
export async function openLogSigner(pool: Pool, { dataFolder, origin, nowMs }: Asked): Promise<LogSigner> {
  const newest = await pool.query<{ size: string; note: string }>(
    'select size, note from tlog_checkpoint order by size desc limit 1',
  );
  const [last] = newest.rows;
  const signedBefore = last && {
    what: `has a transparency log of ${last.size} entries that it signed`,
    isOf: ({ publicKey }: { readonly publicKey: Uint8Array }) =>
      isOfLog(last.note, origin ?? originOf(publicKey), publicKey),
  };
  const keeping = { pool, folder: dataFolder, purpose: 'log', nowMs, signedBefore } as const;
  const { key, stated } = await openKeptKey(keeping);
  const name = origin ?? originOf(stated[0]?.publicKey ?? key.publicKey);
  if (last !== undefined && nameOf(last.note) !== name) {
    throw new Error(
      `expected the transparency log to keep its name, ${nameOf(last.note)}, found ${name}. Give the same --log-origin as before.`,
    );
  }
  const { publicKey } = key;
  const signer = { name, publicKey, sign: (text: string) => key.sign(text) };
  const [replaced, replacing] = stated.slice(-2);
  const before = readSigningKey(beforeFileOf(dataFolder));
  const overlaps =
    before !== undefined &&
    replaced !== undefined &&
    replacing !== undefined &&
    isKey(before, replaced) &&
    nowMs < replacing.sinceMs + OVERLAP_MS;
  // A key that no longer signs would be useful only to a thief.
  if (before !== undefined && !overlaps) rmSync(beforeFileOf(dataFolder));
  return overlaps ? { ...signer, before } : signer;
}

/**
 * Returns the log's verifier key as stated by the leader, for processes that only serve. Returns undefined before there was a
 * leader.
 */
export async function publicLogKey(
  pool: Pick<Pool, 'query'>,
  origin: string | undefined,
): Promise<string | undefined> {
  const stated = await statedKeys(pool, 'log');
  const [first, newest] = [stated[0], stated.at(-1)];
  if (first === undefined || newest === undefined) return undefined;
  return vkeyOf(origin ?? originOf(first.publicKey), 'log', newest.publicKey);
}

/** A demo's log is named after its first key, so that no two demos have the same name. */
function originOf(publicKey: Uint8Array): string {
  return `demo.candor/${Buffer.from(publicKey.subarray(0, ORIGIN_KEY_BYTES)).toString('hex')}`;
}
