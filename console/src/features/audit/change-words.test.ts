/** The words for a record of the log. */
import { expect, test } from 'vitest';
import { sayIn } from '../../../build/said.ts';
import { changeWords } from './change-words.ts';

const json = (fields: object) => JSON.stringify(fields);

test.each([
  [
    'names only the fields that differ',
    { id: '7', status: 'under_review' },
    { id: '7', status: 'success' },
    'Status: Under review → Credited',
  ],
  ['says what a new field is', {}, { reference: 'FX1' }, 'Reference: FX1'],
  ['says that a value was removed', { held: 'x' }, { held: null }, 'Held: x → none'],
  ['shows yes and no', { confirmed: false }, { confirmed: true }, 'Confirmed: No → Yes'],
  ['cuts a long value', {}, { evidence_hash: 'ab'.repeat(32) }, `Evidence hash: ${'ab'.repeat(16)}…`],
  ['leaves an object to the record below', {}, { body: { fee_rate: '0.1' } }, 'Content: …'],
  ['is empty if nothing differs', { id: '7' }, { id: '7' }, ''],
])('%s', (_, before, after, words) => {
  expect(
    changeWords(sayIn('en'), { action: 'deposit.approve', before: json(before), after: json(after) }),
  ).toBe(words);
});

test('returns an empty text for a record without an object', () => {
  expect(changeWords(sayIn('en'), { action: 'deposit.approve', before: null, after: null })).toBe('');
});
