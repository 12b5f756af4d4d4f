/** Rules of mandates, one case per row, with the outcome of a key's command. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { command, of, put } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { bigint, text } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import { accountStandings } from '../account-standing.ts';
import { withinMandate } from './mandate.ts';
import { mandates, openKeyOrders } from './tables.ts';
import type { Mandate } from './tables.ts';

const NOW = 1_800_000_000_000;
const KEY = 5n;
const orders = table('spot_order', { book: bigint(), id: bigint(), symbol: text() });
const others = table('transfer', { book: bigint(), id: bigint(), symbol: text() });

const usual: Mandate = {
  ...{ book: 7n, id: KEY, symbols: 'BTC/USDT ETH/USDT', orderMax: amount('1000'), lossMax: amount('100') },
  ...{ askAbove: amount('500'), expiresMs: NOW + 1, revokedMs: null, loss: amount('99') },
  reserved: 0n,
};
const order = {
  ...{ book: 7n, id: 42n, symbol: 'BTC/USDT', toSymbol: null, side: 'buy', type: 'limit' },
  ...{ quantity: amount('0.01'), price: amount('50000'), stop: null, budget: null, trailDistance: null },
  ...{ entryId: null, feeRate: 0n, toFeeRate: null, takeProfit: null, stopLoss: null },
  ...{ version: 1, amendedMs: null },
};

type World = {
  readonly mandate?: Partial<Mandate>;
  readonly order?: Partial<Record<keyof typeof order, unknown>>;
  readonly status?: string;
  /** Whether the order existed before, as in a cancellation. */
  readonly known?: boolean;
  /** The order before the amendment, and the key that placed it. */
  readonly was?: Partial<Record<keyof typeof order, unknown>>;
  readonly by?: bigint;
  readonly table?: typeof orders;
  readonly refused?: boolean;
  readonly without?: 'mandate' | 'head';
};

function outcomeOf(world: World): string {
  const { mandate, status = 'active', known = false, table: written = orders, without } = world;
  const amended = world.was === undefined ? {} : { version: 2, amendedMs: NOW };
  const row = { ...order, ...amended, ...world.order };
  const facts: Partial<Facts> = {
    ...{ book: 7n, wallMs: NOW },
    row: ((asked: { readonly name: string }) => {
      if (asked.name === mandates.name) return without === 'mandate' ? undefined : { ...usual, ...mandate };
      if (asked.name === accountStandings.name) return { book: 7n, id: 0n, status, closedMs: null };
      if (asked.name === openKeyOrders.name) return { book: 7n, id: 42n, keyId: world.by ?? KEY };
      if (world.was !== undefined) return { ...order, ...world.was };
      return known ? row : undefined;
    }) as Facts['row'],
    head: (symbol) =>
      without === 'head'
        ? undefined
        : ({ symbol, bid: amount('49990'), ask: amount('50010') } as ReturnType<Facts['head']>),
  };
  const toy = command({
    name: 'toy',
    gather: (_: object) => ({}),
    decide: () =>
      world.refused === true
        ? refuse('balance_insufficient')
        : ok({ answer: {}, puts: [put(written, row as never)] }),
  });
  const within = withinMandate(toy);
  expect(within.gather({ apiKey: KEY }).rows).toContainEqual({ table: of(mandates), id: KEY });
  const decided = within.decide({ apiKey: KEY }, facts as Facts);
  if (!decided.ok) return [decided.refusal.code, ...Object.values(decided.refusal.params ?? {})].join(' ');
  const named = (decided.value.appends ?? []).map(({ row: one }) => {
    const { orderId, keyId, version } = one as { orderId: bigint; keyId: bigint; version?: number };
    return `${orderId}${version === undefined ? '' : ` v${version}`} by ${keyId}`;
  });
  return ['ok', ...named].join(' ');
}

test.each<[string, World, string]>([
  ['an order at the confirmation size', {}, 'ok 42 by 5'],
  [
    'a unit above the confirmation size',
    { order: { price: amount('50000.000001') } },
    'api_order_waits BTC/USDT 500.00000001',
  ],
  [
    'an order above the confirmation size without confirmations',
    { mandate: { askAbove: null }, order: { quantity: amount('0.02') } },
    'ok 42 by 5',
  ],
  [
    'an order if every order must be confirmed',
    { mandate: { askAbove: 0n } },
    'api_order_waits BTC/USDT 500',
  ],
  [
    'an order above the largest size',
    { order: { quantity: amount('0.02000001') } },
    'api_order_too_big 1000',
  ],
  [
    'a budget above the largest size',
    { order: { budget: amount('1000.00000001') } },
    'api_order_too_big 1000',
  ],
  ['a market order at the ask', { order: { price: null } }, 'api_order_waits BTC/USDT 500.1'],
  ['a market sale at the bid', { order: { price: null, side: 'sell' } }, 'ok 42 by 5'],
  ['a sale below the bid', { order: { price: amount('1'), side: 'sell' } }, 'ok 42 by 5'],
  ['a sale above the bid', { order: { price: amount('200000'), side: 'sell' } }, 'api_order_too_big 1000'],
  ['a stop purchase', { order: { price: null, stop: amount('200000') } }, 'api_order_too_big 1000'],
  ['a stop below its limit', { order: { stop: amount('49000') } }, 'ok 42 by 5'],
  [
    'a sale at a limit and a stop',
    { order: { stop: amount('200000'), side: 'sell' } },
    'api_order_too_big 1000',
  ],
  ['an order without a price', { without: 'head' }, 'api_order_too_big 1000'],
  ['a loss at the limit', { mandate: { loss: amount('100') } }, 'api_loss_reached 100'],
  [
    'a fee up to the loss limit',
    { mandate: { askAbove: null }, order: { feeRate: amount('0.0015') } },
    'ok 42 by 5',
  ],
  [
    'a fee, spread and open orders beyond the limit',
    { mandate: { reserved: amount('0.05') }, order: { feeRate: amount('0.0015') } },
    'api_loss_reached 100',
  ],
  [
    'a fee beyond the limit, doubled by a take profit',
    { order: { feeRate: amount('0.0007'), takeProfit: amount('60000') } },
    'api_loss_reached 100',
  ],
  [
    'a fee beyond the limit, doubled by a stop loss',
    { order: { feeRate: amount('0.0007'), stopLoss: amount('40000') } },
    'api_loss_reached 100',
  ],
  [
    'two fees beyond the limit, in a conversion',
    { order: { toSymbol: 'ETH/USDT', feeRate: amount('0.0007'), toFeeRate: amount('0.0007') } },
    'api_loss_reached 100',
  ],
  ['an instrument outside the mandate', { order: { symbol: 'SOL/USDT' } }, 'api_symbol_refused SOL/USDT'],
  [
    'a conversion into an instrument outside the mandate',
    { order: { toSymbol: 'SOL/USDT' } },
    'api_symbol_refused SOL/USDT',
  ],
  [
    'any instrument if all are permitted',
    { mandate: { symbols: '*' }, order: { symbol: 'SOL/USDT' } },
    'ok 42 by 5',
  ],
  [
    'an instrument not settled in USDT',
    { mandate: { symbols: '*' }, order: { symbol: 'EUR/JPY' } },
    'api_symbol_refused EUR/JPY',
  ],
  ['a cancellation at the loss limit', { known: true, mandate: { loss: amount('200') } }, 'ok'],
  [
    'a cancellation in an instrument outside the mandate',
    { known: true, order: { symbol: 'SOL/USDT' } },
    'api_symbol_refused SOL/USDT',
  ],
  ['an amendment', { was: { quantity: amount('0.001') } }, 'ok 42 v2 by 5'],
  ['an amendment of another key’s order', { was: {}, by: 6n }, 'api_scope_missing'],
  [
    'an amendment to a size above the confirmation size',
    { was: { quantity: amount('0.001') }, order: { quantity: amount('0.011') } },
    'api_order_waits BTC/USDT 42 buy limit 0.011 50000 550',
  ],
  [
    'an amendment of a trailing stop, with its distance',
    {
      ...{ was: {}, mandate: { askAbove: 0n } },
      order: { type: 'trailing_stop', side: 'sell', price: null, trailDistance: amount('500') },
    },
    'api_order_waits BTC/USDT 42 sell trailing_stop 0.01 500 499.9',
  ],
  [
    'an amendment above the largest size',
    { was: {}, order: { quantity: amount('0.02000001') } },
    'api_order_too_big 1000',
  ],
  [
    'an amendment in an instrument outside the mandate',
    { was: {}, order: { symbol: 'SOL/USDT' } },
    'api_symbol_refused SOL/USDT',
  ],
  ['an amendment at the loss limit', { was: {}, mandate: { loss: amount('100') } }, 'api_loss_reached 100'],
  [
    'an amendment that uses no more of the loss limit than before',
    {
      ...{ was: { feeRate: amount('0.001') }, order: { feeRate: amount('0.001') } },
      mandate: { loss: amount('99'), reserved: amount('0.7') },
    },
    'ok 42 v2 by 5',
  ],
  [
    'an amendment that uses more of the loss limit',
    {
      was: { feeRate: amount('0.001'), quantity: amount('0.001') },
      ...{ order: { feeRate: amount('0.001') }, mandate: { reserved: amount('0.35') } },
    },
    'api_loss_reached 100',
  ],
  [
    'an amended sale that protects a purchase',
    { was: {}, order: { entryId: 41n, side: 'sell' } },
    'ok 42 v2 by 5',
  ],
  ['a row of another table', { table: others }, 'api_scope_missing'],
  ['a refusal by the command itself', { refused: true }, 'balance_insufficient'],
  ['a revoked key', { mandate: { revokedMs: NOW } }, 'api_key_revoked'],
  ['a missing key', { without: 'mandate' }, 'api_key_revoked'],
  ['a key at its expiry', { mandate: { expiresMs: NOW } }, 'api_key_expired'],
  ['a frozen account', { status: 'frozen' }, 'account_frozen'],
])('accepts or refuses %s', (_, world, expected) => {
  expect(outcomeOf(world)).toBe(expected);
});

test('records the key together with the command’s own input, and reads both back', () => {
  const toy = command({
    name: 'toy',
    gather: (_: { readonly who: string }) => ({}),
    decide: ({ who }: { readonly who: string }, _: Facts) => ok({ answer: { who } }),
    recording: {
      keep: ({ who }, pseudonym) => ({ name: pseudonym(who) }),
      read: ({ name }) => ({ who: name }),
    },
  });
  const { recording, name } = withinMandate(toy);
  expect(name).toBe('toy.by_key');
  const kept = recording?.keep({ who: 'ada', apiKey: KEY }, (said) => `*${said}`) ?? {};
  expect(kept).toEqual({ name: '*ada', apiKey: KEY });
  expect(recording?.read(kept)).toEqual({ who: '*ada', apiKey: KEY });
});

test('checks the next order of a batch with the cost of the earlier ones', () => {
  const toy = command({
    name: 'toy',
    gather: (_: object) => ({}),
    decide: () => ok({ answer: {}, puts: [put(orders, { ...order, feeRate: amount('0.001') } as never)] }),
  });
  let mandate: Mandate = { ...usual, loss: 0n, lossMax: amount('2') };
  const facts: Partial<Facts> = {
    ...{ book: 7n, wallMs: NOW },
    row: ((asked: { readonly name: string }) => {
      if (asked.name === mandates.name) return mandate;
      return asked.name === accountStandings.name
        ? { book: 7n, id: 0n, status: 'active', closedMs: null }
        : undefined;
    }) as Facts['row'],
    head: (symbol) => ({ symbol, bid: amount('50000'), ask: amount('50010') }) as ReturnType<Facts['head']>,
  };
  // Each order costs 0.5 in fees and 0.1 because of the spread.
  const outcomes = Array.from({ length: 5 }, () => {
    const decided = withinMandate(toy).decide({ apiKey: KEY }, facts as Facts);
    if (!decided.ok) return decided.refusal.code;
    const changed = decided.value.puts?.find(({ table: { name } }) => name === mandates.name);
    mandate = changed?.row as Mandate;
    return formatAmount(mandate.reserved);
  });
  expect(outcomes).toEqual(['0.6', '1.2', '1.8', 'api_loss_reached', 'api_loss_reached']);
});
