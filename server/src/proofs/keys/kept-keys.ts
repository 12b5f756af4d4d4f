/**
 * The keys that sign for the platform, stored in its data folder. Once anything was signed, only the same key may continue to
 * sign: if its file is missing or is another key's, the start fails, and no new key is created in its place.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pool } from '../../db/pool.ts';
import { introduceKey, statedKeys } from './key-changes.ts';
import type { KeyPurpose, StatedKey } from './key-changes.ts';
import { openSigningKey, readSigningKey, syncFolder } from './signing-key.ts';
import type { SigningKey } from './signing-key.ts';
import { keysViolation } from './verify-keys.ts';

/** The purposes whose keys are files. The vault's key signs only its own change. */
export type FilePurpose = Exclude<KeyPurpose, 'vault'>;

const FILES: Readonly<Record<FilePurpose, string>> = {
  tape: 'tape-signing-key.pem',
  log: 'log-signing-key.pem',
};

const keyFileOf = (folder: string, purpose: FilePurpose): string => join(folder, FILES[purpose]);
/** The file of a key that has been generated but may not be in the log yet. */
export const nextFileOf = (folder: string, purpose: FilePurpose): string =>
  `${keyFileOf(folder, purpose)}.next`;
/** The log's previous key, which also signs for a while after a rotation. */
export const beforeFileOf = (folder: string): string => `${keyFileOf(folder, 'log')}.before`;

/** Data that an earlier release signed before the database stated keys. */
export type SignedBefore = { readonly what: string; isOf(key: SigningKey): boolean };

export type Keeping = {
  readonly pool: Pick<Pool, 'query'>;
  readonly folder: string;
  readonly purpose: FilePurpose;
  readonly nowMs: number;
  /** The data that depends on the key, and whether there is any. */
  readonly signedBefore: SignedBefore | undefined;
};

/** Opens the current signing key, with the stated keys up to it. Creates a key only if nothing was ever signed. */
export async function openKeptKey(
  keeping: Keeping,
): Promise<{ readonly key: SigningKey; readonly stated: readonly StatedKey[] }> {
  const { pool, folder, purpose, nowMs, signedBefore } = keeping;
  const path = keyFileOf(folder, purpose);
  const known = await statedKeys(pool, purpose);
  const violation = keysViolation(known);
  if (violation !== undefined)
    throw new Error(`expected each stated key to follow the one before, but ${violation}`);
  const newest = known.at(-1);
  if (newest !== undefined) return { key: settle(keeping, newest), stated: known };
  const isNew = !existsSync(path) && signedBefore === undefined;
  const key = isNew ? openSigningKey(path) : readSigningKey(path);
  if (key === undefined) throw lost(keeping, 'none');
  if (signedBefore !== undefined && !signedBefore.isOf(key)) throw lost(keeping, 'another');
  await introduceKey(pool, key, { purpose, nowMs });
  const stated = await statedKeys(pool, purpose);
  if (stated[0] === undefined || isKey(key, stated[0])) return { key, stated };
  // Another process stated its key first. This one has signed nothing.
  if (isNew) rmSync(path);
  throw lost(keeping, 'another');
}

/** Returns the tape's key for a process that signs receipts with it, once a leader has opened it. */
export function keptTapeKey(folder: string): SigningKey {
  const key = readSigningKey(keyFileOf(folder, 'tape'));
  if (key !== undefined) return key;
  throw new Error(
    `expected the key of the tape in ${keyFileOf(folder, 'tape')}, found none. It signs receipts of orders; copy the file from ` +
      'the machine that leads the market.',
  );
}

/** Throws if the tape's key in the folder differs from the newest stated one, for example on a machine that missed a rotation. */
export async function demandTapeKey(pool: Pick<Pool, 'query'>, folder: string): Promise<void> {
  const newest = (await statedKeys(pool, 'tape')).at(-1);
  const key = readSigningKey(keyFileOf(folder, 'tape'));
  if (newest === undefined || key === undefined || isKey(key, newest)) return;
  throw lost({ folder, purpose: 'tape', signedBefore: undefined }, 'another');
}

/**
 * Returns the newest stated key from its file. Completes a rotation that was interrupted between stating the key and renaming its
 * file.
 */
export function settle(keeping: Pick<Keeping, 'folder' | 'purpose' | 'signedBefore'>, newest: StatedKey) {
  const { folder, purpose } = keeping;
  const path = keyFileOf(folder, purpose);
  const key = readSigningKey(path);
  if (key !== undefined && isKey(key, newest)) return key;
  const next = readSigningKey(nextFileOf(folder, purpose));
  if (next === undefined || !isKey(next, newest)) throw lost(keeping, key === undefined ? 'none' : 'another');
  if (key !== undefined && purpose === 'log') renameSync(path, beforeFileOf(folder));
  renameSync(nextFileOf(folder, purpose), path);
  syncFolder(dirname(path));
  return next;
}

export const isKey = (key: SigningKey, { publicKey }: Pick<StatedKey, 'publicKey'>): boolean =>
  publicKey.equals(key.publicKey);

function lost(
  { folder, purpose, signedBefore }: Pick<Keeping, 'folder' | 'purpose' | 'signedBefore'>,
  found: 'none' | 'another',
): Error {
  const what = signedBefore?.what ?? 'states it as its newest key';
  return new Error(
    `expected the key of the ${purpose} in ${keyFileOf(folder, purpose)}, found ${found}. This database ${what}. ` +
      'Restore the file from a backup. No new key is made, because nobody who knows the old one would accept it.',
  );
}
