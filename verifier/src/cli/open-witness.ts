/** Opens a witness on its folder: its key, and its memory of the logs that it cosigns. */
import { keyText } from '../tlog/note.ts';
import type { NoteKey } from '../tlog/note.ts';
import { Witness } from '../witness/witness.ts';
import { nodeSignatures } from './node-signatures.ts';
import type { Served } from './witness-server.ts';
import { lockFolder, openKey, openState } from './witness-state.ts';

export function openWitness(folder: string, name: string, logs: readonly NoteKey[]): Served {
  const byOrigin = new Map<string, NoteKey[]>();
  for (const key of logs) byOrigin.set(key.name, [...(byOrigin.get(key.name) ?? []), key]);
  lockFolder(folder);
  const { key, sign } = openKey(folder, name);
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  const state = openState(folder);
  const witness = new Witness({ logs: byOrigin, key, sign, verify: nodeSignatures(), state, nowSeconds });
  return { witness, vkey: keyText(key) };
}
