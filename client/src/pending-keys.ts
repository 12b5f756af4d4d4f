/**
 * Keys of commands whose fate is unknown. A repeat of the same command with the same key has one effect, so a key is kept, across a
 * reload too, until an answer says what became of it.
 */
import { readStored, writeStored } from './stored.ts';

/** After this a repeat is more likely a new wish than the old one. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

export type KeptKeys = {
  /** The key for this command: the one of its unanswered attempt, or a new one, kept from now on. */
  readonly keyFor: (command: string, nowMs?: number) => string;
  /** Forgets the key once the command's answer is final. */
  readonly forgetKey: (command: string, nowMs?: number) => void;
};

/** Keeps them in this tab, under this name. */
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
