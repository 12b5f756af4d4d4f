/** Masked names. */
import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['demo-lena', 'de••••a'],
  ['bob', 'b••••'],
  ['', '••••'],
])('masks the name %j as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
