/** CSV cells: no text is executed as a formula, and numbers stay numbers. */
import { expect, test } from 'vitest';
import { cellOf, csvOf } from './csv.ts';

test.each([
  ['-12.5', '-12.5'],
  ['0.00000001', '0.00000001'],
  ['spot_buy', 'spot_buy'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
])('writes %j as %s', (value, cell) => {
  expect(cellOf(value)).toBe(cell);
});

test('begins with a byte order mark and ends each row with CR and LF', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1', ''],
    ]),
  ).toBe('\uFEFFa,b\r\n1,\r\n');
});
