/** The progress of a credit's turnover, and the reasons that prevent its conversion. */
import { expect, test } from 'vitest';
import type { Credit } from './credit.ts';
import { turnoverPercent, whyNotConvert } from './credit.ts';

const credit = (change: Partial<Credit> = {}): Credit => ({
  ...{ amount: '100', granted: '100', turnover: '0', turnover_needed: '1000', expires_at: 1_767_225_600 },
  ...{ fees_paid: '200', converted: '0', convertible: '100' },
  ...change,
});
const none = credit({ amount: '0', granted: '0', turnover_needed: '0', expires_at: null });

test.each([
  ['nothing yet', credit(), 0],
  ['a part, rounded down', credit({ turnover: '199.99999999' }), 19],
  ['one unit short', credit({ turnover: '999.99999999' }), 99],
  ['all of it', credit({ turnover: '1000' }), 100],
  ['more than needed', credit({ turnover: '4000' }), 100],
  ['no credit', none, 0],
])('computes the percentage of the turnover: %s', (_, given, percent) => {
  expect(turnoverPercent(given)).toBe(percent);
});

test.each([
  ['too little turnover', credit({ turnover: '999.99999999' }), '0', 'turnover'],
  ['too little turnover and something at stake', credit({ amount: '95' }), '5', 'turnover'],
  ['something at stake', credit({ turnover: '1000' }), '0.00000001', 'stake'],
  ['all of it at stake', credit({ amount: '0', turnover: '1000' }), '100', 'stake'],
  ['nothing left', credit({ amount: '0', turnover: '1000' }), '0', 'nothing'],
  ['no credit', none, '0', 'nothing'],
  ['turnover reached and nothing at stake', credit({ turnover: '1000' }), '0', undefined],
  ['no fees paid', credit({ turnover: '1000', convertible: '0' }), '0', 'fees'],
  [
    'above the grant before the turnover is reached',
    credit({ amount: '130', convertible: '30' }),
    '0',
    undefined,
  ],
  ['above the grant with some at stake', credit({ amount: '90' }), '20', 'stake'],
])('returns the reason that prevents the conversion, if any: %s', (_, given, atStake, why) => {
  expect(whyNotConvert(given, atStake)).toBe(why);
});
