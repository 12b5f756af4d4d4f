/** The fills of a position: the side of the quote that proves each fill, and the role of its entry. */
import { expect, test } from 'vitest';
import { toyPosition } from '../../live/testing/toy-position.ts';
import { fillsOf, provable } from './fills.ts';

const close = (reason: 'customer' | 'stop_loss' | 'close_out') => ({
  quantity: '0.1',
  price: '59000',
  tape_seq: 50,
  rate: '1',
  pnl: '-100',
  fee: '3',
  financing: '0',
  shortfall: '0',
  reason,
  time: 1,
  time_ms: 1000,
  rate_seq: null,
});

test('returns the opening of a long as a purchase and each close as a sale', () => {
  const fills = fillsOf(toyPosition({ closes: [close('customer'), close('stop_loss'), close('close_out')] }));
  expect(fills.map(({ side, means }) => `${side} ${means}`)).toEqual([
    'buy opened',
    'sell asked',
    'sell level',
    'sell closeOut',
  ]);
  expect(fills[0]).toMatchObject({ price: '60000', quantity: '0.5', fee: '15', tapeSeq: 41 });
});

test('returns the opening of a short as a sale and each close as a purchase', () => {
  const fills = fillsOf(toyPosition({ side: 'short', closes: [close('customer')] }));
  expect(fills.map(({ side }) => side)).toEqual(['sell', 'buy']);
});

test('returns no fills for an unfilled order', () => {
  expect(fillsOf(toyPosition({ status: 'pending', entry_price: null, entry_seq: null }))).toEqual([]);
});

test('includes all data that can be recomputed from the tape, including for a position in lots', () => {
  const night = {
    ...{ seq: 45, time_ms: 1_700_006_400_000, nights: 1, quantity: '0.5', price: '60000' },
    ...{ rate: '1', rate_seq: null, amount: '9' },
  };
  const later = { ...night, seq: 60 };
  const closed = toyPosition({ closes: [close('customer'), close('stop_loss')], nights: [night, later] });
  const [opening, closing, last] = fillsOf(closed).map((fill) => provable(closed, fill).fill);
  expect(opening).toEqual({
    ...{ kind: 'open', symbol: 'BTC/USDT', side: 'long', quantity: '0.5', price: '60000', tape_seq: 41 },
    ...{ contract_size: '1', rate: '1', rate_seq: null, placed_rate: '1', placed_rate_seq: null },
    ...{ fee: '15', fee_rate: '0.0005', leverage: '20' },
  });
  expect(closing).toMatchObject({
    ...{ kind: 'close', entry_price: '60000', entry_seq: 41, opened_ms: 1_700_000_000_000 },
    ...{ contract_size: '1', rate: '1', rate_seq: null, pnl: '-100', financing: '0' },
    // No night is charged that began after the close.
    ...{ nights: [night], accepted_ms: 1000, closed_before: [] },
  });
  expect(last).toMatchObject({ closed_before: ['0.1'], closed_before_seq: [50] });
  expect(last).not.toHaveProperty('accepted_ms');
  const lot = toyPosition({ product: 'forex', contract_size: '100000', closes: [close('customer')] });
  const [, sold] = fillsOf(lot).map((fill) => provable(lot, fill).fill);
  expect(sold).toMatchObject({ contract_size: '100000' });
});
