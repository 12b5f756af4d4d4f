/** How what was started is stopped: in the order turned round. */
import type { Log } from '../log.ts';

/** What stops each thing that runs, the one started last at the end. */
export type Closing = (() => Promise<unknown> | unknown)[];

/** Stops all of it; what cannot be stopped is told, and the rest is stopped all the same. */
export async function closeAll(closing: Closing, log: Log): Promise<void> {
  for (const close of closing.splice(0).reverse()) {
    await Promise.resolve(close()).catch((error: unknown) => log('could not be stopped cleanly', error));
  }
}
