/**
 * Idempotency keys of commands whose outcome is unknown. A command that is sent twice with the same key takes effect once, so
 * its key is kept, even across a reload, until an answer settles the outcome.
 */
import { readStored, writeStored } from './stored.ts';

/** The time after which an equal command is more likely to be a new command than a retry. */
const KEPT_MS = 10 * 60_000;

type Kept = Readonly<Record<string, { readonly key: string; readonly atMs: number }>>;

export type KeptKeys = {
  /** Returns the key of the command's unanswered attempt, or creates and stores a new key. */
  readonly keyFor: (command: string, nowMs?: number) => string;
  /** Whether an earlier attempt of the command was not answered. */
  readonly hasKey: (command: string, nowMs?: number) => boolean;
  readonly forgetKey: (command: string, nowMs?: number) => void;
};

/** Creates a store that keeps its keys in this tab's storage under `storageKey`. */
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
    hasKey: (command, nowMs = Date.now()) => readKept(nowMs)[command] !== undefined,
    forgetKey: (command, nowMs = Date.now()) => {
      const { [command]: _answered, ...rest } = readKept(nowMs);
      writeStored('sessionStorage', storageKey, rest);
    },
  };
}
