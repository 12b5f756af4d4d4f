/** Names are shown with their middle hidden. */
import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test.each([
  ['demo-lena', 'de••••a'],
  ['bob', 'b••••'],
  ['', '••••'],
])('%j is masked as %j', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});
