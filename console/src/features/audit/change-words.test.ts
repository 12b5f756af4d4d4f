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
  ['shows the value of a new field', {}, { reference: 'FX1' }, 'Reference: FX1'],
  ['shows a removed value as none', { held: 'x' }, { held: null }, 'Held: x → none'],
  ['shows booleans as yes and no', { confirmed: false }, { confirmed: true }, 'Confirmed: No → Yes'],
  ['truncates a long value', {}, { evidence_hash: 'ab'.repeat(32) }, `Evidence hash: ${'ab'.repeat(16)}…`],
  [
    'shows an object as an ellipsis, since the record below has its content',
    {},
    { body: { fee_rate: '0.1' } },
    'Content: …',
  ],
  ['returns an empty text if nothing differs', { id: '7' }, { id: '7' }, ''],
])('%s', (_, before, after, words) => {
  expect(
    changeWords(sayIn('en'), { action: 'deposit.approve', before: json(before), after: json(after) }),
  ).toBe(words);
});

test('returns an empty text for a record without an object', () => {
  expect(changeWords(sayIn('en'), { action: 'deposit.approve', before: null, after: null })).toBe('');
});
