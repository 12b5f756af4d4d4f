/** Orders that ended without a fill, by reason and by the price a minute later. */
import { expect, test } from 'vitest';
import { readUnfilledLine, unfilledOutcomes } from './unfilled.ts';
import type { LaterPrice, UnfilledOrder } from './unfilled.ts';

const order: UnfilledOrder = { symbol: 'BTC/USDT', side: 'buy', reason: 'liquidity_insufficient', ended: 7n };
const sale: UnfilledOrder = { ...order, side: 'sell' };
const moved = (bid: bigint, ask: bigint): LaterPrice => ({ bid: 10n, ask: 12n, later: { bid, ask } });
const none = { reason: 'liquidity_insufficient', count: 1, gained: 0, lost: 0, undecided: 0 };

test.each<[string, UnfilledOrder, LaterPrice | undefined, object]>([
  ['a buyer before a rise', order, moved(11n, 13n), { gained: 1 }],
  ['a buyer before a fall', order, moved(9n, 11n), { lost: 1 }],
  ['a buyer whose ask is the same', order, moved(9n, 12n), {}],
  ['a seller before a fall', sale, moved(9n, 13n), { gained: 1 }],
  ['a seller before a rise', sale, moved(11n, 11n), { lost: 1 }],
  ['an order without a later quote', order, { bid: 10n, ask: 12n, later: null }, { undecided: 1 }],
  ['an order that ended without a quote', order, undefined, {}],
])('counts %s', (_, one, price, expected) => {
  expect(unfilledOutcomes([one], () => price)).toEqual([{ ...none, ...expected }]);
});

test('reads only the lines of unfilled orders', () => {
  const rest = 'market|price_moved|1000|1|500|20|2|1500';
  expect(readUnfilledLine(`id|unfilled|spot|BTC/USDT|sell|${rest}`)).toEqual({
    ...{ symbol: 'BTC/USDT', side: 'sell', reason: 'price_moved', ended: 2n },
  });
  expect(
    readUnfilledLine(`id|unfilled|spot|BTC/USDT|sell|market|trading_closed|1|1|500|||2`)?.ended,
  ).toBeNull();
  expect(readUnfilledLine('id|spot|BTC/USDT|buy|market|1|1')).toBeUndefined();
});
