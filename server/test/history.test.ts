/**
 * The lists of past items, filtered by symbol, kind and period through the API: what a filter leaves out, that pages continue
 * under it, and the refusals, which name their field.
 */
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import { calls } from '@candor/protocol/features.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: WholeServer;
let token: string;

type Fields = Record<string, string>;

async function ask(name: CallName, fields: Fields) {
  return (await server.call(name, { fields, token })).body;
}

async function done(name: CallName, fields: Fields): Promise<unknown> {
  const body = await ask(name, fields);
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message;
}

type Item = { readonly id: string };

/** Returns all pages of a list, with two items a page. The lists of tickets have no cursor of their own. */
async function listed(name: CallName, fields: Fields = {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Fields = { ...fields, limit: '2', ...(cursor === null ? {} : { cursor }) };
    const answer = (await done(name, page)) as
      | readonly Item[]
      | { readonly items: readonly Item[]; readonly next: string | null };
    const items: readonly Item[] = 'items' in answer ? answer.items : answer;
    ids.push(...items.map(({ id }) => id));
    cursor = 'next' in answer ? answer.next : items.length < 2 ? null : (items.at(-1)?.id ?? null);
  } while (cursor !== null);
  return ids;
}

const buy = { symbol: 'BTC/USDT', side: 'buy' } as const;
const orders: Record<string, string> = {};

beforeAll(async () => {
  server = await openWholeServer();
  token = await server.login();
  const place = async (name: string, fields: Fields) => {
    const { id } = (await done('POST coin/trade', fields)) as CallOutput<'POST coin/trade'>;
    orders[name] = id;
  };
  await place('market', { ...buy, type: 'market', quantity: '0.02' });
  await place('ether', { symbol: 'ETH/USDT', side: 'buy', type: 'market', quantity: '0.1' });
  await place('limit', { ...buy, type: 'limit', quantity: '0.01', price: '10000' });
  await place('now', { ...buy, type: 'limit', quantity: '0.01', price: '900000', time_in_force: 'IOC' });
  await place('stop', { ...buy, type: 'stop', quantity: '0.01', stop_price: '900000' });
  await place('convert', { from: 'BTC', to: 'ETH', amount: '0.01' });
}, 60_000);
afterAll(() => server.stop());

const named = (ids: readonly string[]): string[] => {
  const names = new Map(Object.entries(orders).map(([name, id]) => [id, name]));
  return ids.map((id) => names.get(id) ?? id).toReversed();
};

test.each([
  ['all', {}, ['market', 'ether', 'limit', 'now', 'stop', 'convert']],
  ['one symbol, also as the coin bought', { symbol: 'ETH/USDT' }, ['ether', 'convert']],
  ['market orders', { kind: 'market' }, ['market', 'ether']],
  ['limit orders, including immediate-or-cancel orders', { kind: 'limit' }, ['limit', 'now']],
  ['stop orders', { kind: 'stop' }, ['stop']],
  ['conversions', { kind: 'convert' }, ['convert']],
  ['a kind and a symbol', { kind: 'market', symbol: 'ETH/USDT' }, ['ether']],
  ['orders after a time', { from: '9999999999' }, []],
  ['orders before a time', { to: '1' }, []],
  [
    'orders between two times',
    { from: '1', to: '9999999999' },
    ['market', 'ether', 'limit', 'now', 'stop', 'convert'],
  ],
] as readonly [string, Fields, string[]][])('lists spot orders: %s', async (_what, filter, expected) => {
  expect(named(await listed('GET coin/list', filter))).toEqual(expected);
});

test('includes the first and the last second of a period', async () => {
  const { items } = (await done('GET coin/list', {})) as CallOutput<'GET coin/list'>;
  const { id, created_at: at } = items.at(-1) ?? { id: '', created_at: 0 };
  expect(await listed('GET coin/list', { from: `${at}`, to: `${at}` })).toContain(id);
  expect(await listed('GET coin/list', { to: `${at - 1}` })).toEqual([]);
});

/** Every call whose input has a period, as listed in the table of calls. */
const ofPeriods = (Object.keys(calls) as CallName[]).filter((name) => {
  const { input } = calls[name] as { readonly input: { readonly entries?: object } };
  const entries = input.entries ?? {};
  return 'cursor' in entries && 'from' in entries && 'to' in entries;
});

test('every list of past items accepts a period', () => {
  expect(ofPeriods.toSorted()).toEqual([
    'GET cashlist/log',
    'GET chargelist/log',
    'GET coin/list',
    'GET lh/deposit/order',
    'GET lh/deposit/records',
    'GET lh/loan/order',
    'GET microtrade/lists',
    'GET microtrade/whlists',
    'GET recurring/purchases',
    'GET transparency/strategy',
    'GET user/invite_earnings',
    'GET wallet/myFlashAgainstList',
    'POST lever/my_trade',
    'POST lever/my_wh_trade',
    'POST wallet/detail',
  ]);
});

test.each(ofPeriods)(
  '%s returns nothing for an empty period, and rejects a period that ends before it begins',
  async (name) => {
    const nothing = (await done(name, { to: '1' })) as readonly Item[] | { readonly items: readonly Item[] };
    expect('items' in nothing ? nothing.items : nothing).toEqual([]);
    expect(await ask(name, { from: '6', to: '5' })).toMatchObject({
      ...{ type: 'error', error: 'parameter_wrong', params: { field: 'to' } },
    });
    expect(await ask(name, { from: 'yesterday' })).toMatchObject({
      ...{ type: 'error', error: 'parameter_wrong', params: { field: 'from' } },
    });
  },
);

test.each([
  ['GET coin/list', 'kind'],
  ['GET coin/list', 'symbol'],
  ['POST lever/my_trade', 'kind'],
  ['POST lever/my_wh_trade', 'kind'],
  ['GET microtrade/lists', 'kind'],
  ['GET transparency/strategy', 'symbol'],
] as const)('%s rejects an unknown %s, and names the field', async (name, field) => {
  expect(await ask(name, { [field]: 'sideways' })).toMatchObject({
    ...{ type: 'error', error: 'parameter_wrong', params: { field } },
  });
});
