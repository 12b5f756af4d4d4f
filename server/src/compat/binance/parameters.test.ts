/** The values of a request's parameters, and the code and name of the first invalid one. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { Asked, namesViolation, readGiven } from './parameters.ts';

function asked(query: string): Asked {
  const given = readGiven(query, '');
  if (!given.ok) throw new Error(given.failure.msg);
  return new Asked(given.value);
}

test('merges query and body, and the query takes precedence', () => {
  const given = readGiven('a=1&b=x%2By', 'a=2&c=3');
  expect(given).toEqual({
    ok: true,
    value: new Map([
      ['a', '1'],
      ['c', '3'],
      ['b', 'x+y'],
    ]),
  });
});

test.each([
  ['a name twice', 'a=1&a=2', -1101, 'Duplicate values for a parameter detected.'],
  ['broken encoding', 'a=%ZZ', -1100, 'Illegal characters found in a parameter.'],
  [
    'too many parameters',
    Array.from({ length: 65 }, (_, at) => `a${at}=1`).join('&'),
    -1101,
    'Too many parameters sent for this endpoint.',
  ],
])('rejects %s', (_what, query, code, msg) => {
  expect(readGiven(query, '')).toMatchObject({ ok: false, failure: { code, msg } });
});

test.each([
  ['a=1&b=2', undefined],
  ['a=1', undefined],
  ['a=1&c=2', "Not all sent parameters were read; read '1' parameter(s) but was sent '2'."],
  ['a=1&b=', "Parameter 'b' was empty."],
])('accepts only the parameters a and b, and only with values: %s', (query, msg) => {
  expect(namesViolation(asked(query).given, new Set(['a', 'b']))?.failure.msg).toBe(msg);
});

test.each([
  ['timestamp=1700000000000', 1_700_000_000_000],
  ['timestamp=1700000000000123', 1_700_000_000_000],
])('parses the time %s into milliseconds', (query, timeMs) => {
  expect(asked(query).time('timestamp')).toBe(timeMs);
});

test.each([
  ['', 5000, undefined],
  ['recvWindow=60000', 60_000, undefined],
  ['recvWindow=6000.346', 6000.346, undefined],
  ['recvWindow=60000.001', 60_000.001, -1131],
  ['recvWindow=1.2345', 5000, -1100],
  ['recvWindow=-1', 5000, -1100],
])('parses or rejects the window in "%s"', (query, window, code) => {
  const one = asked(query);
  expect([one.window(), one.failure?.failure.code]).toEqual([window, code]);
});

test.each([
  ['limit=1001', 1000, undefined],
  ['limit=0', 500, -1130],
  ['limit=99999999999999999999', 500, -1108],
])('parses or rejects the row limit in "%s"', (query, rows, code) => {
  const one = asked(query);
  expect([one.limit(), one.failure?.failure.code]).toEqual([rows, code]);
});

test.each([
  ['quantity=1', '0&side=BUY'],
  ['side=BUY&quan', 'tity=10'],
  ['side=BUY&newClientOrderId=aquantity=1', 'price=1'],
  ['quantity=', '1price=5'],
])('rejects a signed text that is split differently, into the query %s and the body %s', (query, body) => {
  expect(readGiven(query, body)).toMatchObject({ ok: false });
});

test('accepts an unencoded base64 signature', () => {
  expect(readGiven('timestamp=1&signature=ab+/cd==', '')).toMatchObject({ ok: true });
});

test.each([
  ['quantity=1', '1'],
  ['quantity=0.10', '0.1'],
  ['quantity=007.5', '7.5'],
  ['quantity=0.100000000000', '0.1'],
])('parses the decimal %s', (query, value) => {
  expect(asked(query).decimal('quantity')).toBe(amount(value));
});

test.each([
  ['quantity=1e3', -1100],
  ['quantity=-1', -1100],
  ['quantity=0.000000001', -1111],
])('rejects the decimal %s', (query, code) => {
  const one = asked(query);
  one.decimal('quantity');
  expect(one.failure?.failure.code).toBe(code);
});

test.each([
  ['', -1102],
  ['symbol=', -1102],
  ['symbol=btcusdt', -1100],
  ['symbol=EURUSD', -1121],
  ['symbol=XXXUSDT', -1121],
])('rejects the symbol in "%s"', (query, code) => {
  const one = asked(query);
  expect(one.pair()).toBeUndefined();
  expect(one.failure?.failure.code).toBe(code);
});

test('parses one symbol, a list of symbols, and no symbol as all symbols', () => {
  expect(asked('symbol=BTCUSDT').pairs()).toMatchObject([[{ name: 'BTCUSDT' }], false]);
  expect(asked('symbols=["ETHUSDT","BTCUSDT"]').pairs()).toMatchObject([
    [{ name: 'ETHUSDT' }, { name: 'BTCUSDT' }],
    true,
  ]);
  expect(asked('').pairs()[0].length).toBe(10);
  for (const [query, code] of [
    ['symbols=["NO"]', -1121],
    ['symbols=BTCUSDT', -1100],
    ['symbols=[]', -1100],
    ['symbol=BTCUSDT&symbols=["BTCUSDT"]', -1128],
    ['symbols=["BTCUSDT","BTCUSDT"]', -1151],
  ] as const) {
    const one = asked(query);
    one.pairs();
    expect(one.failure?.failure.code, query).toBe(code);
  }
});

test('reports the first of two invalid parameters', () => {
  const one = asked('limit=x&side=UP');
  one.limit();
  one.oneOf('side', ['BUY', 'SELL']);
  expect(one.failure?.failure).toMatchObject({
    code: -1100,
    msg: expect.stringContaining("'limit'") as unknown,
  });
});
