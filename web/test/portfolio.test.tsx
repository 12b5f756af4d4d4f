/**
 * The total of a customer who has something of every kind is the same on Home, Account, Wallet and Portfolio, and the
 * portfolio can be read by keyboard, and explains itself while it is empty.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { makeFormat } from '../src/lib/format.ts';
import { instruments } from './instruments.ts';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

const en = (await loadMessages('en')) as unknown as {
  readonly totalParts: Readonly<Record<string, string>>;
  readonly portfolio: Readonly<Record<string, string>> & {
    readonly partMeans: Readonly<Record<string, string>>;
  };
};
const say = en.portfolio;
const PAGE = '/pages/me/portfolio';

const pocket = (available: string, frozen: string) => ({ available, frozen });
const wallets: CallOutput<'POST wallet/list'> = [
  {
    ...{ currency: 'USDT', spot: pocket('94000', '10'), contract: pocket('2000', '100') },
    ...{ option: pocket('50', '5'), fund: pocket('0', '5000'), experience: pocket('70', '30') },
    ...{ due: '7.5', loans: '1000.25', value_usdt: '101165' },
  },
  {
    ...{ currency: 'BTC', spot: pocket('0.5', '0.25'), contract: pocket('0', '0') },
    ...{ option: pocket('0', '0'), value_usdt: '1' },
  },
];
const btc = instruments.find(({ symbol }) => symbol === 'BTC/USDT')?.price ?? '0';
const total = amount('100172.25') + valueReceived(amount('0.75'), amount(btc));
const shownTotal = makeFormat('en').money(formatAmount(total));

const DAY = 86_400;
const day = (number: number) => Math.floor(Date.UTC(2026, 10, number) / 1000);
const history: CallOutput<'GET portfolio/history'> = {
  points: [
    ...[21, 22, 23, 24].map((number, at) => ({ time: day(number), value_usdt: String(90_000 + at * 1000) })),
    { time: day(24) + 60, value_usdt: '94000' },
  ],
  flows: [
    {
      ...{ time: day(23) - DAY / 2, kind: 'deposit', currency: 'USDT' },
      ...{ amount: '500', value_usdt: '500' },
    },
  ],
  since: day(20),
  performance: [
    {
      ...{ period: '1w', from: day(20), return_percent: '4.44', profit_usdt: '3500' },
      ...{ deposited_usdt: '500', withdrawn_usdt: '0' },
    },
  ],
  best_day: { time: day(22), profit_usdt: '1000', return_percent: '1.11' },
  worst_day: null,
};
const answers = { 'POST wallet/list': wallets, 'GET portfolio/history': history };

afterAll(closeApp);

function saysTotal(): boolean {
  return texts().some((text) => text === shownTotal || text === `${shownTotal} USDT`);
}

test.each(['/', '/pages/me/newIndex', '/pages/me/wallet', PAGE])(
  'states the same total on %s',
  async (address) => {
    serve({ variant: 'empty', answers });
    await openAt(address);
    expect(await waitFor(saysTotal), texts().join(' | ')).toBe(true);
  },
);

test('shows the breakdown of the total, and links the total of each screen to it', async () => {
  serve({ variant: 'empty', answers });
  await openAt(PAGE);
  expect(await settled()).toBe(true);
  const said = texts();
  for (const part of ['due', 'loans']) expect(said).toContain(en.totalParts[part]);
  // There is no open position.
  expect(said).not.toContain(en.totalParts['open_profit']);
  for (const part of ['spot', 'contract', 'option', 'fund']) expect(said).toContain(say.partMeans[part]);
  expect(said).toContain(say['means']);
  for (const address of ['/', '/pages/me/newIndex', '/pages/me/wallet']) {
    // oxlint-disable-next-line no-await-in-loop -- one screen after the other
    await openAt(address);
    // oxlint-disable-next-line no-await-in-loop
    expect(await settled()).toBe(true);
    expect(shown(`a[href="#${PAGE}"]`).length, address).toBeGreaterThan(0);
  }
});

function press(key: string): void {
  const [chart] = shown('[role="slider"]');
  chart?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

test('moves along the chart by keyboard, and states the events of the day', async () => {
  serve({ variant: 'empty', answers });
  await openAt(PAGE);
  expect(await settled()).toBe(true);
  const value = () => shown('[role="slider"]')[0]?.getAttribute('aria-valuetext') ?? '';
  const chart = shown('[role="slider"]')[0];
  expect(chart?.getAttribute('aria-valuemax')).toBe('4');
  expect(value()).toContain(`${shownTotal} USDT`);
  press('Home');
  expect(await waitFor(() => value().includes('90,000.00 USDT'))).toBe(true);
  press('ArrowRight');
  expect(await waitFor(() => value().includes('91,000.00 USDT'))).toBe(true);
  press('ArrowRight');
  expect(await waitFor(() => value().includes('92,000.00 USDT'))).toBe(true);
  expect(value()).toContain('500 USDT');
  press('Escape');
  expect(await waitFor(() => value().includes(`${shownTotal} USDT`))).toBe(true);
});

test('explains each section while there is nothing to show', async () => {
  serve({ variant: 'empty' });
  await openAt(PAGE);
  expect(await settled()).toBe(true);
  const said = texts();
  for (const key of ['chartStarts', 'noCoins', 'noCoinsText', 'noIncome', 'noFees', 'noBest'])
    expect(said, key).toContain(say[key]);
});

test('shows the data that loaded, and offers to retry the rest if one call fails', async () => {
  serve({ variant: 'usual', answers, instead: { 'GET portfolio/history': { refusal: 'busy' } } });
  await openAt(PAGE);
  expect(await waitFor(saysTotal)).toBe(true);
  expect(await waitFor(() => texts().includes(say['madeOf'] ?? ''))).toBe(true);
});
