/** From the executor's publications to the customer's devices: each event numbered, and the wallets when money moved. */
import type { Publication } from '../commands/facts.ts';
import type { Realtime } from './realtime.ts';

export type Committed = (publications: readonly Publication[]) => void;

export type CustomerEventsDeps = {
  /** The customer's wallets as the app shows them. */
  readonly walletsOf: (customer: bigint) => Promise<unknown>;
  readonly onTrouble: (text: string, error: unknown) => void;
};

/** Nobody listens yet. */
export const unheard: Committed = () => undefined;

/** Publishes to whoever has a device connected; nothing is read or built for others. */
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
        (error: unknown) => deps.onTrouble('wallets could not be read for a device', error),
      );
    }
  };
}
