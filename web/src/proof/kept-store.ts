/** The storage of the tapes' state. Each change starts from the stored state, because another tab may have changed it. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';
import type { KeptState } from './kept-state.ts';
import { nothingKept, readKept } from './kept-state.ts';

const KEPT_KEY = 'candor.kept';

export const useKept = create<KeptState>(() => readKept(readStored('localStorage', KEPT_KEY)));

/** Returns the current state. Without storage, the state lasts as long as the page. */
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

/** Deletes the state, so that the next check starts with an empty state. */
export function forgetKept(): void {
  writeStored('localStorage', KEPT_KEY, undefined);
  useKept.setState(nothingKept, true);
}
