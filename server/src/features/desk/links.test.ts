import { expect, test } from 'vitest';
import { masked } from './links.ts';

test.each([
  ['card', '**** 3000', '**** 3000'],
  ['device', 'ab12cd34ef56ab12cd34ef56', 'ab12cd34ef56'],
  ['address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TJRa…RTv8'],
  ['network', '203.0.113.7', '203.0.*.*'],
  ['network', '2001:db8::1', '2001:db8:*'],
] as const)('masks a %s', (kind, label, shown) => {
  expect(masked({ kind, label })).toBe(shown);
});
