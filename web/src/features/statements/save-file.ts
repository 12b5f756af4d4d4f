/** Saves a file that the server made: a text, or bytes in base64. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { saveFile } from '../../lib/save-file.ts';

export function saveAnswer({ name, type, encoding, body }: CallOutput<'GET statement/file'>): void {
  if (encoding === 'text') {
    saveFile(name, body, type);
    return;
  }
  const bytes = Uint8Array.from(atob(body), (character) => character.codePointAt(0) ?? 0);
  saveFile(name, bytes, type);
}
