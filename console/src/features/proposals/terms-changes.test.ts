/** The changes in proposed terms that the second approver sees. */
import { expect, test } from 'vitest';
import { termsChanges } from './terms-changes.ts';
import type { TermsVersions } from './terms-changes.ts';

type Body = TermsVersions[number]['body'];
const version = (number: number, effective_at: number, body: Body): TermsVersions[number] => ({
  ...{ version: number, effective_at, body, until: null, current: false },
  proposal: number === 0 ? null : String(number),
});
const changed = (versions: TermsVersions, body: Body, proposal = '9') =>
  termsChanges({ effective_at: 500, body }, versions, proposal)
    .filter((one) => one.changed)
    .map(({ name, before, after }) => [name, before, after]);

const usual = version(0, 0, { fee_rate: '0.001', open: true });

test('marks exactly the figures that differ from the terms in effect', () => {
  expect(changed([usual], { fee_rate: '0.01', open: true })).toEqual([['fee_rate', '0.001', '0.01']]);
  expect(changed([usual], { fee_rate: '0.001', open: true })).toEqual([]);
});

test('compares with the version in effect when the new version starts, not with a later version', () => {
  const versions = [
    usual,
    version(1, 400, { fee_rate: '0.002', open: true }),
    version(2, 600, { fee_rate: '0.003' }),
  ];
  expect(changed(versions, { fee_rate: '0.01', open: true })).toEqual([['fee_rate', '0.002', '0.01']]);
});

test('does not compare an approved proposal with the version that it published itself', () => {
  const versions = [usual, version(9, 500, { fee_rate: '0.01', open: true })];
  expect(changed(versions, { fee_rate: '0.01', open: true })).toEqual([['fee_rate', '0.001', '0.01']]);
});

test('marks figures that are new or missing', () => {
  expect(changed([usual], { fee_rate: '0.001', max: '5' })).toEqual([
    ['max', undefined, '5'],
    ['open', true, undefined],
  ]);
});
