/** The rows of a customer's timeline in the operator's language. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import type { Details } from './happening-words.ts';
import { changesOf, detailsOf, titleOf } from './happening-words.ts';

const nothing: Details = {
  ...{ what: 'deposit', kind: 'deposit', of: null, by: null, product: null, symbol: null, side: null },
  ...{ quantity: null, price: null, status: null, amount: null, currency: null, network: null, days: null },
  ...{ score_before: null, score_after: null, reason: null, text: null, journal: null, evidence: [] },
};
const long = { side: 'long', symbol: 'BTC/USDT', quantity: '0.5', price: '20000' } as const;

test.each<[details: Partial<Details>, english: string, chinese: string]>([
  [{ amount: '1000', currency: 'USDT', days: 7 }, '1,000.00 USDT for 7 days', '1,000.00 USDT，7 天'],
  [{ amount: '1000', currency: 'USDT', days: 1 }, '1,000.00 USDT for 1 day', '1,000.00 USDT，1 天'],
  [{ amount: '222', currency: 'USDT', network: 'tron' }, '222.00 USDT via TRON', '222.00 USDT，通过 TRON'],
  [{ amount: '0.5', currency: 'BTC' }, '0.50 BTC', '0.50 BTC'],
  [{ network: 'tron', by: 'rosa' }, 'TRON · rosa', 'TRON · rosa'],
  [{ reason: 'not_received' }, 'Not received', '未收到'],
  [{ reason: 'security_check' }, 'Security check', '安全核查'],
  [{ reason: '5 BTC by tron' }, '5 BTC by tron', '5 BTC by tron'],
  [
    { score_before: 80, score_after: 75, reason: 'loan_overdue' },
    '80 → 75: Loan overdue',
    '80 → 75：贷款逾期',
  ],
  [
    { ...long, what: 'leverage', reason: 'close_out' },
    'Long 0.50 BTC/USDT at 20,000.00 · Liquidated',
    '做多 0.50 BTC/USDT，价格 20,000.00 · 强制平仓',
  ],
  [{ ...long, price: null }, 'Long 0.50 BTC/USDT', '做多 0.50 BTC/USDT'],
  [
    { side: 'up', symbol: 'BTC/USDT', price: '20000' },
    'Up BTC/USDT at 20,000.00',
    '看涨 BTC/USDT，价格 20,000.00',
  ],
  [{ side: 'up', symbol: 'BTC/USDT' }, 'Up BTC/USDT', '看涨 BTC/USDT'],
  [{ text: 'f3a9', by: 'theo' }, 'f3a9 · theo', 'f3a9 · theo'],
  [{ text: '' }, '', ''],
  [{}, '', ''],
])('describes the details %j in words', (details, english, chinese) => {
  expect(detailsOf(sayIn('en'), { ...nothing, ...details }).join(' · ')).toBe(english);
  expect(detailsOf(sayIn('zh'), { ...nothing, ...details }).join(' · ')).toBe(chinese);
});

const journal = (...lines: readonly [account: string, currency: string, amount: string][]) => ({
  seq: 1,
  postings: lines.map(([account, currency, amount]) => ({
    ...{ account, currency, amount, own: !/^(?:inventory|fees|trading)$/.test(account) },
  })),
});

test.each([
  [
    'a purchase',
    journal(
      ['spot', 'USDT', '-100'],
      ['fees', 'USDT', '0.1'],
      ['inventory', 'USDT', '99.9'],
      ['spot', 'BTC', '0.005'],
      ['inventory', 'BTC', '-0.005'],
    ),
    ['−100.00 USDT', '+0.005 BTC'],
  ],
  [
    'a hold, which moves between the customer’s accounts',
    journal(['spot', 'USDT', '-50'], ['spot_frozen', 'USDT', '50']),
    ['50.00 USDT'],
  ],
  [
    'a journal of several lines',
    journal(['contract', 'USDT', '30'], ['contract_frozen', 'USDT', '-40'], ['trading', 'USDT', '10']),
    ['−10.00 USDT'],
  ],
])('shows the changes of %s', (_, of, changes) => {
  expect(changesOf(of)).toEqual(changes);
});

test('translates the kinds of journals and events', () => {
  const english = sayIn('en');
  expect(titleOf(english, { ...nothing, kind: 'contract_close', journal: journal() })).toBe(
    'Position closed',
  );
  expect(titleOf(english, { ...nothing, kind: 'deposit.failed' })).toBe('Deposit: failed');
  expect(titleOf(english, { ...nothing, kind: 'spot_order.refused' })).toBe('Spot order: rejected');
});
