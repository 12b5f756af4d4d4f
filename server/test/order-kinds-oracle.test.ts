/**
 * Spot orders of every kind through the minutes of an inflation report, replayed by the real server, which is killed midway.
 * The naive oracle computes each outcome from the tape and the orders alone. `replay-order-kinds.test.ts` does so for longer
 * histories.
 */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { replayOrderKinds } from './testing/order-kinds-run.ts';

test(
  'ends spot orders of every kind as the oracle does, although the server is killed midway',
  // Longer than the run waits for a market that stops midway, so that the run can report why.
  { timeout: 480_000 },
  async () => {
    const ends = await replayOrderKinds({
      files: { 'BTC/USDT': 'BTCUSDT_bybit_1m_2022-12-13_inflation.csv' },
      from: '2022-12-13T13:10',
      middle: '2022-12-13T14:10',
      to: '2022-12-13T15:30',
      halfSpread: amount('0.05'),
      periodSeconds: 60,
      seed: 'inflation report',
      reach: 0.012,
      restsMs: 3 * 3_600_000,
      first: 120,
      later: 80,
      stops: 12,
      kills: true,
    });
    for (const end of [
      'limit buy filled',
      'stop sell filled',
      'oco sell filled',
      'trailing_stop sell filled',
    ])
      expect(ends.get(end), end).toBeGreaterThan(0);
  },
);
