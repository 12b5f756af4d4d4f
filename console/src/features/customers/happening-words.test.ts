/** The details of a customer's log entries in the operator's language. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import { detailsOf } from './happening-words.ts';

test.each([
  ['money', '1000 USDT for 7 days', '1,000.00 USDT for 7 days', '1,000.00 USDT，7 天'],
  ['money', '222 USDT by tron', '222.00 USDT via TRON', '222.00 USDT，通过 TRON'],
  ['money', '0.5 BTC', '0.50 BTC', '0.50 BTC'],
  ['money', 'not_received', 'Not received', '未收到'],
  ['money', 'f3a9', 'f3a9', 'f3a9'],
  ['credit', '80 → 75, loan_overdue', '80 → 75: Loan overdue', '80 → 75：贷款逾期'],
  ['operator', 'security_check', 'Security check', '安全核查'],
  ['operator', '5 BTC by tron', '5 BTC by tron', '5 BTC by tron'],
] as const)('translates the details of a log entry of the kind %s: %s', (what, text, english, chinese) => {
  expect(detailsOf(sayIn('en'), { what, text })).toBe(english);
  expect(detailsOf(sayIn('zh'), { what, text })).toBe(chinese);
});
