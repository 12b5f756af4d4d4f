import { expect, test } from 'vitest';
import { heroSize } from './hero-size.ts';

test.each([
  ['0', 'text-4xl'],
  ['102464.05', 'text-4xl'],
  ['-1234567.89', 'text-4xl'],
  ['12345678.9', 'text-2xl'],
  ['-12345678', 'text-2xl'],
])('shows %s in the size %s', (decimal, size) => {
  expect(heroSize(decimal)).toBe(size);
});
