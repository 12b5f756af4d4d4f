/**
 * Turns the executor's publications into numbered events for the customer's devices. If money moved, an event contains the
 * wallets.
 */
import type { Publication } from '../commands/facts.ts';
import type { Realtime } from './realtime.ts';

export type Committed = (publications: readonly Publication[]) => void;

export type CustomerEventsDeps = {
  /** Returns the wallets as the app shows them. */
  readonly walletsOf: (customer: bigint) => Promise<unknown>;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** For processes that no devices connect to. */
export const unheard: Committed = () => undefined;

/** Publishes to customers with a connected device. For other customers, nothing is read or built. */
export function publishTo(
  realtime: Pick<Realtime, 'publish' | 'hears'>,
  deps: CustomerEventsDeps,
): Committed {
  return (publications) => {
    for (const { book, prev, seq, events, moneyMoved } of publications) {
      if (!realtime.hears(book)) continue;
      const numbers = { prev: Number(prev), seq: Number(seq) };
      for (const event of events) realtime.publish(book, event.name, { ...numbers, ...event.payload() });
      if (!moneyMoved) continue;
      deps.walletsOf(book).then(
        (wallets) => realtime.publish(book, 'wallet', { ...numbers, wallets }),
        (error: unknown) =>
          deps.onTrouble('sockets: failed to read the wallets of a customer for an event', error),
      );
    }
  };
}
