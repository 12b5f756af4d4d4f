/** Figures and times in the customer's language. */
import { expect, test } from 'vitest';
import { decimalsOfText, makeFormat, signOf } from './format.ts';

const en = makeFormat('en', 'UTC');
const es = makeFormat('es', 'UTC');
const jp = makeFormat('jp', 'Asia/Tokyo');

test.each([
  ['0.999', '0.99'],
  ['1234567.895', '1,234,567.89'],
  ['-0.001', '0.00'],
  ['-12.349', '-12.34'],
  ['99999999999999999999.99999999', '99,999,999,999,999,999,999.99'],
])('formats the amount %s as %s, rounded down and without floats', (value, text) => {
  expect(en.money(value)).toBe(text);
});

test.each([
  ['12.341', '12.35'],
  ['12.34', '12.34'],
  ['0.00000001', '0.01'],
])('formats the required amount %s as %s, rounded up', (value, text) => expect(en.moneyUp(value)).toBe(text));

test('groups the thousands of a required amount in Spanish, as money does', () => {
  expect(es.moneyUp('1000')).toBe('1.000,00');
  expect(es.moneyUp('1000')).toBe(es.money('1000'));
  expect(es.compact('1375670000').replace('\u00a0', ' ')).toBe('1.375,67 M');
});

test('formats a coin quantity with as many decimal places as the quantity has', () => {
  expect(en.quantity('0.004')).toBe('0.004');
  expect(en.quantity('0.123456789', 4)).toBe('0.1234');
});

test('formats a customer’s holdings as money in USDT, and with all decimal places in a coin', () => {
  expect(en.held('78995.59153079', 'USDT')).toBe('78,995.59');
  expect(en.held('4.9949974', 'USDT', { signed: true })).toBe('+4.99');
  expect(en.held('0.00012345', 'BTC')).toBe('0.00012345');
});

test('formats a price with the decimal places of its tick', () => {
  expect(en.price('86721.5', '0.01')).toBe('86,721.50');
  expect(en.price('0.14433', '0.00001')).toBe('0.14433');
  expect(es.price('86721.5', '0.01')).toBe('86.721,50');
});

test('formats a change with its sign, and a change of zero without a sign', () => {
  expect(en.percent('1.25')).toBe('+1.25%');
  expect(en.percent('-1.259')).toBe('-1.25%');
  expect(en.percent('0')).toBe('0.00%');
});

test('formats times in the given time zone', () => {
  expect(en.dateTime(1_763_690_000)).toContain('Nov 21, 2025');
  expect(jp.time(1_763_690_000)).toBe('10:53:20');
});

test('returns the number of decimal places of a step and the sign of a value', () => {
  expect([decimalsOfText('0.0010'), decimalsOfText('5'), decimalsOfText('1.00')]).toEqual([3, 0, 0]);
  expect([signOf('0.00000001'), signOf('-3'), signOf('0')]).toEqual([1, -1, 0]);
});

test.each([
  ['en', 'USDT, USDC, BTC'],
  ['zh', 'USDT、USDC、BTC'],
  ['hk', 'USDT、USDC及BTC'],
  ['es', 'USDT, USDC y BTC'],
] as const)('lists names in %s as %s', (language, text) => {
  expect(makeFormat(language).list(['USDT', 'USDC', 'BTC'])).toBe(text);
});
