/**
 * While the disk is nearly full, the remaining space is reserved for money: orders, closes, withdrawals and account protection
 * continue, and calls that store anything else are refused beforehand.
 */
import { statfs } from 'node:fs/promises';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { every } from '../db/periodic.ts';
import type { Handlers } from '../calls/handler.ts';

/** Calls that store rows or files on which no money depends, as declared in their rows. */
export const STORING: readonly CallName[] = (Object.entries(calls) as [CallName, CallRow][])
  .filter(([, row]) => row.storesMore)
  .map(([name]) => name);

export type Storage = { readonly isLow: boolean; stop(): Promise<void> };

export type StorageWatch = {
  /** The free bytes where the database writes. */
  readonly free: () => Promise<number>;
  readonly lowBytes: number;
  readonly everyMs: number;
  readonly report: (text: string) => void;
};

/** Checks the free space now and then periodically. */
export async function watchStorage({ free, lowBytes, everyMs, report }: StorageWatch): Promise<Storage> {
  let isLow = false;
  const look = async (): Promise<void> => {
    const bytes = await free();
    const wasLow = isLow;
    // Hysteresis: some more space must be free before storage counts as sufficient again.
    isLow = bytes < (wasLow ? lowBytes * 1.25 : lowBytes);
    if (isLow !== wasLow)
      report(
        `storage: ${isLow ? 'low, refusing calls that store anything but money' : 'sufficient again'} (${bytes} bytes free)`,
      );
  };
  await look();
  const looking = every(everyMs, look, (error) =>
    report(`storage: failed to read the free space: ${error.message}`),
  );
  return {
    get isLow() {
      return isLow;
    },
    stop: () => looking.stop(),
  };
}

/** The bytes that a process may still write to the folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The same handlers, except that those that store data refuse while storage is low. */
export function sparing(handlers: Handlers, storage: Pick<Storage, 'isLow'>): Handlers {
  type Any = (input: never, context: never) => Promise<unknown>;
  const spared = STORING.map((name) => {
    const handle = handlers[name] as Any;
    const handler: Any = async (input, context) =>
      storage.isLow ? refuse('storage_low') : handle(input, context);
    return [name, handler] as const;
  });
  return { ...handlers, ...(Object.fromEntries(spared) as unknown as Partial<Handlers>) };
}
