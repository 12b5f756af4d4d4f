/**
 * Signed notes (c2sp.org/signed-note): a text and lines of signatures below it. A log signs its checkpoints as notes
 * (c2sp.org/tlog-checkpoint), and witnesses add their cosignatures (c2sp.org/tlog-cosignature).
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SignatureCheck } from '../crypto.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle.ts';

/** The signature type of a log's Ed25519 signature, and of a witness's cosignature with its time. */
const ED25519 = 1;
const COSIGNATURE = 4;
const KEY_ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** The specification requires support for at least 16 signatures. A note with more than this maximum counts as malformed. */
const SIGNATURES_MAX = 64;
const NOTE_CHARACTERS_MAX = 1_000_000;

export type NoteKey = {
  readonly name: string;
  readonly type: 'log' | 'witness';
  /** Four bytes in lower-case hex, derived from name, type and key. */
  readonly id: string;
  /** 32 bytes in lower-case hex. */
  readonly publicKey: string;
};

type SignatureLine = { readonly name: string; readonly id: string; readonly signature: Uint8Array };
export type Note = { readonly text: string; readonly signatures: readonly SignatureLine[] };

const TYPES = { log: ED25519, witness: COSIGNATURE } as const;
const NAME = /^[^\s+]+$/u;
const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u;
// Control characters other than the newline are not allowed in a note.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;

/** The key ID of a name and a public key (32 bytes in lower-case hex). */
export function keyId(name: string, type: NoteKey['type'], publicKey: string): string {
  const named = sha256
    .create()
    .update(utf8ToBytes(`${name}\n`))
    .update(Uint8Array.of(TYPES[type]))
    .update(hexToBytes(publicKey));
  return bytesToHex(named.digest().slice(0, KEY_ID_BYTES));
}

/** Reads a verifier key, `<name>+<id>+<base64 of type and key>`; undefined if it has another form, type or ID. */
export function readKey(vkey: string): NoteKey | undefined {
  const [, name = '', id, encoded = ''] = VKEY.exec(vkey) ?? [];
  const bytes = fromBase64(encoded);
  if (bytes?.length !== 1 + HASH_BYTES) return undefined;
  const type = bytes[0] === ED25519 ? 'log' : bytes[0] === COSIGNATURE ? 'witness' : undefined;
  if (type === undefined) return undefined;
  const publicKey = bytesToHex(bytes.slice(1));
  return keyId(name, type, publicKey) === id ? { name, type, id, publicKey } : undefined;
}

/** The verifier key of a name and a public key. */
export function keyText({ name, type, id, publicKey }: NoteKey): string {
  return `${name}+${id}+${toBase64(Uint8Array.of(TYPES[type], ...hexToBytes(publicKey)))}`;
}

/** The text and the signatures of a note; undefined if it is malformed. */
export function readNote(note: string): Note | undefined {
  if (note.length > NOTE_CHARACTERS_MAX || CONTROL.test(note)) return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return undefined;
  const signatures = lines.map(readSignatureLine);
  if (signatures.includes(undefined)) return undefined;
  return { text: note.slice(0, end + 1), signatures: signatures.filter((line) => line !== undefined) };
}

/** A line of a signature, without its line end. */
export function readSignatureLine(line: string): SignatureLine | undefined {
  const [dash, name, encoded, ...rest] = line.split(' ');
  if (dash !== '—' || name === undefined || encoded === undefined || rest.length > 0) return undefined;
  const bytes = fromBase64(encoded);
  if (bytes === undefined || bytes.length <= KEY_ID_BYTES || !NAME.test(name)) return undefined;
  return { name, id: bytesToHex(bytes.slice(0, KEY_ID_BYTES)), signature: bytes.slice(KEY_ID_BYTES) };
}

/** The line that adds a signature to a note, with its line end. */
export function signatureLine({ name, id }: Pick<NoteKey, 'name' | 'id'>, signature: Uint8Array): string {
  return `— ${name} ${toBase64(Uint8Array.of(...hexToBytes(id), ...signature))}\n`;
}

/** The text that a witness signs for a checkpoint's text at a time in seconds. */
export function cosignedText(text: string, seconds: number): string {
  return `cosignature/v1\ntime ${seconds}\n${text}`;
}

/** The signature of a cosignature line: the time in 8 bytes, then the signature of 64 bytes in lower-case hex. */
export function cosignature(seconds: number, signature: string): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(seconds));
  bytes.set(hexToBytes(signature), TIME_BYTES);
  return bytes;
}

export type Signed = {
  /** `wrong` if a line claims the key and its signature doesn't verify, `missing` if no line claims it. */
  readonly state: 'valid' | 'wrong' | 'missing';
  /** When a witness cosigned, in seconds since 1970; 0 for a log's signature. */
  readonly seconds: number;
};

/** Whether a key signed a note. If several lines claim the key, each must verify; the newest time is used. */
export function signedBy(note: Note, key: NoteKey, verify: SignatureCheck): Signed {
  const lines = note.signatures.filter(({ name, id }) => name === key.name && id === key.id);
  let seconds = 0;
  for (const { signature } of lines) {
    const at = key.type === 'witness' ? cosignedAt(signature) : 0;
    const bare = key.type === 'witness' ? signature.slice(TIME_BYTES) : signature;
    if (at === undefined || bare.length !== SIGNATURE_BYTES) return { state: 'wrong', seconds: 0 };
    const text = key.type === 'witness' ? cosignedText(note.text, at) : note.text;
    if (!verify(bytesToHex(bare), text, key.publicKey)) return { state: 'wrong', seconds: 0 };
    seconds = Math.max(seconds, at);
  }
  return { state: lines.length === 0 ? 'missing' : 'valid', seconds };
}

function cosignedAt(signature: Uint8Array): number | undefined {
  if (signature.length < TIME_BYTES) return undefined;
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  return seconds <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seconds) : undefined;
}
