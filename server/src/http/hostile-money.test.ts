/** Invalid amounts of money in an otherwise valid order are rejected with the name of their field, and nothing moves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
});
afterAll(() => server.stop());

const market = { symbol: 'BTC/USDT', side: 'buy', type: 'market' } as const;
const limit = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001', price: '1000' } as const;

const exchange = { from: 'USDT', to: 'BTC', amount: '50' } as const;
const deposit = { currency: 'USDT', network: 'tron', amount: '50', voucher: '0'.repeat(32) } as const;
const picture = '0'.repeat(32);
const documents = { house: picture, income: picture, bank: picture, identity: picture } as const;
const application = { amount: '1000', days: 7, agree: 'any', ...documents } as const;
const withdrawal = { currency: 'USDT', amount: '50', address: '1', trading_password: '135790' } as const;

const orders: readonly [call: string, field: string, fields: Readonly<Record<string, unknown>>][] = [
  ['POST coin/trade', 'quantity', { ...market, quantity: '0.001' }],
  ['POST coin/trade', 'amount', { ...market, amount: '50' }],
  ['POST coin/trade', 'worst_price', { ...market, quantity: '0.001', worst_price: '100000' }],
  ['POST coin/trade', 'quantity', limit],
  ['POST coin/trade', 'price', limit],
  ['POST coin/trade', 'amount', { from: 'BTC', to: 'ETH', amount: '0.001' }],
  ['POST wallet/flash_quote', 'amount', exchange],
  ['POST wallet/flashAgainst', 'amount', { ...exchange, quote_id: '1' }],
  ['POST wallet/out', 'amount', withdrawal],
  ['POST wallet/charge_req', 'amount', deposit],
  ['POST lh/deposit', 'amount', { project_id: '1' }],
  ['POST project/order', 'amount', {}],
  ['POST lh/deposit/cancel', 'fee', { id: '1' }],
  ['POST lh/loan/submit', 'amount', application],
  ['POST lh/loan/repayment', 'amount', { id: '1', trading_password: '135790' }],
];

const noFigures: readonly unknown[] = [
  ...[
    '-1',
    '-0',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '1,5',
    '1.',
    '.5',
    '01',
    '1_000',
    '１',
    '١',
  ],
  ...['9'.repeat(400), '0.000000001', '1.123456789', '', 'null', '1\u0000'],
  ...[1, 0.1, -1, true, null, [], ['1'], {}, { toString: '1' }],
];

async function holdings(): Promise<unknown> {
  return (await server.call('POST wallet/list', { token })).body;
}

describe.each(orders)('%s with an invalid %s in %o', (call, field, fields) => {
  it('is rejected with the name of the field, and changes nothing', async () => {
    const before = await holdings();
    for (const value of noFigures) {
      const { status, body } = await server.call(call, {
        token,
        fields: { ...fields, [field]: value },
      });
      expect(body, JSON.stringify(value)).toMatchObject({ type: 'error', params: { field } });
      expect(status).toBe(400);
    }
    expect(await holdings()).toEqual(before);
  });
});

describe('zero, off-step and excessive amounts', () => {
  it.each([
    ['quantity', { ...market, quantity: '0' }],
    ['quantity', { ...market, quantity: '0.0000001' }],
    ['quantity', { ...market, quantity: '999999999' }],
    ['price', { ...limit, price: '0' }],
    ['price', { ...limit, price: '1000.001' }],
    ['symbol', { ...market, symbol: 'ABC/USDT', quantity: '1' }],
  ])('are rejected with the name of the field %s: %o', async (field, fields) => {
    const before = await holdings();
    const { status, body } = await server.call('POST coin/trade', { token, fields });
    expect(body).toMatchObject({ type: 'error', params: { field } });
    expect(status).toBeLessThan(500);
    expect(await holdings()).toEqual(before);
  });
});

it.each([
  ['a name twice', '{"symbol":"BTC/USDT","side":"buy","type":"market","quantity":"0.001","quantity":"5"}'],
  [
    'an escaped name twice',
    String.raw`{"symbol":"BTC/USDT","side":"buy","type":"market","quantity":"0.001","\u0071uantity":"5"}`,
  ],
])('rejects a body with %s', async (_, raw) => {
  const before = await holdings();
  const { status, body } = await server.call('POST coin/trade', { token, raw });
  expect([status, body.type]).toEqual([400, 'error']);
  expect(await holdings()).toEqual(before);
});

it('ignores fields of an order that the customer may not set', async () => {
  const { body } = await server.call('POST coin/trade', {
    token,
    fields: {
      ...market,
      quantity: '0.001',
      price: '1',
      fee: '0',
      status: 'filled',
      customer: '1',
      legs: [],
      rate: '0',
    },
  });
  expect(body).toMatchObject({ type: 'ok', message: { status: 'filled' } });
  const { legs } = body.message as { legs: { price: string; value: string; fee: string }[] };
  const [leg] = legs;
  expect(leg?.price).not.toBe('1');
  expect(leg?.fee).not.toBe('0');
});

it('logs no internal error in any of these calls', () => {
  expect(server.logLines.filter((text) => /^(?!.*retrying).* failed/.test(text))).toEqual([]);
});
