import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { checkBalances, checkRecords } from './check-money.ts';
import { checkOwn } from './check-own.ts';
import { checkTrades } from './check-trades.ts';
import type { Listed } from './check-trades.ts';
import { checkViews } from './check-views.ts';
import { emptyNotebook } from './notebook.ts';
import type { Notebook } from './notebook.ts';
import { planAct } from './plan.ts';
import type { MoneyRecord } from './wire.ts';

const everything = () => true;
const kinds = (alarms: readonly { readonly kind: string }[]) => alarms.map(({ kind }) => kind);

const order: Listed = {
  ...{ id: '7', symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.001', price: '30000' },
  ...{ fee_rate: '0.001', created_at: 5, status: 'open', reason: null, legs: [] },
};
const leg = { symbol: 'BTC/USDT', side: 'buy', quantity: '0.001', price: '30000', tape_seq: 9 };

/** A shopper that has seen its order. */
function withOrder(asked = false): Notebook {
  const notebook = { ...emptyNotebook(), customer: '1' };
  notebook.trades['spot 7'] = { product: 'spot', id: '7', seen: order };
  if (asked) notebook.asked['spot 7'] = true;
  return notebook;
}

describe('a trade', () => {
  test.each<[string, Partial<Listed> | undefined, boolean, readonly string[]]>([
    ['stays as it was', {}, false, []],
    ['is filled', { status: 'filled', legs: [leg] }, false, []],
    ['is cancelled at the shopper’s request', { status: 'cancelled', reason: 'customer' }, true, []],
    [
      'is cancelled without a request',
      { status: 'cancelled', reason: 'customer' },
      false,
      ['cancelled_by_other'],
    ],
    [
      'is cancelled for another reason',
      { status: 'cancelled', reason: 'balance_insufficient' },
      false,
      ['cancelled_by_other'],
    ],
    ['is missing', undefined, false, ['order_vanished']],
    ['has another limit', { price: '30001' }, false, ['trade_differs']],
  ])('raises the expected alarms if it %s', (_, change, asked, expected) => {
    const items = change === undefined ? [] : [{ ...order, ...change }];
    expect(kinds(checkTrades(withOrder(asked), 'spot', { items, covers: everything }))).toEqual(expected);
  });

  test('may be on another page, but must keep its fills and must not reopen after its end', () => {
    const notebook = withOrder();
    expect(checkTrades(notebook, 'spot', { items: [], covers: (id) => id !== '7' })).toEqual([]);
    const filled = { ...order, status: 'filled', legs: [leg] };
    const list = (item: Listed) => checkTrades(notebook, 'spot', { items: [item], covers: everything });
    expect(list(filled)).toEqual([]);
    expect(kinds(list({ ...filled, legs: [{ ...leg, price: '30500' }] }))).toEqual(['trade_differs']);
    expect(kinds(list(order))).toEqual(['trade_differs']);
    expect(list(filled)).toEqual([]);
  });

  test('raises an alarm if the shopper never ordered it, except while an action has no answer', () => {
    const other = { ...order, id: '8' };
    const listing = { items: [order, other], covers: everything };
    const pending = withOrder();
    pending.pending = { name: 'POST coin/trade', fields: {}, key: 'k', seenSeq: 1, signed: undefined };
    expect(checkTrades(pending, 'spot', listing)).toEqual([]);
    expect(kinds(checkTrades(withOrder(), 'spot', listing))).toEqual(['trade_differs']);
  });
});

const grant: MoneyRecord = {
  ...{ seq: 1, kind: 'demo_grant', ref: 'customer:1', time: 1 },
  changes: [{ account: 'spot', frozen: false, currency: 'USDT', amount: '100' }],
};
const hold: MoneyRecord = {
  ...{ seq: 2, kind: 'spot_hold', ref: 'spot_order:7', time: 2 },
  changes: [
    { account: 'spot', frozen: false, currency: 'USDT', amount: '-30.03' },
    { account: 'spot', frozen: true, currency: 'USDT', amount: '30.03' },
  ],
};
const wallet = (available: string) => [
  { currency: 'USDT', spot: { available, frozen: '30.03' }, value_usdt: '100' },
];

/** A shopper that has kept its grant and the journal of its order. */
function withMoney(): Notebook {
  const notebook = withOrder();
  notebook.customer = '';
  expect(checkRecords(notebook, { items: [hold, grant], covers: everything }, 0)).toEqual([]);
  notebook.customer = '1';
  return notebook;
}

describe('money', () => {
  test('is the sum of the journals', () => {
    const notebook = withMoney();
    expect(checkBalances(notebook, wallet('69.97'))).toEqual([]);
    expect(kinds(checkBalances(notebook, wallet('69.96')))).toEqual(['balance_differs']);
  });

  test.each<[string, readonly MoneyRecord[], readonly string[]]>([
    ['an older journal has changed', [hold, { ...grant, time: 2 }], ['record_differs']],
    ['an older journal is missing', [hold], ['record_differs']],
    [
      'a journal belongs to no trade',
      [{ ...hold, seq: 3, ref: 'spot_order:9' }, hold, grant],
      ['record_unexplained'],
    ],
    ['a journal belongs to an order', [{ ...hold, seq: 3 }, hold, grant], []],
  ])('raises the expected alarms if %s', (_, items, expected) => {
    expect(kinds(checkRecords(withMoney(), { items, covers: everything }, 1))).toEqual(expected);
  });
});

describe('a customer’s own entry in the log', () => {
  const salt = 'ab'.repeat(16);
  const opening = `candor-book-v2|1|2|${'0'.repeat(64)}|0`;
  const commit = (text: string) =>
    `candor-private-v1|book|${bytesToHex(sha256(new Uint8Array([...hexToBytes(salt), ...utf8ToBytes(text)])))}`;
  const own = { index: 3, kind: 'book', salt, opening, entry: commit(opening) };
  const deps = { logged: () => own.entry, size: 4, forgotten: 0, nowMs: 0, lateMaxMs: 10 };
  const other = `candor-book-v2|2|2|${'0'.repeat(64)}|0`;

  test.each<[string, Parameters<typeof checkOwn>[1], Partial<typeof deps>, readonly string[]]>([
    ['opens to a kept journal', [own], {}, []],
    ['does not open', [{ ...own, opening: other }], {}, ['own_entry_differs', 'own_entry_differs']],
    [
      'belongs to another customer',
      [{ ...own, opening: other, entry: commit(other) }],
      { logged: () => commit(other) },
      ['own_entry_differs'],
    ],
    ['differs in the log', [own], { logged: () => 'x' }, ['own_entry_differs']],
    ['is missing for a long time', [], { nowMs: 10 }, ['own_entry_missing', 'own_entry_missing']],
    ['is missing for a moment', [], { nowMs: 9 }, []],
  ])('raises the expected alarms if it %s', (_, entries, change, expected) => {
    expect(kinds(checkOwn(withMoney(), entries, { ...deps, ...change }))).toEqual(expected);
  });

  const made = (kind: string, index: number, text: string) => {
    const bytes = new Uint8Array([...hexToBytes(salt), ...utf8ToBytes(text)]);
    return {
      index,
      kind,
      salt,
      opening: text,
      entry: `candor-private-v1|${kind}|${bytesToHex(sha256(bytes))}`,
    };
  };
  const key = (index: number, number: number) =>
    made('device_key', index, `candor-device-key-v3|1|${number}|${'ab'.repeat(32)}|1000`);
  const book = (index: number, keys: string) =>
    made('book', index, `candor-book-${keys === '' ? 'v1' : 'v2'}|1|2|${'0'.repeat(64)}${keys}`);
  test.each<[string, Parameters<typeof checkOwn>[1], boolean]>([
    ['are all counted and shown', [key(1, 1), book(3, '|1')], false],
    ['are hidden from the shopper', [key(1, 1), book(3, '|2')], true],
    ['are counted too low, and shown later', [key(1, 1), key(2, 2), book(3, '|1')], true],
    ['came after an entry that does not count them', [book(1, ''), key(2, 1)], false],
    ['have a gap between their numbers', [key(1, 2)], true],
  ])('raises the expected alarms if keys %s', (_, entries, isFound) => {
    const found = kinds(checkOwn(withMoney(), entries, { ...deps, size: 0 }));
    expect(found.includes('device_key_withheld')).toBe(isFound);
  });

  test('must be shown again once it was shown', () => {
    const notebook = withMoney();
    checkOwn(notebook, [own], deps);
    expect(kinds(checkOwn(notebook, [], deps))).toEqual(['own_entry_differs']);
  });
});

test('finds differences between two readers’ views, regardless of the order of names', () => {
  const view = (reader: string, published: Readonly<Record<string, unknown>>) => ({
    reader,
    published,
    checkpoint: '',
  });
  expect(checkViews([view('a', { terms: { x: 1, y: 2 } }), view('b', { terms: { y: 2, x: 1 } })])).toEqual(
    [],
  );
  expect(kinds(checkViews([view('a', { terms: 1 }), view('b', { terms: 2 })]))).toEqual(['views_differ']);
});

test('plans a limit order far below the market at a multiple of the tick, and a transfer before a ticket', () => {
  const means = {
    ...{ symbol: 'BTC/USDT', bid: '64250.07', tick: '0.01', quantityMin: '0.0001', quantityStep: '0.00001' },
    ...{ ticket: { stake: '10', seconds: 30, available: '9' }, position: undefined, opposite: false },
  };
  const planned = (turns: number) => planAct({ ...withOrder(), turns }, means)?.fields;
  expect(planned(1)).toMatchObject({ type: 'limit', price: '38550.04', quantity: '0.0001' });
  expect(planned(2)).toMatchObject({ from: 'spot', to: 'option', amount: '200' });
});
