/** What this device keeps of the tapes, in its storage. Another tab may write as well, so each change begins with what is stored. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';
import type { KeptState } from './kept-state.ts';
import { nothingKept, readKept } from './kept-state.ts';

const KEPT_KEY = 'candor.kept';

export const useKept = create<KeptState>(() => readKept(readStored('localStorage', KEPT_KEY)));

/** What is kept now. Where the browser grants no storage it is kept for as long as the page lives. */
export function keptNow(): KeptState {
  const stored = readStored('localStorage', KEPT_KEY);
  return stored === undefined ? useKept.getState() : readKept(stored);
}

export function changeKept(change: (before: KeptState) => KeptState): void {
  const before = keptNow();
  const after = change(before);
  if (after !== before) writeStored('localStorage', KEPT_KEY, after);
  useKept.setState(after, true);
}

/** Forgets everything, so that the next look begins anew. */
export function forgetKept(): void {
  writeStored('localStorage', KEPT_KEY, undefined);
  useKept.setState(nothingKept, true);
}
