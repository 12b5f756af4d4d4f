/** The record of the newest price entry that this device had seen when it sent an order. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toyTicket } from '../live/testing/toy-ticket.ts';
import {
  SENT_MAX,
  forgetSeen,
  forgetSending,
  keepForTicket,
  noteSending,
  seenBefore,
} from './seen-before.ts';

const symbol = 'BTC/USDT';
const records = new Map<string, string>();
const seenOf = (id: string, of = symbol) =>
  seenBefore({ kind: 'ticket', ticket: toyTicket({ id, symbol: of }) });

beforeEach(() => {
  Object.defineProperty(globalThis, 'localStorage', {
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
  Reflect.deleteProperty(globalThis, 'localStorage');
});

test('returns the record only for the ticket that resulted from the order', () => {
  noteSending('a', symbol, 41);
  expect(seenOf('7')).toBeUndefined();
  keepForTicket('a', '7');
  expect([seenOf('7'), seenOf('8'), seenOf('7', 'ETH/USDT')]).toEqual([41, undefined, undefined]);
});

test('keeps the record of the first attempt when an order is sent again, even if no price had been seen', () => {
  noteSending('a', symbol, 41);
  noteSending('a', symbol, 58);
  keepForTicket('a', '7');
  noteSending('b', symbol, undefined);
  noteSending('b', symbol, 58);
  keepForTicket('b', '8');
  expect([seenOf('7'), seenOf('8')]).toEqual([41, undefined]);
});

test('drops the record of a refused order, and stores a new one for the next order', () => {
  noteSending('a', symbol, 41);
  forgetSending('a');
  noteSending('a', symbol, 58);
  keepForTicket('a', '7');
  expect(seenOf('7')).toBe(58);
});

test(`keeps the newest ${SENT_MAX} records`, () => {
  for (let at = 1; at <= SENT_MAX + 5; at += 1) {
    noteSending(`key ${at}`, symbol, at);
    keepForTicket(`key ${at}`, String(at));
  }
  expect([seenOf('5'), seenOf('6'), seenOf(String(SENT_MAX + 5))]).toEqual([undefined, 6, SENT_MAX + 5]);
  expect(records.values().next().value?.length).toBeLessThan(SENT_MAX * 120);
});

test('returns nothing for missing or invalid stored records', () => {
  noteSending('a', symbol, 41);
  keepForTicket('a', '7');
  const [name = ''] = records.keys();
  for (const seq of [0, -1, 1.5, '41']) {
    records.set(name, JSON.stringify([{ key: 'a', symbol, seq, id: '7' }]));
    expect(seenOf('7')).toBeUndefined();
  }
  for (const text of ['{}', 'null', '[null, 1]', 'x']) {
    records.set(name, text);
    expect(seenOf('7')).toBeUndefined();
  }
  Reflect.deleteProperty(globalThis, 'localStorage');
  noteSending('a', symbol, 41);
  keepForTicket('a', '7');
  expect(seenOf('7')).toBeUndefined();
});

test('drops all records on a reset', () => {
  noteSending('a', symbol, 41);
  keepForTicket('a', '7');
  forgetSeen();
  expect(seenOf('7')).toBeUndefined();
});
