/** The description of a proposal's effect. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import { bodyFacts, bodySentence } from './proposal-body.ts';

test.each([
  [
    'correction',
    { customer: '7', currency: 'USDT', amount: '5', takes: false },
    'Gives 5.00 USDT of house equity to lena.',
  ],
  [
    'correction',
    { customer: '7', currency: 'BTC', amount: '0.5', takes: true },
    'Takes 0.50 BTC from lena into house equity.',
  ],
  [
    'house_move',
    { currency: 'USDT', amount: '1000', from: 'fees', to: 'promotions' },
    'Moves 1,000.00 USDT of house money from Fees to Promotions.',
  ],
  [
    'house_capital',
    { currency: 'USDT', amount: '9', direction: 'out' },
    'Books 9.00 USDT taken out by the owners. Custody and equity shrink.',
  ],
  ['promotion', { customer: '7', amount: '50' }, 'Grants lena 50.00 USDT in trial credit.'],
  [
    'strategy_result',
    { amount: '1200', direction: 'gain', day: '2026-03-01', evidence: 'ab'.repeat(32) },
    'Books a gain of 1,200.00 USDT that the fund strategy made on 2026-03-01, with evidence. It counts for the current day.',
  ],
  ['terms', { subject: 'exchange', effective_at: 1, body: {} }, 'Publishes new terms for exchange.'],
] as const)('describes the effect of a %s as a sentence', (kind, body, sentence) => {
  expect(bodySentence(sayIn('en'), { kind, body: JSON.stringify({ kind, ...body }), account: 'lena' })).toBe(
    sentence,
  );
});

test('lists every field of the body, with a separate entry for each figure of the terms', () => {
  const body = { kind: 'terms', subject: 'exchange', body: { fee_rate: '0.002', open: true } };
  expect(bodyFacts(sayIn('en'), JSON.stringify(body))).toEqual([
    ['Subject', 'exchange'],
    ['Fee rate', '0.002'],
    ['Offered', 'Yes'],
  ]);
});
