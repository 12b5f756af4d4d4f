/** The details of a customer's log entries in the operator's language. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import type { Details } from './happening-words.ts';
import { detailsOf } from './happening-words.ts';

const nothing: Details = {
  ...{ amount: null, currency: null, network: null, days: null },
  ...{ score_before: null, score_after: null, reason: null, text: null },
};

test.each<[details: Partial<Details>, english: string, chinese: string]>([
  [{ amount: '1000', currency: 'USDT', days: 7 }, '1,000.00 USDT for 7 days', '1,000.00 USDT，7 天'],
  [{ amount: '1000', currency: 'USDT', days: 1 }, '1,000.00 USDT for 1 day', '1,000.00 USDT，1 天'],
  [{ amount: '222', currency: 'USDT', network: 'tron' }, '222.00 USDT via TRON', '222.00 USDT，通过 TRON'],
  [{ amount: '0.5', currency: 'BTC' }, '0.50 BTC', '0.50 BTC'],
  [{ reason: 'not_received' }, 'Not received', '未收到'],
  [{ reason: 'security_check' }, 'Security check', '安全核查'],
  [{ reason: '5 BTC by tron' }, '5 BTC by tron', '5 BTC by tron'],
  [
    { score_before: 80, score_after: 75, reason: 'loan_overdue' },
    '80 → 75: Loan overdue',
    '80 → 75：贷款逾期',
  ],
  [{ text: 'f3a9' }, 'f3a9', 'f3a9'],
  [{ text: '' }, '', ''],
  [{}, '', ''],
])('puts the details %j into words', (details, english, chinese) => {
  expect(detailsOf(sayIn('en'), { ...nothing, ...details })).toBe(english);
  expect(detailsOf(sayIn('zh'), { ...nothing, ...details })).toBe(chinese);
});
