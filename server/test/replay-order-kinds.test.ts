/**
 * Spot orders of every kind through two real crashes, replayed by the real server: 4 September 2017 and 13 December 2022.
 * Customers place, amend and cancel trailing stops, brackets, OCO orders, stops, stop-limits, limits and market orders, with
 * and without an expiry, in pauses of the market and while it runs. A naive oracle walks the tape entry by entry and
 * computes the outcome of each order: the entry, price, quantity, fee and hold, and from these every balance. The server
 * must match it, whether or not it is killed midway.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { replayOrderKinds } from './testing/order-kinds-run.ts';
import type { OrderReplay } from './testing/order-kinds-run.ts';

const HOUR_MS = 3_600_000;

const september2017: OrderReplay = {
  files: {
    'BTC/USDT': 'BTCUSD_coinbase_1m_2017-09-03_04_violent.csv',
    'ETH/USDT': 'ETHUSD_coinbase_1m_2017-09-03_04_violent.csv',
  },
  from: '2017-09-04T02:00',
  middle: '2017-09-04T10:30',
  to: '2017-09-04T18:00',
  halfSpread: amount('0.25'),
  periodSeconds: 60,
  ...{ reach: 0.06, restsMs: 12 * HOUR_MS, first: 300, later: 150, stops: 120 },
  ...{ seed: 'september 2017', kills: false },
};
const december2022: OrderReplay = {
  files: { 'BTC/USDT': 'BTCUSDT_bybit_1m_2022-12-13_inflation.csv' },
  from: '2022-12-13T12:40',
  middle: '2022-12-13T14:20',
  to: '2022-12-13T15:30',
  halfSpread: amount('0.05'),
  periodSeconds: 60,
  ...{ reach: 0.012, restsMs: 3 * HOUR_MS, first: 200, later: 150, stops: 40 },
  ...{ seed: 'december 2022', kills: false },
};

/** How often each outcome occurred in all replays. */
const ends = new Map<string, number>();

async function replay(which: OrderReplay): Promise<void> {
  for (const [end, count] of await replayOrderKinds(which)) ends.set(end, (ends.get(end) ?? 0) + count);
}

describe('spot orders of every kind through real crashes', { timeout: 1_200_000 }, () => {
  test('end as the oracle says on 4 September 2017, for bitcoin and ether', async () => {
    await replay(september2017);
  });

  test('end as the oracle says on 4 September 2017 with the server killed in the middle of the fall', async () => {
    await replay({ ...september2017, seed: 'september 2017, killed', kills: true });
  });

  test('end as the oracle says on 13 December 2022, in the minute of an inflation report', async () => {
    await replay(december2022);
  });

  afterAll(() => {
    // Every kind must have every outcome, on both sides.
    for (const type of ['limit', 'stop', 'stop_limit', 'oco', 'trailing_stop'])
      for (const side of ['buy', 'sell'])
        for (const how of ['filled', 'customer', 'expired'])
          expect(ends.get(`${type} ${side} ${how}`) ?? 0, `${type} ${side} ${how}`).toBeGreaterThan(0);
    for (const type of ['limit', 'stop', 'oco'])
      expect(ends.get(`protecting ${type} sell filled`) ?? 0, `protecting ${type}`).toBeGreaterThan(0);
    for (const type of ['limit', 'stop', 'stop_limit', 'oco', 'trailing_stop'])
      expect(ends.get(`amended ${type} filled`) ?? 0, `amended ${type}`).toBeGreaterThan(0);
    for (const field of ['price', 'stop', 'quantity', 'trailing', 'trailingBps', 'expiresMs'])
      expect(ends.get(`changed ${field}`) ?? 0, `changed ${field}`).toBeGreaterThan(0);
    for (const end of ['took profit', 'stopped a loss', 'filled at its limit after its stop'])
      expect(ends.get(end) ?? 0, end).toBeGreaterThan(0);
  });
});
