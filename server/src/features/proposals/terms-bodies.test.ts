/** Parameters that may be published, one case per row. No parameter concerns a single customer or the precision of a currency. */
import { describe, expect, test } from 'vitest';
import { instruments } from '../../quotes/catalogue.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import type { TermsBody } from '../../terms/usual-terms.ts';
import { readBody } from './bodies.ts';
import { effectiveViolation } from './terms-bodies.ts';

const usual = usualTerms({
  instruments: instruments.values(),
  optionSymbols: ['BTC/USDT', 'EUR/USD'],
  coolOffSeconds: 86_400,
});
const deps = {
  terms: { usual: (subject: string) => usual.get(subject) },
  instruments,
  currencies: ['USDT', 'BTC'],
};

/** The stored body, or the refusal and the invalid field. */
function told(subject: string, change: TermsBody, without: readonly string[] = []): string {
  const body = Object.fromEntries(
    Object.entries({ ...usual.get(subject), ...change }).filter(([name]) => !without.includes(name)),
  );
  const read = readBody({ kind: 'terms', subject, effective_at: 1, body }, deps);
  if (!read.ok) return `${read.refusal.code} ${read.refusal.field}`;
  return JSON.stringify(read.value.kind === 'terms' ? read.value.body : {});
}

const withdrawal =
  '{"open":true,"min":"30","max":"200000","day_max":"500000","fee_rate":"0.001","two_from":"10000"}';

const cases: readonly (readonly [what: string, subject: string, change: TermsBody, outcome: string])[] = [
  ['the default terms', 'withdrawal:USDT', {}, withdrawal],
  ['decimals in canonical form', 'withdrawal:USDT', { min: '30.00', fee_rate: '0.00100' }, withdrawal],
  [
    'two per cent',
    'exchange',
    { fee_rate: '0.02' },
    '{"open":true,"fee_rate":"0.02","max_usdt":"50000","unused_max":"30"}',
  ],
  ['too few unused quotes', 'exchange', { unused_max: '9' }, 'parameter_wrong unused_max'],
  ['too many unused quotes', 'exchange', { unused_max: '361' }, 'parameter_wrong unused_max'],
  ['half a quote', 'exchange', { unused_max: '30.5' }, 'parameter_wrong unused_max'],
  ['more than two per cent', 'exchange', { fee_rate: '0.02000001' }, 'parameter_wrong fee_rate'],
  ['text instead of a decimal', 'exchange', { fee_rate: '1e-3' }, 'parameter_wrong fee_rate'],
  ['a negative decimal', 'exchange', { fee_rate: '-0.001' }, 'parameter_wrong fee_rate'],
  ['a boolean instead of a decimal', 'exchange', { fee_rate: true }, 'parameter_wrong fee_rate'],
  ['text instead of a boolean', 'exchange', { open: 'true' }, 'parameter_wrong open'],
  ['an unknown name', 'exchange', { spread: '0.1' }, 'parameter_wrong spread'],
  ['a minimum above the maximum', 'deposit:BTC:bitcoin', { min: '51' }, 'parameter_wrong min'],
  ['a minimum of zero', 'deposit:BTC:bitcoin', { min: '0' }, 'parameter_wrong min'],
  ['a daily limit below one request', 'withdrawal:BTC', { day_max: '2.9' }, 'parameter_wrong day_max'],
  [
    'a dual-approval threshold above the maximum',
    'withdrawal:BTC',
    { two_from: '3.1' },
    'parameter_wrong two_from',
  ],
  [
    'a waiting time of half a second',
    'address',
    { cool_off_seconds: '0.5' },
    'parameter_wrong cool_off_seconds',
  ],
  ['a waiting time of a month', 'address', { cool_off_seconds: '2592000' }, '{"cool_off_seconds":"2592000"}'],
  [
    'a waiting time of more than a month',
    'address',
    { cool_off_seconds: '2592001' },
    'parameter_wrong cool_off_seconds',
  ],
  [
    'more than a million for manual bookings',
    'manual',
    { max_usdt: '1000000.01' },
    'parameter_wrong max_usdt',
  ],
  [
    'an excessive manual limit',
    'manual',
    { promotion_max_usdt: '10001' },
    'parameter_wrong promotion_max_usdt',
  ],
  [
    'a fund tier with a different duration and different rates',
    'fund:1',
    { days: '4', rate_min: '0.01', rate_max: '0.0150', open: false },
    '{"open":false,"min":"500","max":"5000","rate_min":"0.01","rate_max":"0.015","days":"4","limit_per_account":"2","places":"1000","early_fee_rate":"0.01"}',
  ],
  ['an inverted band', 'fund:2', { rate_min: '0.0274' }, 'parameter_wrong rate_min'],
  ['a rate above any day’s income', 'fund:2', { rate_max: '0.05000001' }, 'parameter_wrong rate_max'],
  ['a band of zero', 'fund:2', { rate_min: '0', rate_max: '0' }, 'parameter_wrong rate_max'],
  ['a duration of half a day', 'fund:2', { days: '1.5' }, 'parameter_wrong days'],
  ['a duration of zero days', 'fund:2', { days: '0' }, 'parameter_wrong days'],
  ['a duration of more than a year', 'fund:2', { days: '366' }, 'parameter_wrong days'],
  ['no places', 'fund:2', { places: '0' }, 'parameter_wrong places'],
  ['half an order', 'fund:2', { limit_per_account: '0.5' }, 'parameter_wrong limit_per_account'],
  ['a fee above two per cent', 'fund:2', { early_fee_rate: '0.03' }, 'parameter_wrong early_fee_rate'],
  ['an unknown tier', 'fund:7', {}, 'not_found subject'],
  [
    'loans with a different rate',
    'loan',
    { daily_rate: '0.00040', open: false },
    '{"open":false,"min":"1000","max":"50000","daily_rate":"0.0004","overdue_rate":"0.001","overdue_cap":"0.2","score_min":"60","two_from":"10000"}',
  ],
  ['a loan threshold above the maximum', 'loan', { two_from: '50000.01' }, 'parameter_wrong two_from'],
  ['a misplaced decimal point', 'loan', { daily_rate: '0.005' }, 'parameter_wrong daily_rate'],
  ['a misplaced decimal point of a fee', 'loan', { overdue_rate: '0.01' }, 'parameter_wrong overdue_rate'],
  ['fees above one half', 'loan', { overdue_cap: '0.51' }, 'parameter_wrong overdue_cap'],
  ['half a point of credit score', 'loan', { score_min: '60.5' }, 'parameter_wrong score_min'],
  ['an impossible credit score', 'loan', { score_min: '101' }, 'parameter_wrong score_min'],
  ['a misplaced decimal point of a share', 'referral', { level_1: '0.5' }, 'parameter_wrong level_1'],
  ['inverted loan limits', 'loan', { min: '50001' }, 'parameter_wrong min'],
  ['an unknown subject', 'payout', {}, 'not_found subject'],
  ['a property of the prototype', 'constructor', {}, 'not_found subject'],
];

test.each(cases)('accepts or refuses terms: %s', (_, subject, change, outcome) => {
  expect(told(subject, change)).toBe(outcome);
});

test('refuses terms in which any parameter is missing', () => {
  for (const [subject, body] of usual) {
    for (const name of Object.keys(body)) expect(told(subject, {}, [name])).toBe(`parameter_wrong ${name}`);
  }
});

test('accepts the default terms', () => {
  for (const [subject, body] of usual) expect(told(subject, {})).toBe(JSON.stringify(body));
});

describe('publishable terms', () => {
  const names = new Set([...usual.values()].flatMap((body) => Object.keys(body)));

  test('are exactly these subjects and parameters, none of which concerns a customer, a price, a delay or a precision', () => {
    const forms =
      /^(deposit:[A-Z]{3,4}:[a-z]+|withdrawal:[A-Z]{3,4}|(instrument|option):[A-Z]{3,5}\/[A-Z]{3,5}|fund:\d|loan|referral|address|exchange|manual)$/;
    for (const subject of usual.keys()) expect(subject).toMatch(forms);
    expect([...names].toSorted()).toEqual(
      [
        ...[
          'contract_fee_rate',
          'contract_max',
          'contract_min',
          'cool_off_seconds',
          'day_max',
          'fee_rate',
          'financing_long_rate',
          'financing_short_rate',
          'level_1',
          'level_2',
          'level_3',
          'leverage_max',
          'max',
          'max_usdt',
          'min',
          'open',
          'payout_120',
          'payout_180',
          'payout_30',
          'payout_300',
          'payout_60',
          'promotion_max_usdt',
          'quantity_max',
          'quantity_min',
          'spot_fee_rate',
          'stake_max_usdt',
          'stake_min_usdt',
        ],
        'two_from',
        'unused_max',
        ...['daily_rate', 'overdue_rate', 'overdue_cap', 'score_min'],
        ...['rate_min', 'rate_max', 'days', 'limit_per_account', 'places', 'early_fee_rate'],
      ].toSorted(),
    );
  });

  test('are refused if they concern a customer, a price, a delay or a precision', () => {
    const subjects = [
      'instrument:BTC/USDT:100001',
      'customer:100001',
      'withdrawal:USDT:100001',
      'currency:BTC',
    ];
    for (const subject of subjects) expect(told(subject, { open: false })).toBe('not_found subject');
    const figures = [
      'delay_ms',
      'requote',
      'spread',
      'slippage',
      'decimals',
      'precision',
      'step',
      'customer',
    ];
    for (const name of figures) {
      for (const subject of ['instrument:BTC/USDT', 'exchange', 'withdrawal:BTC']) {
        expect(told(subject, { [name]: '1' })).toBe(`parameter_wrong ${name}`);
      }
    }
  });
});

const DAY = 86_400_000;

test.each<[what: string, subject: string, open: boolean, aheadMs: number, outcome: string | undefined]>([
  ['a millisecond too soon', 'exchange', true, 59_999, 'effective_too_soon effective_at 60'],
  ['a minute ahead', 'exchange', true, 60_000, undefined],
  ['ninety days ahead', 'exchange', true, 90 * DAY, undefined],
  [
    'more than ninety days ahead',
    'exchange',
    true,
    90 * DAY + 1,
    'parameter_wrong effective_at effective_at',
  ],
  ['in the past', 'exchange', true, -1, 'effective_too_soon effective_at 60'],
  ['a tier without its day of notice', 'fund:1', true, DAY - 1, 'effective_too_soon effective_at 86400'],
  ['a tier a day ahead', 'fund:12', true, DAY, undefined],
  ['a tier that is closing', 'fund:1', false, 60_000, undefined],
  ['a tier closing too soon', 'fund:1', false, 59_999, 'effective_too_soon effective_at 60'],
  ['loans without their day of notice', 'loan', true, DAY - 1, 'effective_too_soon effective_at 86400'],
  ['loans a day ahead', 'loan', true, DAY, undefined],
  ['loans that are closing', 'loan', false, 60_000, undefined],
])('accepts or refuses the effective time: %s', (_, subject, open, aheadMs, expected) => {
  const effectiveMs = 1_800_000_000_000 + aheadMs;
  const violation = effectiveViolation({ subject, body: { open }, effectiveMs }, 1_800_000_000_000);
  const { code, field, params = {} } = violation?.refusal ?? { code: undefined, field: undefined };
  expect(code && [code, field, ...Object.values(params)].join(' ')).toBe(expected);
});
