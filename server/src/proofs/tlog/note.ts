/**
 * The notes of the log (c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature): signing its checkpoints, and checking whether a
 * witness's cosignature is valid.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';

/** The signature types of a log and of a witness. */
const TYPES = { log: 1, witness: 4 } as const;
const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;
const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/u;

export type NoteKey = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer };

function keyId(name: string, type: keyof typeof TYPES, publicKey: Uint8Array): Buffer {
  const named = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([TYPES[type]]))
    .update(publicKey);
  return named.digest().subarray(0, KEY_ID_BYTES);
}

/** Returns a key in the form in which others configure it: `<name>+<id>+<base64 of type and key>`. */
export function vkeyOf(name: string, type: keyof typeof TYPES, publicKey: Uint8Array): string {
  const typed = Buffer.concat([Buffer.from([TYPES[type]]), publicKey]);
  return `${name}+${keyId(name, type, publicKey).toString('hex')}+${typed.toString('base64')}`;
}

/** Parses a witness's key. Returns undefined if the text isn't one. */
export function readWitnessKey(vkey: string): NoteKey | undefined {
  const [, name = '', id, encoded = ''] = VKEY.exec(vkey) ?? [];
  const typed = Buffer.from(encoded, 'base64');
  const publicKey = typed.subarray(1);
  if (typed[0] !== TYPES.witness || publicKey.length !== 32) return undefined;
  const expected = keyId(name, 'witness', publicKey);
  return expected.toString('hex') === id ? { name, id: expected, publicKey } : undefined;
}

/** Returns the text of a checkpoint. */
export function checkpointText(origin: string, size: number, root: Buffer): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

type Signs = { readonly publicKey: Uint8Array; sign(text: string): Uint8Array };

/** Returns a checkpoint with the log's signature and, if there is one, that of the previous key. */
export function signedNote(
  text: string,
  { name, before, ...key }: Signs & { readonly name: string; readonly before?: Signs },
): string {
  const lines = [key, ...(before === undefined ? [] : [before])].map((one) => {
    const signature = Buffer.concat([keyId(name, 'log', one.publicKey), one.sign(text)]);
    return `— ${name} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** A witness's cosignature: its line in canonical form, and its time. */
export type Cosignature = { readonly line: string; readonly seconds: number };

/** The maximum difference between a witness's clock and ours, in seconds. */
const CLOCKS_DIFFER_MAX = 600;

/** Returns the first valid cosignature of a note's text by a witness among some lines, or undefined if there is none. */
export function cosignatureIn(
  lines: string,
  { text, key, nowSeconds }: { readonly text: string; readonly key: NoteKey; readonly nowSeconds: number },
): Cosignature | undefined {
  for (const line of lines.split('\n')) {
    const [dash, name, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    if (dash !== '—' || name !== key.name || bytes.length !== KEY_ID_BYTES + TIME_BYTES + 64) continue;
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(key.id)) continue;
    const seconds = Number(bytes.readBigUInt64BE(KEY_ID_BYTES));
    const message = `cosignature/v1\ntime ${seconds}\n${text}`;
    const signature = bytes.subarray(KEY_ID_BYTES + TIME_BYTES);
    if (Math.abs(seconds - nowSeconds) > CLOCKS_DIFFER_MAX) continue;
    if (!verify(null, Buffer.from(message), keyObject(key.publicKey), signature)) continue;
    // The line is formatted again, because one that other parsers reject would make the whole note unreadable.
    return { line: `— ${name} ${bytes.toString('base64')}`, seconds };
  }
  return undefined;
}

/** Whether a note has a signature of this log's name and key, by its key ID. */
export function isOfLog(note: string, name: string, publicKey: Uint8Array): boolean {
  const encoded = note.trimEnd().split('\n').at(-1)?.split(' ') ?? [];
  const id = Buffer.from(encoded[2] ?? '', 'base64').subarray(0, KEY_ID_BYTES);
  return encoded[1] === name && id.equals(keyId(name, 'log', publicKey));
}

/** Returns the origin in a note's first line. */
export const nameOf = (note: string): string => note.slice(0, note.indexOf('\n'));

function keyObject(publicKey: Buffer) {
  const x = publicKey.toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}
