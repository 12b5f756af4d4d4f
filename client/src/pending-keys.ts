/**
 * Idempotency keys of commands whose outcome is unknown. Repeating a command with the same key has one effect, so a key is
 * kept, even across a reload, until an answer settles the outcome.
 */
import { readStored, writeStored } from './stored.ts';

/** After this time, a repeat is more likely a new command than a retry. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

export type KeptKeys = {
  /** The key for this command: the key of its unanswered attempt, or a new one that is kept from now on. */
  readonly keyFor: (command: string, nowMs?: number) => string;
  /** Forgets the key once the command's answer is final. */
  readonly forgetKey: (command: string, nowMs?: number) => void;
};

/** Stores the keys in this tab under the given name. */
export function keysKeptAt(storageKey: string): KeptKeys {
  const readKept = (nowMs: number): Kept => {
    const stored = readStored('sessionStorage', storageKey);
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored as Kept);
    return Object.fromEntries(entries.filter(([, kept]) => nowMs - kept.atMs < KEPT_MS));
  };
  return {
    keyFor: (command, nowMs = Date.now()) => {
      const kept = readKept(nowMs);
      const key = kept[command]?.key ?? crypto.randomUUID();
      writeStored('sessionStorage', storageKey, { ...kept, [command]: { key, atMs: nowMs } });
      return key;
    },
    forgetKey: (command, nowMs = Date.now()) => {
      const { [command]: _answered, ...rest } = readKept(nowMs);
      writeStored('sessionStorage', storageKey, rest);
    },
  };
}
