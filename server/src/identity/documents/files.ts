/**
 * Stores uploaded images, encrypted and under random names. A file is unattached until it is attached to a record, and deleted
 * after a day without one. No API call returns a file to customers; operators read files, and each read is recorded.
 */
import { randomBytes } from 'node:crypto';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LIMITS } from '../../limits.ts';
import type { Picture } from './pictures.ts';
import type { Vault } from '../secrets/vault.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const { dayMax, looseMs, cleanEveryMs } = LIMITS.uploads;

export type FilePurpose = CallInput<'POST upload'>['purpose'];
type Owned = { readonly customer: bigint; readonly purpose: FilePurpose };
type Uploaded = Owned & { readonly bytes: Buffer };

const duplicate = (file: { id: string; attached: boolean }) =>
  refuse('file_duplicate', { field: 'file', params: file.attached ? {} : { file: file.id } });

export async function hadEnough(
  db: Pool | Connection,
  at: { readonly customer: bigint; readonly nowMs: number },
): Promise<boolean> {
  const today = await db.query<{ n: number }>(
    'select count(*)::int as n from stored_file f where f.customer = $1 and f.stored_ms > $2',
    [at.customer, at.nowMs - DAY_MS],
  );
  return (today.rows[0]?.n ?? 0) >= dayMax;
}

/**
 * Returns the violation of an image that the customer has already uploaded for this purpose. It names the earlier file if that
 * one is still unattached.
 */
export async function duplicateOf(db: Pool | Connection, vault: Vault, uploaded: Uploaded) {
  const found = await db.query<{ id: string; attached: boolean }>(
    'select f.id, f.attached from stored_file f where f.customer = $1 and f.purpose = $2 and f.digest = $3 and not f.released',
    [uploaded.customer, uploaded.purpose, digestOf(vault, uploaded.bytes)],
  );
  const file = found.rows[0];
  return file === undefined ? undefined : duplicate(file);
}

/** Stores an image under a new name, unless the customer has reached the daily limit or has uploaded the same image before. */
export async function keepFile(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  file: Uploaded & { readonly picture: Picture; readonly nowMs: number },
): Promise<Outcome<{ readonly id: string }, 'file_duplicate' | 'uploads_too_many'>> {
  const { customer, purpose, bytes, picture, nowMs } = file;
  const id = randomBytes(16).toString('hex');
  return inTransaction(pool, async (connection) => {
    // Each customer's uploads run one at a time, so that concurrent ones can't exceed the limit.
    await connection.query('select from customer c where c.id = $1 for no key update', [customer]);
    if (await hadEnough(connection, file)) return refuse('uploads_too_many');
    const known = await duplicateOf(connection, vault, file);
    if (known !== undefined) return known;
    await connection.query(
      `insert into stored_file (id, customer, purpose, digest, sealed, mime, width, height, stored_ms)
        values ($1, $2, $3, $4, $5, 'image/jpeg', $6, $7, $8)`,
      [
        ...[id, customer, purpose, digestOf(vault, bytes)],
        ...[vault.seal(picture.bytes, sealedFor(id, customer)), picture.width, picture.height, nowMs],
      ],
    );
    return ok({ id });
  });
}

/**
 * Whether all the files belong to the customer and are unattached or released. Locks them until the transaction ends. A released
 * file is not accepted if the same image was uploaded again, because the newer file replaces it.
 */
export async function filesAreFree(
  connection: Connection,
  files: Owned & { readonly ids: readonly string[] },
): Promise<boolean> {
  // `keepFile` takes the same lock, so the same image can't be uploaded in the meantime.
  await connection.query('select from customer c where c.id = $1 for no key update', [files.customer]);
  const free = await connection.query(
    `select from stored_file f where f.id = any($1) and f.customer = $2 and f.purpose = $3
      and (not f.attached or f.released) and not (f.released and exists (select from stored_file again
        where again.customer = f.customer and again.purpose = f.purpose and again.digest = f.digest
          and not again.released)) for update`,
    [files.ids, files.customer, files.purpose],
  );
  return free.rowCount === files.ids.length;
}

/** Attaches files. An attached file no longer counts as released. */
export async function attachFiles(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query('update stored_file set attached = true, released = false where id = any($1)', [
    ids,
  ]);
}

/** Releases the files of a rejected record, so that the customer can reuse them or upload the same images again. */
export async function releaseFiles(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query('update stored_file set released = true where id = any($1)', [ids]);
}

/** Decrypts an image. The caller must have recorded the read. */
export async function openPicture(
  { db, vault }: { readonly db: Pool | Connection; readonly vault: Vault },
  file: { readonly id: string; readonly customer: bigint },
): Promise<{ readonly mime: string; readonly bytes: Buffer }> {
  const found = await db.query<{ sealed: Buffer; mime: string }>(
    'select f.sealed, f.mime from stored_file f where f.id = $1 and f.customer = $2',
    [file.id, file.customer],
  );
  const stored = found.rows[0];
  if (stored === undefined)
    throw new Error(`expected customer ${file.customer} to have file ${file.id}, found none`);
  return { mime: stored.mime, bytes: vault.open(stored.sealed, sealedFor(file.id, file.customer)) };
}

/** Deletes files that are still unattached after a day, and returns their number. */
export async function removeLooseFiles(pool: Pool, nowMs: number): Promise<number> {
  const removed = await pool.query('delete from stored_file f where not f.attached and f.stored_ms < $1', [
    nowMs - looseMs,
  ]);
  return removed.rowCount ?? 0;
}

/** Deletes loose files periodically, until the returned function is called. */
export function startFileCleaner(options: {
  readonly pool: Pool;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = removeLooseFiles(options.pool, options.now()).catch(options.onError);
  }, cleanEveryMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

function digestOf(vault: Vault, bytes: Buffer): Buffer {
  return vault.keyed(bytes, 'upload');
}

function sealedFor(id: string, customer: bigint): string {
  return `file ${id} ${customer}`;
}
