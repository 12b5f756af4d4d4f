/** The checkpoint of a log (c2sp.org/tlog-checkpoint): its origin, the number of its entries and the root of its tree. */
import type { SignatureCheck } from '../crypto.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle.ts';
import { readNote, signedBy } from './note.ts';
import type { Note, NoteKey } from './note.ts';

export type LogCheckpoint = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: Note;
};

const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/** The text of a checkpoint, which its log signs. */
export function checkpointBody({ origin, size, root }: Omit<LogCheckpoint, 'note'>): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Reads a checkpoint; undefined if it is malformed. Its signatures are not verified here. */
export function readCheckpoint(text: string): LogCheckpoint | undefined {
  const note = readNote(text);
  const [origin, size, encoded, ...extensions] = note?.text.slice(0, -1).split('\n') ?? [];
  if (note === undefined || origin === undefined || origin === '' || size === undefined) return undefined;
  const root = fromBase64(encoded ?? '');
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) return undefined;
  if (root?.length !== HASH_BYTES || extensions.includes('')) return undefined;
  return { origin, size: Number(size), root, note };
}

/** Whether the log's key signed a checkpoint of its own origin. */
export function isSignedByLog(
  { origin, note }: Pick<LogCheckpoint, 'origin' | 'note'>,
  log: NoteKey,
  verify: SignatureCheck,
): boolean {
  return log.type === 'log' && origin === log.name && signedBy(note, log, verify).state === 'valid';
}
