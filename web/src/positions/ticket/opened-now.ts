/** The current state of an order to open: as answered, or as updated by the list of positions. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Position } from '../../live/position-list.ts';

export type OpenedNow = CallOutput<'POST lever/submit'> & Pick<Position, 'reason'>;

export function openedNow(
  result: CallOutput<'POST lever/submit'>,
  listed: readonly Position[] | undefined,
): OpenedNow {
  const position = listed?.find(({ id }) => id === result.id);
  if (position === undefined || position.status === 'pending') return { ...result, reason: null };
  const { id, status, reason, margin, fee, liquidation_price } = position;
  const { entry_price: price, entry_seq: tape_seq } = position;
  return { id, status, reason, price, margin, fee, liquidation_price, tape_seq };
}
