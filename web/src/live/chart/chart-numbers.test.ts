/** The numbers on the chart in the customer's language. */
import { expect, test } from 'vitest';
import { makeFormat } from '../../lib/format.ts';
import { localDecimal } from './chart-numbers.ts';

const { decimal } = makeFormat('es');

test.each([
  ['64000.00', '64.000,00'],
  ['-1234.5', '-1.234,5'],
  ['0.00012', '0,00012'],
  ['7', '7'],
  ['7.61B', '7.61B'],
  ['', ''],
  ['n/a', 'n/a'],
])('formats "%s" in Spanish', (text, expected) => {
  expect(localDecimal(text, (value, max) => decimal(value, { max }))).toBe(expected);
});
