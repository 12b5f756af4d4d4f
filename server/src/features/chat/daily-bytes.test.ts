/** Daily byte limits of conversations. */
import { expect, test } from 'vitest';
import { DailyBytes, messageBytes } from './daily-bytes.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const limits = { customer: 1000, visitor: 300, address: 500, visitors: 800 };
const customer = { id: 1n, customer: 7n } as const;
const visitor = (id: bigint) => ({ id, customer: null }) as const;

const code = (refusal: ReturnType<DailyBytes['take']>) => refusal?.refusal.code;

test('gives a customer the full daily limit, however many bytes visitors store', () => {
  const bytes = new DailyBytes(limits);
  for (const id of [1n, 2n, 3n, 4n]) {
    bytes.take({ conversation: visitor(id), address: `10.0.0.${id}`, bytes: 250 }, 0);
  }
  expect(bytes.take({ conversation: customer, address: '10.0.0.1', bytes: 900 }, 0)).toBeUndefined();
  expect(code(bytes.take({ conversation: customer, address: '10.0.0.2', bytes: 101 }, 0))).toBe(
    'too_many_attempts',
  );
  expect(bytes.take({ conversation: customer, address: '10.0.0.1', bytes: 100 }, 0)).toBeUndefined();
  expect(bytes.take({ conversation: customer, address: '10.0.0.1', bytes: 900 }, DAY_MS)).toBeUndefined();
});

test('limits the bytes of a visitor, of an address, and of all visitors together', () => {
  const bytes = new DailyBytes(limits);
  const leave = (id: bigint, address: string, size: number) =>
    code(bytes.take({ conversation: visitor(id), address, bytes: size }, 0));
  expect(leave(1n, '10.0.0.1', 300)).toBeUndefined();
  expect(leave(1n, '10.0.0.2', 1)).toBe('too_many_attempts');
  expect(leave(2n, '10.0.0.1', 200)).toBeUndefined();
  expect(leave(3n, '10.0.0.1', 1)).toBe('too_many_attempts');
  expect(leave(4n, '10.0.0.2', 300)).toBeUndefined();
  expect(leave(5n, '10.0.0.3', 1)).toBe('too_many_attempts');
});

test('returns the number of seconds until the limit resets', () => {
  const bytes = new DailyBytes(limits);
  bytes.take({ conversation: customer, address: '10.0.0.1', bytes: 1000 }, 0);
  const refused = bytes.take({ conversation: customer, address: '10.0.0.1', bytes: 1 }, DAY_MS - 60_000);
  expect(refused?.refusal).toMatchObject({ params: { seconds: '60' } });
});

test("counts a text's UTF-8 bytes and the size of its row", () => {
  expect(messageBytes('é字') - messageBytes('')).toBe(5);
  expect(messageBytes('')).toBeGreaterThan(100);
});
