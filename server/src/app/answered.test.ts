/** Each call has one handler: two are refused by their names at the start, and none is a mistake of types. */
import { calls } from '@candor/protocol/features.ts';
import { expect, test } from 'vitest';
import { onlyOnce } from './answered.ts';
import { features } from './features.ts';

const call = Object.keys(calls)[0] ?? '';

test('the handlers of all are one object', () => {
  const parts = [
    { name: 'spot', calls: { one: 1 } },
    { name: 'desk', calls: undefined },
    { name: 'fund', calls: { two: 2 } },
  ];
  expect(onlyOnce(parts)).toEqual({ one: 1, two: 2 });
});

test('two that answer one call are named', () => {
  const parts = ['spot', 'forex'].map((name) => ({ name, calls: { [call]: () => undefined } }));
  expect(() => onlyOnce(parts)).toThrow(`${call} is answered by spot and by forex`);
});

test('no two features have one name', () => {
  const names = features.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
