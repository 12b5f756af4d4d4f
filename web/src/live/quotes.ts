/** The app's store of quotes and the sources of the quotes: the socket's rooms for the symbols on screen, and polled answers. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { connection } from './connection.ts';
import { createQuoteStore } from './quote-store.ts';
import { quoteRooms, roomChanges } from './rooms.ts';

export type Quotation = CallOutput<'GET currency/quotation_new'>[number];
/** The fields common to all lists of instruments, including forex and metals. */
export type Quoted = Omit<Quotation, 'spot' | 'spot_fee_rate'>;

/** The delay before rooms are changed, because consecutive screens often want the same rooms. */
const roomsSettleMs = 250;

export const quoteStore = createQuoteStore((apply) => requestAnimationFrame(apply));

let joined: readonly string[] = [];
const leaves = new Map<string, () => void>();
let settle: ReturnType<typeof setTimeout> | undefined;

function settleRooms() {
  settle = undefined;
  const wanted = quoteRooms(quoteStore.watched());
  const changes = roomChanges(joined, wanted);
  for (const room of changes.join) leaves.set(room, connection.want(room));
  for (const room of changes.leave) {
    leaves.get(room)?.();
    leaves.delete(room);
  }
  joined = wanted;
}

quoteStore.onWatched(() => {
  settle ??= setTimeout(settleRooms, roomsSettleMs);
});
connection.on('quotes', quoteStore.offer);

export function offerQuotations(quotations: readonly Quoted[]): void {
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
  );
}
