/** The lifetime of idempotency keys: until an answer is final or the key expires. */
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

test('returns the same key for a repeated command before the answer', () => {
  const key = keyFor('POST coin/trade {"a":1}', 1000);
  expect(keyFor('POST coin/trade {"a":1}', 2000)).toBe(key);
  expect(keyFor('POST coin/trade {"a":2}', 2000)).not.toBe(key);
});

test('returns a new key for the same command after the answer', () => {
  const key = keyFor('POST coin/trade {}', 1000);
  forgetKey('POST coin/trade {}', 1500);
  expect(keyFor('POST coin/trade {}', 2000)).not.toBe(key);
});

test('returns a new key after ten minutes', () => {
  const key = keyFor('POST coin/trade {}', 1000);
  expect(keyFor('POST coin/trade {}', 1000 + 10 * 60_000)).not.toBe(key);
});

test('returns the same key for a different confirmation code, and a new key for a different command', async () => {
  const wish = { currency: 'USDT', amount: '30', address: '7' };
  const first = await commandOf('POST wallet/out', { ...wish, trading_password: '135790' });
  const again = await commandOf('POST wallet/out', { ...wish, trading_password: '135790', totp: '246813' });
  expect(again).toBe(first);
  expect(await commandOf('POST wallet/out', { ...wish, amount: '31' })).not.toBe(first);
  expect(await commandOf('POST wallet/transfer', wish)).not.toBe(first);
});

test("does not store the command's input", async () => {
  const given = { first_name: 'Lena', last_name: 'Berg', certificate_number: 'C01X00T47', totp: '246813' };
  const command = await commandOf('POST user/real_name', given);
  const key = keyFor(command, 1000);
  const stored = [...records].flat().join(' ');
  expect(stored).toContain(key);
  for (const value of Object.values(given)) expect(stored).not.toContain(value);
  // A reload finds the key by the same digest.
  expect(keyFor(await commandOf('POST user/real_name', { ...given }), 2000)).toBe(key);
});
