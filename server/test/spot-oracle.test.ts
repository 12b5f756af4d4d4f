/** The oracle of spot orders, checked by hand: a short tape, and the outcome of each kind of order on it. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { protectionOf, spotFate } from './testing/spot-oracle.ts';
import type { SpotChange, SpotEntry, SpotLife, SpotMoment, SpotWish } from './testing/spot-oracle.ts';

const QUOTE_MS = 15_000;
/** A bid every 15 seconds, with the ask one above it. The sixth entry is a gap, and the ninth arrived a minute late. */
const bids = [100, 101, 100, 95, 99, 99, 99, 103, 92, 94, 104, 100];
const tape: SpotEntry[] = bids.map((bid, at) => ({
  ...{ seq: at + 1, timeMs: (at + 1) * QUOTE_MS, gap: at === 5, rejects: false },
  madeMs: (at + 1) * QUOTE_MS - (at === 8 ? 60_000 : 0),
  ...{ bid: amount(String(bid)), ask: amount(String(bid + 1)) },
}));
const terms = {
  spotFeeRate: amount('0.001'),
  quantityStep: amount('0.01'),
  quantityMin: amount('0.01'),
};

/** Returns a moment after an entry; by default, a second later. */
const behind = (seq: number, afterMs = 1000): SpotMoment => ({
  ...{ seq, ms: seq * QUOTE_MS + afterMs, ageMs: 30_000 },
});
const sale = { symbol: 'BTC/USDT', side: 'sell', type: 'stop', quantity: amount('2') } as const;
const purchase = { ...sale, side: 'buy', type: 'limit' } as const;

function end(wish: SpotWish, more: Partial<SpotLife> = {}): string {
  const fate = spotFate({ wish, accepted: behind(2), changes: [], ...more }, tape, terms);
  const price = fate.price === null ? '' : ` at ${fate.price / 10n ** 8n}`;
  return `${fate.status} ${fate.reason ?? ''}${fate.seq ?? ''}${price}`;
}
const changed = (seq: number, change: SpotChange) => ({ changes: [{ ...behind(seq), change }] });

test.each<[string, string, string]>([
  ['a stop', end({ ...sale, stop: amount('95') }), 'filled 4 at 95'],
  [
    'a stop that the next entry reaches',
    end({ ...sale, stop: amount('95') }, { accepted: behind(3) }),
    'filled 4 at 95',
  ],
  [
    'a trailing stop whose best price before an amendment no longer counts',
    end({ ...sale, type: 'trailing_stop', trailing: amount('7') }, changed(4, { trailing: amount('2') })),
    'filled 9 at 92',
  ],
  ['a stop that nothing reaches', end({ ...sale, stop: amount('91') }), 'open '],
  [
    'a stop that is moved in time',
    end({ ...sale, stop: amount('95') }, changed(3, { stop: amount('94') })),
    'filled 9 at 92',
  ],
  [
    'a stop that a late entry reaches, made before the acceptance',
    end({ ...sale, stop: amount('93') }, { accepted: behind(8) }),
    'open ',
  ],
  [
    'a stop that a late entry reaches, made since the acceptance',
    end({ ...sale, stop: amount('93') }, { accepted: behind(3) }),
    'filled 9 at 92',
  ],
  ['a limit', end({ ...sale, type: 'limit', price: amount('103') }), 'filled 8 at 103'],
  ['a limit that the newest entry reaches', end({ ...purchase, price: amount('103') }), 'filled 2 at 102'],
  [
    'a limit that the newest entry reaches, which is too old',
    end({ ...purchase, price: amount('103') }, { accepted: behind(2, 31_000) }),
    'filled 5 at 100',
  ],
  [
    'a limit with an expiry',
    end({ ...sale, type: 'limit', price: amount('103'), expiresMs: 8 * QUOTE_MS }),
    'cancelled expired8',
  ],
  [
    'a limit whose expiry falls in a gap',
    end({ ...sale, type: 'limit', price: amount('103'), expiresMs: 6 * QUOTE_MS }),
    'cancelled expired6',
  ],
  [
    'a limit whose expiry is removed',
    end(
      { ...sale, type: 'limit', price: amount('103'), expiresMs: 8 * QUOTE_MS },
      changed(5, { expiresMs: null }),
    ),
    'filled 8 at 103',
  ],
  [
    'a stop-limit whose limit is reached with its stop',
    end({ ...sale, type: 'stop_limit', stop: amount('95'), price: amount('90') }),
    'filled 4 at 95',
  ],
  [
    'a stop-limit whose limit is reached later',
    end({ ...sale, type: 'stop_limit', stop: amount('95'), price: amount('100') }),
    'filled 8 at 103',
  ],
  [
    'an OCO at its stop',
    end({ ...sale, type: 'oco', stop: amount('96'), price: amount('103') }),
    'filled 4 at 95',
  ],
  [
    'an OCO at its limit',
    end({ ...sale, type: 'oco', stop: amount('94'), price: amount('103') }),
    'filled 8 at 103',
  ],
  ['a trailing stop', end({ ...sale, type: 'trailing_stop', trailing: amount('6') }), 'filled 4 at 95'],
  [
    'a trailing stop whose best price counts from an amendment',
    end({ ...sale, type: 'trailing_stop', trailing: amount('7') }, changed(5, { trailing: amount('4') })),
    'filled 10 at 94',
  ],
  [
    'a trailing stop that keeps its best price',
    end({ ...sale, type: 'trailing_stop', trailing: amount('6') }, changed(3, { expiresMs: 20 * QUOTE_MS })),
    'filled 4 at 95',
  ],
  ['a trailing stop by a share', end({ ...sale, type: 'trailing_stop', trailingBps: 600 }), 'filled 9 at 92'],
  [
    'a trailing purchase',
    end({ ...purchase, type: 'trailing_stop', trailing: amount('5') }),
    'filled 8 at 104',
  ],
  ['a market order', end({ ...sale, type: 'market' }), 'filled 2 at 101'],
  [
    'a market order without a fresh quote',
    end({ ...sale, type: 'market' }, { accepted: behind(2, 31_000) }),
    'filled 5 at 99',
  ],
  [
    'a market order that waits beyond its worst price',
    end({ ...sale, type: 'market', worst: amount('100') }, { accepted: behind(2, 31_000) }),
    'cancelled price_moved5',
  ],
  [
    'an order that is cancelled',
    end({ ...sale, stop: amount('95') }, { cancel: behind(3) }),
    'cancelled customer3',
  ],
  [
    'an order whose cancellation waits for the next quote',
    end({ ...sale, stop: amount('94') }, { cancel: behind(4, 31_000) }),
    'cancelled customer7',
  ],
  [
    'an order that a late entry fills before its cancellation',
    end({ ...sale, stop: amount('93') }, { cancel: { ...behind(8), ageMs: 0 }, accepted: behind(3) }),
    'filled 9 at 92',
  ],
])('decides the outcome of %s', (_, found, expected) => {
  expect(found).toBe(expected);
});

test('arms the protection of a purchase from the entry of its fill', () => {
  const wish = { ...purchase, type: 'market', takeProfit: amount('103'), stopLoss: amount('93') } as const;
  const protecting = protectionOf(wish, amount('2'));
  expect(protecting).toMatchObject({ type: 'oco', side: 'sell', price: amount('103'), stop: amount('93') });
  expect(end(protecting!, { accepted: behind(8), protects: true })).toBe('filled 11 at 104');
  expect(protectionOf({ ...wish, takeProfit: undefined! }, amount('2'))).toMatchObject({ type: 'stop' });
});

test('refuses orders that the platform should not have accepted', () => {
  const stop = { ...sale, stop: amount('95') };
  expect(() => end(stop, changed(4, { stop: amount('90') }))).toThrow('amended after entry 4');
  expect(() => end(stop, { cancel: behind(4) })).toThrow('cancelled after entry 4');
  expect(() => end(stop, { changes: [{ ...behind(2, 31_000), change: { stop: amount('90') } }] })).toThrow(
    'too old',
  );
});

test('rounds costs in favour of the house by less than a unit, and releases the remainder', () => {
  const odd = { ...purchase, quantity: amount('0.03'), price: amount('96.33333333') };
  const fate = spotFate({ wish: odd, accepted: behind(2), changes: [] }, tape, terms);
  expect(fate).toMatchObject({ seq: 4, value: amount('2.88'), fee: amount('0.00288'), held: 0n });
  const waits = spotFate(
    { wish: { ...odd, price: amount('80.33333333') }, accepted: behind(2), changes: [] },
    tape,
    terms,
  );
  expect(waits).toMatchObject({ status: 'open', held: amount('2.41241') });
});
