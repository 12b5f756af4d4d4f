/** The fill quality page with given figures: both sides of slippage, reasons in words, and the checks that it offers. */
import { createHash } from 'node:crypto';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

const en = (await loadMessages('en')) as unknown as {
  readonly fillQuality: Readonly<Record<string, string>> & {
    readonly reason: Readonly<Record<string, string>>;
    readonly checked: Readonly<Record<string, string>>;
  };
  readonly proof: Readonly<Record<string, string>>;
};
const say = en.fillQuality;
const PAGE = '/pages/me/fillQuality';
const DAY = '2026-11-27';
const NOON = Date.parse(`${DAY}T12:00:00Z`);

const slippage = (count: number, mean: string | null) => ({
  count,
  sum_bp: '4',
  mean_bp: mean,
  p99_bp: mean,
});
const quality: CallOutput<'GET transparency/fill_quality'> = {
  ...{ day: DAY, days: [DAY, '2026-11-26'], from_root: 4, to_root: 5, left_out: 0 },
  rows: [
    {
      ...{ product: 'spot', symbol: 'BTC/USDT', against: 'market', fills: 10, waited: 5, at: 4 },
      ...{ better: slippage(3, '12.5'), worse: slippage(3, '12.5') },
      favour: { orders: 5, waited: 3, sum_bp: '-4' },
      disfavour: { orders: 5, waited: 2, sum_bp: '4' },
      ...{ wait_p50_ms: 0, wait_p99_ms: 1500 },
    },
  ],
  unfilled: [{ reason: 'trading_closed', count: 3, gained: 1, lost: 2, undecided: 0 }],
  refused: [
    { product: 'spot', symbol: 'BTC/USDT', side: 'buy', reason: 'price_moved', count: 7 },
    { product: 'contract', symbol: '', side: '', reason: 'position_closing', count: 1 },
  ],
  refused_to_ms: NOON,
  halts: [{ symbol: 'BTC/USDT', count: 2, total_ms: 90_000, longest_ms: 60_000, lasting: 1 }],
};

const [SALT, OPENING] = ['ab'.repeat(16), 'candor-fill-v1|7|spot_order:9|1'];
const ID = createHash('sha256').update(Buffer.from(SALT, 'hex')).update(OPENING).digest('hex');
const LINE = `${ID}|spot|BTC/USDT|buy|market|${NOON}|1|500||100|101|1|${NOON}|100|${NOON + 500}|1`;
const listed = (lines: readonly string[]) => {
  const hash = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return { root: 4, entry: `candor-fills-v1|4|${lines.length}|${hash}`, lines };
};
const entryOf = (seq: number, ask: string) => ({
  ...{ seq, time: NOON / 1000, time_ms: NOON, feed_time_ms: NOON, bid: '99', ask, last: '99.5', volume: '0' },
  ...{ hash: 'c'.repeat(64), gap: false, kind: 'quote' },
});

const own = { root: 4, line: LINE, salt: SALT, opening: OPENING };
const answers = {
  'GET transparency/fill_quality': quality,
  'GET transparency/own_fills': { fills: [own], next: null },
  'GET transparency/fills': { lists: [listed([LINE])], next_root: null },
  GET_TAPE: [entryOf(1, '100'), entryOf(2, '101')],
};
const serveLists = (more: object = {}) => {
  const { GET_TAPE: entries, ...rest } = { ...answers, ...more };
  return serve({ variant: 'usual', answers: { ...rest, 'GET tape': entries } as never });
};

afterEach(() => vi.restoreAllMocks());
afterAll(closeApp);

const press = (label: string): void => {
  const found = shown('button').find((one) => one.textContent === label);
  if (found === undefined) throw new Error(`expected a button ${label}, found none`);
  found.click();
};

test('shows a visitor both sides of slippage, and reasons in words', async () => {
  serveLists();
  await openAt(PAGE, { signedIn: false });
  expect(await settled()).toBe(true);
  const all = texts().join('\n');
  expect(all.match(/0\.125% on average/g)).toHaveLength(2);
  for (const reason of ['price', 'market', 'other']) expect(all).toContain(say.reason[reason]);
  expect(all).not.toMatch(/price_moved|trading_closed|position_closing/);
  expect(all).toContain('3 of 5');
  expect(all).toContain('1.5 sec');
  expect(all).toContain(say['haltsLasting']);
  expect(all).not.toContain(say['own']);
});

test('requests the day that is chosen', async () => {
  const server = serveLists();
  await openAt(PAGE, { signedIn: false });
  await settled();
  press('Nov 26, 2026');
  await settled();
  const asked = server.asked.filter(({ name }) => name === 'GET transparency/fill_quality');
  expect(asked.map(({ input }) => input)).toEqual([{}, { day: '2026-11-26' }]);
});

test.each([
  ['accepts a line that is in its list at the price of the tape', {}, 'right'],
  [
    'rejects a line that its list lacks',
    { 'GET transparency/fills': { lists: [listed([])], next_root: null } },
    'wrong',
  ],
  [
    'rejects a list that differs from its entry in the log',
    { 'GET transparency/fills': { lists: [{ ...listed([]), lines: [LINE] }], next_root: null } },
    'wrong',
  ],
  [
    'rejects a price that is not that of the tape',
    { GET_TAPE: [entryOf(1, '99.5'), entryOf(2, '101')] },
    'wrong',
  ],
  [
    'rejects a line that does not open to its id',
    { 'GET transparency/own_fills': { fills: [{ ...own, opening: `${OPENING}0` }], next: null } },
    'wrong',
  ],
])('%s', async (_, more, verdict) => {
  serveLists(more);
  await openAt(PAGE);
  await settled();
  press(en.proof['verify'] ?? '');
  expect(await waitFor(() => texts().includes(say.checked[verdict] ?? ''))).toBe(true);
});

test('saves the lines of the day as a table', async () => {
  serveLists();
  const saved: Blob[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  await openAt(PAGE, { signedIn: false });
  await settled();
  press('Save CSV');
  expect(await waitFor(() => saved.length === 1)).toBe(true);
  made.mockRestore();
  // A download does not replace the page.
  expect(location.protocol).toBe('http:');
  expect((await saved[0]?.text())?.split('\n')[1]).toContain(`4,fill,${ID},spot,BTC/USDT,buy`);
});
