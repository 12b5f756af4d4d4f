/** A command's input is unchanged when it is read back from its record. */
import { expect, test } from 'vitest';
import { NotPlain, fromPlain, toPlain } from './plain-values.ts';

test.each([
  ['an amount', 5n],
  ['text with a reserved prefix', ['#1', '$BTC', '%00', '~x']],
  ['bytes', { hash: Buffer.from('00ff', 'hex') }],
  ['a map', { entries: new Map([['BTC/USDT', { seq: 5n, bid: 1n }]]) }],
])('writes %s as JSON and reads it back', (_, value) => {
  expect(fromPlain(JSON.parse(JSON.stringify(toPlain(value))) as never)).toEqual(value);
});

test('rejects a function, which JSON cannot represent', () => {
  expect(() => toPlain({ decide: () => undefined })).toThrow(NotPlain);
});
