/** A command whose fate is unknown keeps its key; an answered one, or an old one, does not. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandOf, forgetKey, keyFor } from './idempotency-keys.ts';

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

test('another code confirms the same command, and no secret becomes part of its name', () => {
  const wish = { currency: 'USDT', amount: '30', address: '7' };
  const first = commandOf('POST wallet/out', { ...wish, trading_password: '135790' });
  const again = commandOf('POST wallet/out', { ...wish, trading_password: '135790', totp: '246813' });
  expect(again).toBe(first);
  expect(first).not.toContain('135790');
  expect(commandOf('POST wallet/out', { ...wish, amount: '31' })).not.toBe(first);
});
