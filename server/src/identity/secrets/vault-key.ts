/** Reads the vault's key from the environment, or from a file in the data folder that is created at the first start. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const KEY_BYTES = 32;

/**
 * Returns the given key, or otherwise the key in the data folder. That key is created if it is missing and the database has
 * nothing that was sealed with a different one.
 */
export function vaultKey(from: {
  readonly given: Buffer | undefined;
  readonly dataFolder: string;
  readonly isSealed: boolean;
}): Buffer {
  if (from.given !== undefined || from.isSealed) return readVaultKey(from);
  const folder = join(from.dataFolder, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // The flag "wx" ensures that if two processes start together, exactly one creates the key and the other reads it.
    writeFileSync(fileOf(from.dataFolder), `${randomBytes(KEY_BYTES).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
    });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  return readVaultKey(from);
}

/** Returns the key for programs that run next to a server. Never creates one. */
export function readVaultKey(from: {
  readonly given: Buffer | undefined;
  readonly dataFolder: string;
}): Buffer {
  if (from.given !== undefined) return from.given;
  return keyIn(fileOf(from.dataFolder));
}

function keyIn(path: string): Buffer {
  const key = Buffer.from(textOf(path).trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`expected ${path} to hold ${KEY_BYTES} bytes in base64`);
  return key;
}

/** The file of a key that a rotation has generated but that the database may not have recorded yet. */
const nextFileOf = (dataFolder: string): string => `${fileOf(dataFolder)}.next`;

/** Returns the file for the key that a rotation replaces: `vault.key.before-<n>`, with a number that is not taken. */
function beforeFileOf(dataFolder: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${fileOf(dataFolder)}.before-${number}`;
    if (!existsSync(path)) return path;
  }
}

/**
 * Generates the next key in a separate file. If an earlier attempt left one behind, the database never recorded it, and it is
 * replaced.
 */
export function makeNextVaultKey(dataFolder: string): Buffer {
  const path = nextFileOf(dataFolder);
  const key = randomBytes(KEY_BYTES);
  rmSync(path, { force: true });
  writeFileSync(path, `${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  syncFolder(dirname(path));
  return key;
}

/**
 * Completes a rotation that was interrupted between recording the next key in the database and renaming its file. Previous keys
 * are kept for old backups.
 */
export function completeVaultKey(dataFolder: string, isCurrent: (key: Buffer) => boolean): void {
  const [path, next] = [fileOf(dataFolder), nextFileOf(dataFolder)];
  if (!existsSync(next) || (existsSync(path) && isCurrent(keyIn(path))) || !isCurrent(keyIn(next))) return;
  if (existsSync(path)) renameSync(path, beforeFileOf(dataFolder));
  renameSync(next, path);
  syncFolder(dirname(path));
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    throw new Error(
      `expected the vault's key in ${path}, found none. It opens what this database sealed: authenticators, documents, bank ` +
        "cards. Restore the file from a backup, or pass the server's key as VAULT_KEY.",
      { cause: error },
    );
  }
}

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'keys', 'vault.key');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
