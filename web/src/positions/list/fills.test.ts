/** Which side of the quote each fill is proved by, and what its entry means. */
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
});

test('a long bought at its opening and sold at each closing', () => {
  const fills = fillsOf(toyPosition({ closes: [close('customer'), close('stop_loss'), close('close_out')] }));
  expect(fills.map(({ side, means }) => `${side} ${means}`)).toEqual([
    'buy opened',
    'sell asked',
    'sell level',
    'sell closeOut',
  ]);
  expect(fills[0]).toMatchObject({ price: '60000', quantity: '0.5', fee: '15', tapeSeq: 41 });
});

test('a short the other way round', () => {
  const fills = fillsOf(toyPosition({ side: 'short', closes: [close('customer')] }));
  expect(fills.map(({ side }) => side)).toEqual(['sell', 'buy']);
});

test('an order that never filled has none', () => {
  expect(fillsOf(toyPosition({ status: 'pending', entry_price: null, entry_seq: null }))).toEqual([]);
});

test('what is proved of a closing is what the tape lets one recompute; of a lot only the price', () => {
  const closed = toyPosition({ closes: [close('customer')] });
  const [opening, closing] = fillsOf(closed).map((fill) => provable(closed, fill).fill);
  expect(opening).toEqual({
    kind: 'open',
    symbol: 'BTC/USDT',
    side: 'long',
    quantity: '0.5',
    price: '60000',
    tape_seq: 41,
  });
  expect(closing).toMatchObject({
    kind: 'close',
    entry_price: '60000',
    contract_size: '1',
    rate: '1',
    pnl: '-100',
  });
  const lot = toyPosition({ product: 'forex', closes: [close('customer')] });
  const [, sold] = fillsOf(lot).map((fill) => provable(lot, fill).fill);
  expect(sold).toMatchObject({ contract_size: undefined });
});
