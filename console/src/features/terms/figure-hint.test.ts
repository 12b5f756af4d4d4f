/** The hints under the figures in the form for new terms. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import { figureHint } from './figure-hint.ts';

test.each([
  ['spot_fee_rate', '0.001', 'Now 0.001, 0.1%'],
  ['financing_long_rate', '0.00007', 'Now 0.00007, 0.007%'],
  ['payout_30', '0.8', 'Now 0.8, 80%'],
  ['contract_max', '50', 'Now 50'],
  ['leverage_max', '100', 'Now 100'],
  ['open', true, undefined],
  ['of tomorrow', undefined, undefined],
])('returns the hint for %s with the current value %s: %s', (name, now, hint) =>
  expect(figureHint(sayIn('en'), name, now)).toBe(hint),
);
