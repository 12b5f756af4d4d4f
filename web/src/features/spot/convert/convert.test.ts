/** The coin-to-coin form: each row is a case, with the outcome last. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import type { ConvertFacts } from './convert.ts';
import { readConversion, worstAmount } from './convert.ts';

const instrument = (base: string, step: string): Instrument => ({
  symbol: `${base}/USDT`,
  kind: 'crypto',
  base,
  quote: 'USDT',
  tickSize: amount('0.01'),
  quantityStep: amount(step),
  quantityMin: amount(step),
  quantityMax: amount('1000'),
  spotFeeRate: amount('0.001'),
  spot: true,
  calendar: 'always',
});
const btc = instrument('BTC', '0.00001');
const eth = instrument('ETH', '0.0001');
const facts: ConvertFacts = {
  from: { instrument: btc, bid: amount('60000') },
  to: { instrument: eth, ask: amount('3000') },
  closed: undefined,
  available: amount('0.5'),
};

const outcomeOf = (typed: string, changed: Partial<ConvertFacts> = {}): string => {
  const { problem, request } = readConversion(typed, { ...facts, ...changed });
  return problem === undefined
    ? JSON.stringify(request)
    : [problem.code, ...Object.values(problem.params)].join(' ');
};

test.each([
  ['nothing typed', '', {}, 'quantity_missing'],
  ['zero', '0.00', {}, 'quantity_missing'],
  ['an amount that is not a multiple of the step', '0.000015', {}, 'quantity_off_step 0.00001'],
  ['more than the maximum', '1001', {}, 'quantity_above_maximum 1000'],
  ['more than the balance', '0.6', {}, 'coins_insufficient BTC 0.6 0.5'],
  [
    'too little to buy a step',
    '0.01',
    { to: { instrument: eth, ask: amount('90000000') } },
    'buys_nothing 0.0001 ETH',
  ],
  ['the same coin', '0.01', { to: { instrument: btc, ask: amount('60000') } }, 'same_coin'],
  ['a closed market', '0.01', { closed: 'trading_closed' }, 'trading_closed'],
  [
    'half a bitcoin',
    '0.5',
    {},
    '{"from":"BTC","to":"ETH","amount":"0.5","worst_amount":"9.9301","fee_rate":"0.001","to_fee_rate":"0.001"}',
  ],
  ['a trailing decimal point', '0.', {}, 'quantity_missing'],
] as readonly [string, string, Partial<ConvertFacts>, string][])(
  'returns the outcome of the conversion form: %s',
  (_name, typed, changed, expected) => {
    expect(outcomeOf(typed, changed)).toBe(expected);
  },
);

test('computes both legs and their fees without the server', () => {
  const { plan } = readConversion('0.5', facts);
  expect(
    [plan?.sell.total, plan?.sell.fee, plan?.buy.quantity, plan?.buy.fee].map((value) =>
      formatAmount(value ?? 0n),
    ),
  ).toEqual(['29970', '30', '9.98', '29.94']);
});

test.each([
  ['10', '0.0001', '9.95'],
  ['0.0001', '0.0001', '0'],
  ['1', '1', '0'],
])('rounds the minimum accepted quantity for %s to a multiple of the step %s', (quantity, step, expected) => {
  expect(formatAmount(worstAmount(amount(quantity), amount(step)))).toBe(expected);
});
