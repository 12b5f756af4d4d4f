/** Instrument parameters that may be published: one case per row, with the stored body or the invalid field last. */
import { expect, test } from 'vitest';
import { instruments } from '../../quotes/catalogue.ts';
import { usualTerms } from '../../terms/usual-terms.ts';
import type { TermsBody } from '../../terms/usual-terms.ts';
import { readBody } from './bodies.ts';

const usual = usualTerms({
  instruments: instruments.values(),
  optionSymbols: ['BTC/USDT'],
  coolOffSeconds: 0,
});
const deps = { terms: { usual: (subject: string) => usual.get(subject) }, instruments, currencies: [] };

function told(subject: string, change: TermsBody): string {
  const body = { ...usual.get(subject), ...change };
  const read = readBody({ kind: 'terms', subject, effective_at: 1, body }, deps);
  if (!read.ok) return `${read.refusal.code} ${read.refusal.field}`;
  return JSON.stringify(read.value.kind === 'terms' ? read.value.body : {});
}

const instrument = (open: boolean, min: string, max: string, leverage: string): string =>
  JSON.stringify({
    ...{ open, contract_fee_rate: '0.0005', financing_long_rate: '0.00007', financing_short_rate: '0.00005' },
    ...{ contract_min: min, contract_max: max, leverage_max: leverage },
  });

const cases: readonly (readonly [what: string, subject: string, change: TermsBody, outcome: string])[] = [
  ['closed', 'instrument:EUR/USD', { open: false }, instrument(false, '0.01', '50', '200')],
  [
    'limits in whole steps',
    'instrument:EUR/USD',
    { contract_min: '0.5', contract_max: '20', leverage_max: '50' },
    instrument(true, '0.5', '20', '50'),
  ],
  [
    'a minimum equal to the maximum',
    'instrument:EUR/USD',
    { contract_max: '0.01' },
    instrument(true, '0.01', '0.01', '200'),
  ],
  [
    'a minimum above the maximum',
    'instrument:EUR/USD',
    { contract_min: '0.02', contract_max: '0.01' },
    'parameter_wrong contract_min',
  ],
  ['a minimum of zero', 'instrument:EUR/USD', { contract_min: '0' }, 'parameter_wrong contract_min'],
  [
    'a minimum a hundred times as large',
    'instrument:EUR/USD',
    { contract_min: '1' },
    instrument(true, '1', '50', '200'),
  ],
  [
    'a minimum more than a hundred times as large',
    'instrument:EUR/USD',
    { contract_min: '1.01' },
    'parameter_wrong contract_min',
  ],
  ['half a step', 'instrument:EUR/USD', { contract_min: '0.015' }, 'parameter_wrong contract_min'],
  ['a maximum off step', 'instrument:EUR/USD', { contract_max: '50.001' }, 'parameter_wrong contract_max'],
  [
    'an unreasonable maximum',
    'instrument:EUR/USD',
    { contract_max: '5000.01' },
    'parameter_wrong contract_max',
  ],
  [
    'half a step of a coin',
    'instrument:BTC/USDT',
    { quantity_min: '0.000105' },
    'parameter_wrong quantity_min',
  ],
  [
    'a coin’s maximum off step',
    'instrument:BTC/USDT',
    { quantity_max: '7.000001' },
    'parameter_wrong quantity_max',
  ],
  [
    'a coin’s minimum above its maximum',
    'instrument:BTC/USDT',
    { quantity_max: '0.00001' },
    'parameter_wrong quantity_min',
  ],
  [
    'a leverage that isn’t a choice',
    'instrument:EUR/USD',
    { leverage_max: '30' },
    'parameter_wrong leverage_max',
  ],
  [
    'a leverage above the choices',
    'instrument:EUR/USD',
    { leverage_max: '500' },
    'parameter_wrong leverage_max',
  ],
  ['no leverage', 'instrument:EUR/USD', { leverage_max: '0' }, 'parameter_wrong leverage_max'],
  [
    'a fee of one per cent',
    'instrument:BTC/USDT',
    { spot_fee_rate: '0.01' },
    JSON.stringify({ ...usual.get('instrument:BTC/USDT'), spot_fee_rate: '0.01' }),
  ],
  [
    'a fee above one per cent',
    'instrument:BTC/USDT',
    { spot_fee_rate: '0.01000001' },
    'parameter_wrong spot_fee_rate',
  ],
  ['a negative fee', 'instrument:BTC/USDT', { spot_fee_rate: '-0.001' }, 'parameter_wrong spot_fee_rate'],
  [
    'a spot fee for an instrument without spot',
    'instrument:EUR/USD',
    { spot_fee_rate: '0' },
    'parameter_wrong spot_fee_rate',
  ],
  [
    'a contract fee above the maximum',
    'instrument:EUR/USD',
    { contract_fee_rate: '0.011' },
    'parameter_wrong contract_fee_rate',
  ],
  [
    'a negative financing rate',
    'instrument:EUR/USD',
    { financing_short_rate: '-0.0001' },
    'parameter_wrong financing_short_rate',
  ],
  [
    'a high financing rate',
    'instrument:EUR/USD',
    { financing_long_rate: '0.1' },
    'parameter_wrong financing_long_rate',
  ],
  [
    'payouts and stakes at their limits',
    'option:BTC/USDT',
    { payout_30: '0.5', payout_300: '0.95', stake_min_usdt: '1', stake_max_usdt: '50000' },
    JSON.stringify({
      ...{ payout_30: '0.5', payout_60: '0.82', payout_120: '0.84', payout_180: '0.86', payout_300: '0.95' },
      ...{ stake_min_usdt: '1', stake_max_usdt: '50000' },
    }),
  ],
  ['a tiny payout', 'option:BTC/USDT', { payout_60: '0.49' }, 'parameter_wrong payout_60'],
  ['a payout above the stake', 'option:BTC/USDT', { payout_60: '1' }, 'parameter_wrong payout_60'],
  ['an unknown duration', 'option:BTC/USDT', { payout_45: '0.8' }, 'parameter_wrong payout_45'],
  [
    'a minimum stake above the maximum',
    'option:BTC/USDT',
    { stake_min_usdt: '5001' },
    'parameter_wrong stake_min_usdt',
  ],
  ['no minimum stake', 'option:BTC/USDT', { stake_min_usdt: '0' }, 'parameter_wrong stake_min_usdt'],
  ['an unreasonable stake', 'option:BTC/USDT', { stake_max_usdt: '50001' }, 'parameter_wrong stake_max_usdt'],
  ['options on an instrument without options', 'option:XRP/USDT', {}, 'not_found subject'],
  [
    'spot limits of a currency pair',
    'instrument:EUR/USD',
    { quantity_min: '1000' },
    'parameter_wrong quantity_min',
  ],
];

test.each(cases)('accepts or refuses instrument parameters: %s', (_, subject, change, outcome) => {
  expect(told(subject, change)).toBe(outcome);
});
