/** Stops all started parts, in reverse order. */
import type { Log } from '../log.ts';

/** Functions that stop the parts, in the order in which the parts were started. */
export type Closing = (() => Promise<unknown> | unknown)[];

/** Stops all parts. If one fails to stop, logs it and continues with the others. */
export async function closeAll(closing: Closing, log: Log): Promise<void> {
  for (const close of closing.splice(0).reverse()) {
    await Promise.resolve(close()).catch((error: unknown) =>
      log('shutdown: failed to stop a component cleanly', error),
    );
  }
}
