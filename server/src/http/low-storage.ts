/**
 * While the disk is nearly full, the remaining space is reserved for money: orders, closes, withdrawals and account protection
 * continue, and calls that store anything else are refused in advance.
 */
import { statfs } from 'node:fs/promises';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { every } from '../db/periodic.ts';
import type { Handlers } from '../calls/handler.ts';

/** Calls that store rows or files on which no money depends, as declared in the table. */
export const STORING: readonly CallName[] = (Object.entries(calls) as [CallName, CallRow][])
  .filter(([, row]) => row.storesMore)
  .map(([name]) => name);

export type Storage = { readonly isLow: boolean; stop(): Promise<void> };

export type StorageWatch = {
  /** Returns the free space in the folder that the database writes to. */
  readonly free: () => Promise<number>;
  readonly lowBytes: number;
  readonly everyMs: number;
  readonly report: (text: string) => void;
};

/** Checks the free space at the start and then periodically. */
export async function watchStorage({ free, lowBytes, everyMs, report }: StorageWatch): Promise<Storage> {
  let isLow = false;
  const look = async (): Promise<void> => {
    const bytes = await free();
    const wasLow = isLow;
    // With hysteresis: once storage was low, it counts as sufficient again only with a quarter more free space.
    isLow = bytes < (wasLow ? lowBytes * 1.25 : lowBytes);
    if (isLow !== wasLow)
      report(
        `storage: ${isLow ? 'running low, rejecting all writes except movements of money' : 'sufficient again'} (${bytes} bytes free)`,
      );
  };
  await look();
  const looking = every(everyMs, look, (error) =>
    report(`storage: failed to read the free space (retrying): ${error.message}`),
  );
  return {
    get isLow() {
      return isLow;
    },
    stop: () => looking.stop(),
  };
}

/** Returns the free space that a process without root privileges may use. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Wraps handlers so that calls that store data are refused while storage is low. All other handlers are unchanged. */
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
