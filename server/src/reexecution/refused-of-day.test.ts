/** Refused orders according to the records, compared with the counts in the log. */
import { expect, test } from 'vitest';
import { Differences } from './differences.ts';
import { isRefusedEntry, RefusedOfDay } from './refused-of-day.ts';
import { orderText, refusedIn } from './refused-orders.ts';

const DAY = 20_784;
const price = 'spot|BTC/USDT|buy|price_moved';
const funds = 'contract|BTC/USDT|sell|margin_insufficient';

function differencesWith(...lines: readonly string[]): number {
  const differences = new Differences();
  const refused = new RefusedOfDay(differences, DAY * 86_400_000);
  refused.add(60_500, [price]);
  refused.add(119_000, [funds, price]);
  refused.add(240_000, [price]);
  refused.compare(
    lines.map((entry, at) => ({ index: String(at), entry })),
    180_000,
  );
  return differences.count;
}

test.each([
  ['accepts counts that match the records', `${DAY}|${funds}|1;${DAY}|${price}|2`, 0],
  [
    'accepts counts of another day in the same minute',
    `${DAY - 1}|${price}|7;${DAY}|${funds}|1;${DAY}|${price}|2`,
    0,
  ],
  ['finds a refusal that is not counted', `${DAY}|${funds}|1;${DAY}|${price}|1`, 1],
  ['finds a reason that is omitted', `${DAY}|${price}|2`, 1],
  [
    'finds a refusal under another reason',
    `${DAY}|${funds}|1;${DAY}|spot|BTC/USDT|buy|balance_insufficient|2`,
    1,
  ],
])('%s', (_, counted, expected) => {
  expect(differencesWith(`candor-refused-v1|60000|3|${counted}`)).toBe(expected);
});

test('finds a minute whose refusals are missing from the log, and a logged minute without refusals', () => {
  expect(differencesWith()).toBe(1);
  expect(
    differencesWith(
      `candor-refused-v1|60000|3|${DAY}|${funds}|1;${DAY}|${price}|2`,
      `candor-refused-v1|120000|1|${DAY}|${price}|1`,
    ),
  ).toBe(1);
});

test('combines several entries of one minute, and finds one that is left out', () => {
  const [first, second] = [
    `candor-refused-v1|60000|1|${DAY}|${funds}|1`,
    `candor-refused-v1|60000|2|${DAY}|${price}|2`,
  ];
  expect(differencesWith(first, second)).toBe(0);
  expect(differencesWith(second, first)).toBe(1);
  expect(differencesWith(first)).toBe(1);
});

test('distinguishes entries about refusals from those about records', () => {
  expect(isRefusedEntry({ index: '1', entry: `candor-refused-v1|60000|1|${DAY}|${price}|1` })).toBe(true);
  expect(isRefusedEntry({ index: '1', entry: 'candor-records-v1|60000|1|2|2|00' })).toBe(false);
});

const instrument = { symbol: 'BTC/USDT' };
test.each<[string, unknown, string | undefined]>([
  ['spot.place', { instrument, side: 'buy' }, 'spot|BTC/USDT|buy'],
  ['spot.convert', { from: instrument, to: { symbol: 'ETH/USDT' } }, 'spot|BTC/USDT|sell'],
  ['positions.open', { product: 'forex', instrument, side: 'short' }, 'forex|BTC/USDT|sell'],
  ['positions.close', { product: 'contract', id: 7n }, 'contract||'],
  ['options.buy', { instrument, side: 'up' }, 'option|BTC/USDT|up'],
  ['exchange.carry_out', { from: 'USDT', to: 'ETH' }, 'exchange|USDT/ETH|'],
  ['spot.cancel', { id: 7n }, undefined],
  ['wallets.transfer', {}, undefined],
])('states the product, symbol and side of the order in %s', (command, input, expected) => {
  expect(orderText(command, input)).toBe(expected);
});

test('reads the refused orders of a record, except those that were asked to retry', () => {
  const input = { instrument: '$BTC/USDT', side: 'buy' };
  const found = refusedIn({
    commands: [
      ['spot.place', '1', input, [], 'price_moved'],
      ['spot.place', '1', input, [], 'busy'],
      ['spot.place', '1', input, [], 0],
      ['spot.place', '1', input, [], 1],
      ['spot.cancel', '1', { id: '#7' }, [], 'order_not_cancellable'],
      [0, '1'],
    ],
  } as never);
  expect(found).toEqual([price]);
});
