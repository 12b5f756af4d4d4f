/** The app's store of quotes and the sources of the quotes: the socket's rooms for the symbols on screen, and polled answers. */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { createLiveConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { createQuoteStore } from './quote-store.ts';
import type { QuoteStore } from './quote-store.ts';
import { quoteRooms, roomChanges } from './rooms.ts';

export type Quotation = CallOutput<'GET currency/quotation_new'>[number];
/** The fields common to all lists of instruments, including forex and metals. */
export type Quoted = Omit<Quotation, 'spot' | 'spot_fee_rate'>;

/** The delay before rooms are changed, because consecutive screens often want the same rooms. */
const roomsSettleMs = 250;

export type Quotes = {
  readonly quoteStore: QuoteStore;
  readonly offerQuotations: (quotations: readonly Quoted[]) => void;
};

/** Keeps the connection in the rooms of the symbols that are watched. */
function followWatched(quoteStore: QuoteStore, connection: Connection): void {
  let joined: readonly string[] = [];
  const leaves = new Map<string, () => void>();
  let settle: ReturnType<typeof setTimeout> | undefined;
  const settleRooms = (): void => {
    settle = undefined;
    const wanted = quoteRooms(quoteStore.watched());
    const changes = roomChanges(joined, wanted);
    for (const room of changes.join) leaves.set(room, connection.want(room));
    for (const room of changes.leave) {
      leaves.get(room)?.();
      leaves.delete(room);
    }
    joined = wanted;
  };
  quoteStore.onWatched(() => {
    settle ??= setTimeout(settleRooms, roomsSettleMs);
  });
}

export function createQuotes(app: AppState): Quotes {
  const connection = app.of(createLiveConnection);
  const quoteStore = createQuoteStore((apply) => requestAnimationFrame(apply));
  followWatched(quoteStore, connection);
  connection.on('quotes', quoteStore.offer);
  return {
    quoteStore,
    offerQuotations: (quotations) =>
      quoteStore.offer(
        quotations.map((row) => [
          row.symbol,
          row.bid,
          row.ask,
          row.last,
          row.tape_seq,
          row.time * 1000,
          row.open,
        ]),
      ),
  };
}

export function useQuoteStore(): QuoteStore {
  return useSlice(createQuotes).quoteStore;
}
