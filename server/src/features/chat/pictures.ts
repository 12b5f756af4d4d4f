/** Images in a conversation: re-encoded without metadata, sealed, and served only to its two sides. */
import { randomBytes } from 'node:crypto';
import type { Pool } from '../../db/pool.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Picture } from '../../identity/documents/pictures.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { LIMITS } from '../../limits.ts';

type Deps = { readonly pool: Pool; readonly vault: Vault };

export async function keepPicture(
  { pool, vault }: Deps,
  { conversation, picture, nowMs }: { conversation: bigint; picture: Picture; nowMs: number },
): Promise<string> {
  const id = randomBytes(16).toString('hex');
  await pool.query(
    `insert into chat_picture (id, conversation, sealed, mime, width, height, stored_ms)
      values ($1, $2, $3, 'image/jpeg', $4, $5, $6)`,
    [
      ...[id, conversation, vault.seal(picture.bytes, sealedFor(id, conversation))],
      ...[picture.width, picture.height, nowMs],
    ],
  );
  return id;
}

/** Returns undefined if the image does not exist or belongs to a different conversation. */
export async function openPicture(
  { pool, vault }: Deps,
  { conversation, id }: { readonly conversation: bigint; readonly id: string },
): Promise<{ readonly mime: string; readonly base64: string } | undefined> {
  const found = await pool.query<{ sealed: Buffer; mime: string }>(
    'select p.sealed, p.mime from chat_picture p where p.id = $1 and p.conversation = $2',
    [id, conversation],
  );
  const row = found.rows[0];
  if (row === undefined) return undefined;
  const bytes = vault.open(row.sealed, sealedFor(id, conversation));
  return { mime: row.mime, base64: bytes.toString('base64') };
}

function sealedFor(id: string, conversation: bigint): string {
  return `chat picture ${id} ${conversation}`;
}

/** Deletes images that were not sent within a day of their upload, and returns their number. */
export async function removeUnsent(pool: Pool, nowMs: number): Promise<number> {
  const removed = await pool.query('delete from chat_picture p where not p.sent and p.stored_ms < $1', [
    nowMs - LIMITS.uploads.looseMs,
  ]);
  return removed.rowCount ?? 0;
}

export function startPictureCleaner(options: {
  readonly pool: Pool;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): Periodic {
  const work = async (): Promise<void> => {
    await removeUnsent(options.pool, options.now());
  };
  return every(LIMITS.uploads.cleanEveryMs, work, options.onError);
}
