/** Differences between texts, by line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, shortened } from './difference.ts';

const said = (before: string, after: string): string =>
  difference(before, after)
    .map(({ sign, text }) => `${sign}${text}`)
    .join('|');

test.each([
  ['a\nb\nc', 'a\nb\nc', ' a| b| c'],
  ['a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
  ['a', 'a\nb', ' a|+b'],
  ['a\nb', 'b', '-a| b'],
  ['', 'a', '-|+a'],
  ['a\nb\nc\nd', 'c\nd\na\nb', '-a|-b| c| d|+a|+b'],
])('computes the difference from %j to %j', (before, after, lines) => {
  expect(said(before, after)).toBe(lines);
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n'));

test('contains all lines of both texts', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = difference(before, after);
      const without = (sign: string) =>
        lines
          .filter((line) => line.sign !== sign)
          .map((line) => line.text)
          .join('\n');
      expect([without('+'), without('-')]).toEqual([before, after]);
    }),
  );
});

test('returns all lines as removed and added if there are too many changes', () => {
  const lines = difference('a\n'.repeat(3000), 'b\n'.repeat(3000));
  expect(lines.filter(({ sign }) => sign === ' ')).toEqual([]);
});

test('returns only changed lines and the lines around them', () => {
  const before = Array.from({ length: 20 }, (_, at) => String(at));
  const after = before.with(10, 'x');
  const shown = shortened(difference(before.join('\n'), after.join('\n')), 1);
  expect(shown.map((line) => (line === undefined ? '…' : `${line.sign}${line.text}`))).toEqual([
    '…',
    ' 9',
    '-10',
    '+x',
    ' 11',
    '…',
  ]);
});
