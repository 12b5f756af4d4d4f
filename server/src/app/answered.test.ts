/**
 * Merging the handlers of all features. Two handlers for one call fail at startup, with an error that names both features. A
 * missing handler is a type error.
 */
import { calls } from '@candor/protocol/features.ts';
import { expect, test } from 'vitest';
import { onlyOnce } from './answered.ts';
import { features } from './features.ts';

const call = Object.keys(calls)[0] ?? '';

test('merges the handlers of all features into one object', () => {
  const parts = [
    { name: 'spot', calls: { one: 1 } },
    { name: 'desk', calls: undefined },
    { name: 'fund', calls: { two: 2 } },
  ];
  expect(onlyOnce(parts)).toEqual({ one: 1, two: 2 });
});

test('rejects two features that handle the same call, naming both', () => {
  const parts = ['spot', 'forex'].map((name) => ({ name, calls: { [call]: () => undefined } }));
  expect(() => onlyOnce(parts)).toThrow(
    `expected one handler for ${call}, found one in spot and one in forex`,
  );
});

test('gives every feature a unique name', () => {
  const names = features.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
