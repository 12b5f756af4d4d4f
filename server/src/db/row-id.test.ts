/** Texts that are accepted as a row's id. */
import { expect, test } from 'vitest';
import { readRowId } from './row-id.ts';

test.each<[string, bigint | undefined]>([
  ['0', 0n],
  ['42', 42n],
  ['999999999999999999', 999_999_999_999_999_999n],
  ['1000000000000000000', undefined],
  ['', undefined],
  ['-1', undefined],
  ['4.2', undefined],
  ['0x2a', undefined],
  [' 42', undefined],
  ['42\n', undefined],
  ['٤٢', undefined],
])('returns the row id for %j: %s', (text, id) => {
  expect(readRowId(text)).toBe(id);
});
