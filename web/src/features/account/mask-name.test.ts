/** Names are shown with the middle hidden. */
import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['demo-lena', 'de••••a'],
  ['bob', 'b••••'],
  ['', '••••'],
])('masks %j as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
