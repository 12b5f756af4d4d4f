/** The ticket of an open market, a closed one, one with a stale price, and one that was never quoted. */
import { amount } from '@candor/domain/money/amount.ts';
import { ticket } from '@candor/protocol/contracts/schemas.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { CallContext } from '../../calls/handler.ts';
import { listingOf } from '../../quotes/catalogue.ts';
import { forexTicketHandlers } from './market-handlers.ts';
import { createLatest } from '../../quotes/latest.ts';
import { marketTicket } from '../../quotes/ticket.ts';

const STANDING = { baseWallMs: 0, baseMarketMs: 0, speed: 1 };

const at = (iso: string): number => Date.parse(`${iso}Z`);

function ticketOf(symbol: string, time: string, options: { quoted: boolean; ageMs?: number }) {
  const instrument = listingOf(symbol)?.instrument;
  if (instrument === undefined) throw new Error(`instrument ${symbol} not found`);
  const latest = createLatest();
  const set = (of: string, price: string): void => {
    const last = amount(price);
    const [timeMs, feedTimeMs] = [at(time), at(time)];
    const entry = { symbol: of, seq: 7n, timeMs, feedTimeMs, bid: last, ask: last, last, volume: 0n };
    latest.set({ entry, writtenAtMs: 0, staleAfterMs: 5000, halted: false });
  };
  if (options.quoted) {
    set(symbol, '160.5');
    set('JPY/USDT', '0.00661157');
  }
  return marketTicket(instrument, {
    latest,
    clock: { now: () => at(time), base: () => STANDING },
    wallNow: () => options.ageMs ?? 0,
  });
}

test('returns quote, limits in lots, costs, and the rate with its tape entry in an open market', () => {
  const shown = ticketOf('EUR/JPY', '2024-08-07T12:30:00', { quoted: true });
  expect(shown).toEqual({
    symbol: 'EUR/JPY',
    quote: {
      bid: '160.5',
      ask: '160.5',
      last: '160.5',
      tape_seq: 7,
      time: at('2024-08-07T12:30:00') / 1000,
    },
    session: { open: true, closed_because: null, reopens_at: null },
    limits: {
      tick_size: '0.001',
      price_max: '1000000000000',
      quantity_step: '0.01',
      quantity_min: '0.01',
      quantity_max: '50',
      contract_size: '100000',
      pip_size: '0.01',
    },
    leverages: [10, 20, 50, 100, 200],
    fees: { open_rate: '0.0005', close_rate: '0.0005' },
    financing: { long_rate: '0.00007', short_rate: '0.00005', next_at: at('2024-08-08T00:00:00') / 1000 },
    rate: {
      currency: 'JPY',
      rate: '0.00661157',
      symbol: 'JPY/USDT',
      seq: 7,
      time: at('2024-08-07T12:30:00') / 1000,
    },
  });
  expect(v.safeParse(v.omit(ticket, ['loss_share']), shown).issues).toBeUndefined();
});

test.each([
  [
    'EUR/JPY',
    '2024-08-10T12:00:00',
    0,
    { closed_because: 'session', reopens_at: at('2024-08-11T21:00:00') / 1000 },
  ],
  [
    'XAU/USD',
    '2024-08-07T21:15:00',
    0,
    { closed_because: 'session', reopens_at: at('2024-08-07T22:00:00') / 1000 },
  ],
  ['EUR/JPY', '2024-08-07T12:30:00', 5001, { closed_because: 'stale', reopens_at: null }],
])('returns the reason why %s at %s, quoted %d ms ago, is closed', (symbol, time, ageMs, closed) => {
  expect(ticketOf(symbol, time, { quoted: true, ageMs }).session).toEqual({ open: false, ...closed });
});

test('returns neither quote nor rate before the first quote, and a rate of one for the dollar', () => {
  const never = ticketOf('EUR/JPY', '2024-08-07T12:30:00', { quoted: false });
  expect([never.quote, never.rate, never.session.open]).toEqual([null, null, false]);
  expect(ticketOf('EUR/USD', '2024-08-07T12:30:00', { quoted: false }).rate).toEqual({
    currency: 'USD',
    rate: '1',
    symbol: null,
    seq: null,
    time: null,
  });
});

test('refuses a forex ticket for bitcoin', async () => {
  const handlers = forexTicketHandlers({
    latest: createLatest(),
    clock: { now: () => 0, base: () => STANDING },
    wallNow: () => 0,
    jurisdictions: 'demo',
    lossShare: () => Promise.reject(new Error('expected no call for the loss share')),
  });
  const context: CallContext = {
    customer: 0n,
    session: 0n,
    idempotencyKey: undefined,
    language: 'en',
    address: '127.0.0.1',
    host: 'localhost',
    device: undefined,
    agent: 'test',
  };
  expect(await handlers['GET currency/whtrade']({ symbol: 'BTC/USDT' }, context)).toMatchObject({
    ok: false,
    refusal: { code: 'pair_not_found' },
  });
});
