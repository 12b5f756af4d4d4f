/** A command whose fate is unknown keeps its key; an answered one, or an old one, does not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetKey, keyFor } from './idempotency-keys.ts';

const records = new Map<string, string>();

beforeEach(() => {
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => records.get(key) ?? null,
      setItem: (key: string, value: string) => records.set(key, value),
      removeItem: (key: string) => records.delete(key),
    },
  });
});

afterEach(() => {
  records.clear();
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test('a repeat before the answer has the same key', () => {
  const key = keyFor('POST coin/trade {"a":1}', 1000);
  expect(keyFor('POST coin/trade {"a":1}', 2000)).toBe(key);
  expect(keyFor('POST coin/trade {"a":2}', 2000)).not.toBe(key);
});

test('after the answer the same wish is a new one', () => {
  const key = keyFor('POST coin/trade {}', 1000);
  forgetKey('POST coin/trade {}', 1500);
  expect(keyFor('POST coin/trade {}', 2000)).not.toBe(key);
});

test('after ten minutes it is a new wish too', () => {
  const key = keyFor('POST coin/trade {}', 1000);
  expect(keyFor('POST coin/trade {}', 1000 + 10 * 60_000)).not.toBe(key);
});
