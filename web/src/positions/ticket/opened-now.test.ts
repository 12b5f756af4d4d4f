/** The outcome that a sheet shows for the opening order that it sent. */
import { expect, test } from 'vitest';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { openedNow } from './opened-now.ts';

const answered = {
  ...({ id: '7', status: 'pending', price: null, margin: '1501', fee: '15' } as const),
  ...{ liquidation_price: '58500', tape_seq: null },
};
const unfilled = {
  ...({ status: 'cancelled', reason: 'price_moved', entry_price: null, entry_seq: null } as const),
};

test.each([
  ['not listed yet', undefined, ['pending', null, null, '1501', null]],
  ['listed as waiting', [toyPosition({ status: 'pending' })], ['pending', null, null, '1501', null]],
  ['another position opened', [toyPosition({ id: '8' })], ['pending', null, null, '1501', null]],
  ['opened since', [toyPosition()], ['open', '60000', 41, '1500', null]],
  ['ended without a fill', [toyPosition(unfilled)], ['cancelled', null, null, '1500', 'price_moved']],
  [
    'opened and ended since',
    [toyPosition({ status: 'closed', reason: 'stop_loss', margin: '0' })],
    ['closed', '60000', 41, '0', 'stop_loss'],
  ],
])(
  'returns the current outcome of an order to open: %s',
  (_what, items, [status, price, seq, margin, reason]) => {
    const now = openedNow(answered, items);
    expect(now).toMatchObject({ status, price, tape_seq: seq, margin, reason });
  },
);
