/**
 * Keys of decisions whose fate is unknown. A repeat of the same decision with the same key has one effect, so a key is
 * kept, across a reload too, until an answer says what became of it.
 */
import { readStored, writeStored } from './stored.ts';

const STORAGE_KEY = 'candor.console.unanswered';
/** After this a repeat is more likely a new wish than the old one. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

function readKept(nowMs: number): Kept {
  const stored = readStored('sessionStorage', STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored as Kept).filter(([, kept]) => nowMs - kept.atMs < KEPT_MS));
}

/** The key for this decision: the one of its unanswered attempt, or a new one, kept from now on. */
export function keyFor(decision: string, nowMs: number = Date.now()): string {
  const kept = readKept(nowMs);
  const key = kept[decision]?.key ?? crypto.randomUUID();
  writeStored('sessionStorage', STORAGE_KEY, { ...kept, [decision]: { key, atMs: nowMs } });
  return key;
}

/** Forgets the key once the decision's answer is final. */
export function forgetKey(decision: string, nowMs: number = Date.now()): void {
  const { [decision]: _answered, ...rest } = readKept(nowMs);
  writeStored('sessionStorage', STORAGE_KEY, rest);
}
