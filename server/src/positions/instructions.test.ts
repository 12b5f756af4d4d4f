/** The result of an order's instructions: which are refused with the name of the field, and what is submitted. */
import { expect, test } from 'vitest';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { instruments } from '../quotes/catalogue.ts';
import { productCalls, readAmendment, readOrderName } from './calls.ts';
import type { PositionsDeps } from './calls.ts';
import type { OpeningOrder } from './opening.ts';

type Body = CallInput<'POST lever/submit'>;
const limit: Body = {
  ...{ symbol: 'BTC/USDT', side: 'long', type: 'limit', quantity: '0.1', leverage: 10, price: '19900' },
  collateral: 'contract',
};

/** Returns the refusal with its field, or the order as "limit 19900 GTC". */
async function told(change: Partial<Body>): Promise<string> {
  const submitted: OpeningOrder[] = [];
  const deps = {
    submit: ({ input }: { input: OpeningOrder }) => {
      submitted.push(input);
      return Promise.resolve({ ok: true, value: {} });
    },
    ...{ instruments, termsAt: <Terms>(terms: Terms) => terms, jurisdictions: 'demo' },
  } as unknown as PositionsDeps;
  const outcome = await productCalls('contract', deps).submit({ ...limit, ...change }, {} as never);
  if (!outcome.ok) return `${outcome.refusal.code} ${outcome.refusal.field}`;
  const [order] = submitted;
  if (order === undefined) throw new Error('expected an order, found none');
  const { type, price, worstPrice, timeInForce, expiresMs, postOnly, clientOrderId } = order;
  const figures = [price, worstPrice].map((one) => (one === undefined ? '-' : formatAmount(one)));
  return [
    type,
    ...figures,
    timeInForce,
    expiresMs,
    postOnly === true ? 'post only' : undefined,
    clientOrderId,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

test.each<[string, Partial<Body>, string]>([
  ['a limit', {}, 'limit 19900 - GTC'],
  ['a good-till-date limit', { time_in_force: 'GTD', expires_at: 9 }, 'limit 19900 - GTD 9'],
  [
    'a post-only limit with a client order id',
    { post_only: true, client_order_id: 'a' },
    'limit 19900 - GTC post only a',
  ],
  ['an immediate-or-cancel limit', { time_in_force: 'IOC' }, 'market - 19900 IOC'],
  ['a fill-or-kill limit', { time_in_force: 'FOK', worst_price: '1' }, 'market - 19900 FOK'],
  ['a market order', { type: 'market', worst_price: '20100' }, 'market - 20100 GTC'],
  ['a fill-or-kill market order', { type: 'market', time_in_force: 'FOK' }, 'market - - FOK'],
  [
    'a stop with a worst price',
    { type: 'stop', price: '20500', worst_price: '20600' },
    'stop 20500 20600 GTC',
  ],
  ['a stop without its level', { type: 'stop', price: undefined }, 'parameter_missing price'],
  ['an immediate-or-cancel stop', { type: 'stop', time_in_force: 'IOC' }, 'parameter_wrong time_in_force'],
  ['a post-only stop', { type: 'stop', post_only: true }, 'parameter_wrong post_only'],
  ['good-till-date without a date', { time_in_force: 'GTD' }, 'parameter_missing expires_at'],
  ['a date without good-till-date', { expires_at: 9 }, 'parameter_wrong expires_at'],
  [
    'a good-till-date market order',
    { type: 'market', time_in_force: 'GTD', expires_at: 9 },
    'parameter_wrong time_in_force',
  ],
  ['a post-only market order', { type: 'market', post_only: true }, 'parameter_wrong post_only'],
  [
    'immediate-or-cancel and post-only',
    { time_in_force: 'IOC', post_only: true },
    'parameter_wrong post_only',
  ],
])('parses an order’s instructions: %s', async (_, change, expected) => {
  expect(await told(change)).toBe(expected);
});

test.each([
  [{ id: '7' }, { ok: false, refusal: { code: 'parameter_missing', field: 'price' } }],
  [
    { id: 'x', price: '1' },
    { ok: false, refusal: { code: 'trade_not_found', field: 'id' } },
  ],
  [
    { client_order_id: 'a', price: '19000', stop_loss: null, expires_at: null },
    { ok: true, value: { clientOrderId: 'a', price: 1_900_000_000_000n, stopLoss: null, expiresMs: null } },
  ],
])('parses the changes of an amendment: %j', (body, expected) => {
  expect(readAmendment(body)).toMatchObject(expected);
});

test.each([
  [
    { id: '7', client_order_id: 'a' },
    { ok: true, value: { id: 7n, clientOrderId: undefined } },
  ],
  [{ client_order_id: 'a' }, { ok: true, value: { id: undefined, clientOrderId: 'a' } }],
  [{ id: 'x' }, { ok: false, refusal: { code: 'trade_not_found', field: 'id' } }],
  [{}, { ok: false, refusal: { code: 'trade_not_found', field: 'client_order_id' } }],
])('finds an order by its number, or else by its name: %j', (body, expected) => {
  expect(readOrderName(body)).toMatchObject(expected);
});
