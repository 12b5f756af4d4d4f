/** The page of fill quality on a given day, because the fills of a demo differ from run to run. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Page } from '@playwright/test';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';

const path = '/pages/me/fillQuality';
const DAY = '2026-11-27';

const slippage = (count: number, mean: string | null) => ({
  count,
  sum_bp: '4',
  mean_bp: mean,
  p99_bp: mean,
});
const row = {
  ...{ fills: 128, waited: 12, at: 96, better: slippage(17, '0.34'), worse: slippage(15, '0.36') },
  favour: { orders: 61, waited: 6, sum_bp: '-5.8' },
  disfavour: { orders: 64, waited: 6, sum_bp: '5.4' },
  ...{ wait_p50_ms: 0, wait_p99_ms: 240 },
};

const answers: {
  readonly fill_quality: CallOutput<'GET transparency/fill_quality'>;
  readonly voids: CallOutput<'GET transparency/voids'>;
  readonly withdrawals: CallOutput<'GET transparency/withdrawals'>;
} = {
  fill_quality: {
    ...{ day: DAY, days: [DAY, '2026-11-26', '2026-11-25'], from_root: 4, to_root: 5, left_out: 0 },
    rows: [
      { product: 'spot', symbol: 'BTC/USDT', against: 'market', ...row },
      { product: 'contract', symbol: 'ETH/USDT', against: 'level', ...row },
    ],
    unfilled: [
      { reason: 'price_moved', count: 9, gained: 4, lost: 5, undecided: 0 },
      { reason: 'trading_closed', count: 3, gained: 1, lost: 2, undecided: 0 },
    ],
    refused: [
      { product: 'spot', symbol: 'BTC/USDT', side: 'buy', reason: 'price_moved', count: 11 },
      { product: 'spot', symbol: 'BTC/USDT', side: 'buy', reason: 'balance_insufficient', count: 7 },
    ],
    refused_to_ms: 0,
    halts: [{ symbol: 'BTC/USDT', count: 2, total_ms: 90_000, longest_ms: 60_000, lasting: 0 }],
  },
  voids: {
    days: [{ day: DAY, tickets: 3, saved_usdt: '18.6', cost_usdt: '25', undecided: 0 }],
    ...{ voids: [], next: null },
  },
  withdrawals: {
    ...{ paid: 42, in_time: 41, median_minutes: 18, slowest_tenth_minutes: 95, waiting: 2, overdue: 0 },
    ...{ failed: [], held: [] },
  },
};

/** The app reads the given day once; later visits get the server's answers. */
async function openGivenDay(page: Page): Promise<void> {
  const calls = Object.entries(answers).map(([name, message]) => ({
    address: new RegExp(`/api/transparency/${name}(\\?|$)`),
    answer: { type: 'ok', code: 1, message },
  }));
  await Promise.all(
    calls.map(({ address, answer }) => page.route(address, (route) => route.fulfill({ json: answer }))),
  );
  await page.reload();
  await settled(page);
  await Promise.all(calls.map(({ address }) => page.unroute(address)));
}

export const fillScreens: readonly ScreenShot[] = [
  { name: 'how orders are filled', path, as: 'visitor', act: openGivenDay },
];
