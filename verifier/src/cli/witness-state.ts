/** A witness's memory and key on disk: one file each in its folder, written so that a crash leaves the old or the new content. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { toBase64 } from '../tlog/base64.ts';
import type { NoteKey } from '../tlog/note.ts';
import { keyId } from '../tlog/note.ts';
import type { Cosigned, WitnessState } from '../witness/witness.ts';

const STATE_FILE = 'cosigned.json';
const KEY_FILE = 'witness-key.pem';
const LOCK_FILE = 'witness.pid';

/** Opens the memory in a folder. A file that cannot be read ends the program: a witness that forgets would cosign a fork. */
export function openState(folder: string): WitnessState {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, STATE_FILE);
  const known = readState(path);
  let writing: Promise<void> = Promise.resolve();
  return {
    get: (origin) => known.get(origin),
    store: async (origin, cosigned) => {
      const written = writing.then(async () => {
        const notes = Object.fromEntries([...known].map(([name, { note }]) => [name, note]));
        await writeDurably(
          folder,
          path,
          `${JSON.stringify({ ...notes, [origin]: cosigned.note }, null, 2)}\n`,
        );
        known.set(origin, cosigned);
      });
      // The next write runs whether or not this one failed.
      writing = written.catch(() => undefined);
      await written;
    },
  };
}

function readState(path: string): Map<string, Cosigned> {
  const known = new Map<string, Cosigned>();
  if (!existsSync(path)) return known;
  const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof stored !== 'object' || stored === null) throw new Error(`expected cosigned notes in ${path}`);
  for (const [origin, note] of Object.entries(stored)) {
    const checkpoint = typeof note === 'string' ? readCheckpoint(note) : undefined;
    if (checkpoint?.origin !== origin) throw new Error(`expected a checkpoint of ${origin} in ${path}`);
    known.set(origin, { size: checkpoint.size, root: toBase64(checkpoint.root), note: String(note) });
  }
  return known;
}

async function writeDurably(folder: string, path: string, content: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Locks a folder for this process until it exits. Two processes would not know what the other one cosigned. */
export function lockFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, LOCK_FILE);
  const other = existsSync(path) ? Number(readFileSync(path, 'utf8')) : undefined;
  if (other !== undefined && isAlive(other))
    throw new Error(`the witness's folder ${folder} is used by process ${other}`);
  rmSync(path, { force: true });
  // If two processes start together, one of them fails here.
  writeFileSync(path, String(process.pid), { flag: 'wx' });
  process.once('exit', () => rmSync(path, { force: true }));
}

function isAlive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Returns the witness's key, which is created at the first start. A folder with stored cosignatures must already have one.
 */
export function openKey(
  folder: string,
  name: string,
): { readonly key: NoteKey; readonly sign: (text: string) => string } {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, KEY_FILE);
  const state = join(folder, STATE_FILE);
  if (existsSync(path) !== existsSync(state)) {
    const [found, missing] = existsSync(path) ? [path, state] : [state, path];
    throw new Error(
      `expected ${missing} next to ${found}, found none. Without it this witness could cosign a fork.`,
    );
  }
  if (!existsSync(path)) {
    writeFileSync(state, '{}\n', { flag: 'wx', flush: true });
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, made, { flag: 'wx', mode: 0o600, flush: true });
  }
  const secret = createPrivateKey(readFileSync(path, 'utf8'));
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  if (secret.asymmetricKeyType !== 'ed25519' || x === undefined)
    throw new Error(`expected an Ed25519 key in ${path}`);
  const publicKey = Buffer.from(x, 'base64url').toString('hex');
  return {
    key: { name, type: 'witness', id: keyId(name, 'witness', publicKey), publicKey },
    sign: (text) => sign(null, Buffer.from(text), secret).toString('hex'),
  };
}
