/**
 * While the disk is nearly full, what is left of it is for money: orders, closings, withdrawals and what protects an account go on,
 * and calls that store something else are refused before they do.
 */
import { statfs } from 'node:fs/promises';
import { refuse } from '@candor/domain/outcome.ts';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { every } from '../db/periodic.ts';
import type { Handlers } from '../calls/handler.ts';

/** Calls that leave rows or files which no money depends on, as their rows say. */
export const STORING: readonly CallName[] = (Object.entries(calls) as [CallName, CallRow][])
  .filter(([, row]) => row.storesMore)
  .map(([name]) => name);

export type Storage = { readonly isLow: boolean; stop(): Promise<void> };

export type StorageWatch = {
  /** Bytes that are free where the database writes. */
  readonly free: () => Promise<number>;
  readonly lowBytes: number;
  readonly everyMs: number;
  readonly report: (text: string) => void;
};

/** Looks at once, and from then on from time to time, at how much is left. */
export async function watchStorage({ free, lowBytes, everyMs, report }: StorageWatch): Promise<Storage> {
  let isLow = false;
  const look = async (): Promise<void> => {
    const bytes = await free();
    const wasLow = isLow;
    // A little more has to be free before it is over, so that it does not come and go.
    isLow = bytes < (wasLow ? lowBytes * 1.25 : lowBytes);
    if (isLow !== wasLow)
      report(`storage: ${isLow ? 'low, only money is stored' : 'enough again'} (${bytes} bytes free)`);
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

/** How much a process may still write where the folder lies. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** The same handlers, of which the storing ones refuse while storage is low. */
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
