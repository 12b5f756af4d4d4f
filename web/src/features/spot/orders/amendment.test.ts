/** An amendment of a resting order: each row is a case, with the request, the problem, or the additional hold last. */
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import type { SpotOrder } from '../../../live/order-list.ts';
import type { TicketFacts } from '../ticket/ticket-draft.ts';
import type { AmendDraft } from './amendment.ts';
import { isAmendable } from './amendable.ts';
import { amendStart, movedAmendment, readAmendment } from './amendment.ts';

const instrument: Instrument = {
  ...({ symbol: 'BTC/USDT', kind: 'crypto', base: 'BTC', quote: 'USDT', spot: true } as const),
  ...{ tickSize: amount('0.01'), quantityStep: amount('0.00001'), quantityMin: amount('0.0001') },
  // The published fee rate, which has changed since the order was placed.
  ...({ quantityMax: amount('100'), spotFeeRate: amount('0.005'), calendar: 'always' } as const),
};
const facts: TicketFacts = {
  ...{
    instrument,
    bid: amount('59990'),
    ask: amount('60000'),
    closed: undefined,
    nowMs: Date.parse('2026-12-05T12:00:00'),
  },
  available: { base: amount('0'), quote: amount('100') },
};
const order = (fields: Partial<SpotOrder>): SpotOrder => ({
  ...({ id: '7', symbol: 'BTC/USDT', side: 'buy', type: 'limit', to_symbol: null } as const),
  ...({ stop_price: null, triggered_seq: null, time_in_force: 'GTC', expires_at: null } as const),
  ...{ client_order_id: null, quantity: '0.01', price: '50000', filled_quantity: '0', fee_rate: '0.001' },
  ...({
    status: 'open',
    reason: null,
    legs: [],
    created_at: 1,
    updated_at: 1,
    cancel_asked_at: null,
  } as const),
  ...fields,
});
const outcomeOf = (fields: Partial<SpotOrder>, typed: Partial<AmendDraft>): string => {
  const of = order(fields);
  const { request, ticket, isChanged } = readAmendment({ ...amendStart(of), ...typed }, of, facts);
  const { problem } = ticket.view;
  if (problem !== undefined) return [problem.code, problem.field].join(' ');
  return isChanged ? JSON.stringify(request) : 'unchanged';
};
const sale = { side: 'sell', price: '61000' } as const;
/** The expiry of the trailing stop, twenty seconds past the full minute that a field shows. */
const END = new Date('2026-12-05T18:30:20').getTime();
const trailing = {
  ...{ side: 'sell', type: 'trailing_stop', price: null, trailing: '1200', trailing_bps: 200 },
  ...{ time_in_force: 'GTD', expires_at: END },
} as const;
const stopLimit = { ...sale, type: 'stop_limit', stop_price: '58000', price: '57900' } as const;

test.each([
  ['no change', {}, {}, 'unchanged'],
  ['the same price in another notation', {}, { price: '50000.00' }, 'unchanged'],
  ['a price', {}, { price: '50100' }, '{"id":"7","price":"50100"}'],
  ['a quantity', {}, { quantity: '0.011' }, '{"id":"7","quantity":"0.011"}'],
  [
    'a price and a quantity',
    {},
    { price: '49000', quantity: '0.01100' },
    '{"id":"7","price":"49000","quantity":"0.011"}',
  ],
  ['an empty price', {}, { price: '' }, 'price_missing price'],
  ['a price that the ask has reached', {}, { price: '60000' }, 'post_only_would_fill price'],
  ['a quantity below the minimum', {}, { quantity: '0.00001' }, 'quantity_below_minimum quantity'],
  [
    'more than the available and held amounts together',
    {},
    { quantity: '0.0121' },
    'balance_insufficient quantity',
  ],
  ['the entire held amount of a sale', sale, { quantity: '0.009' }, '{"id":"7","quantity":"0.009"}'],
  ['more coins than are held and available', sale, { quantity: '0.011' }, 'coins_insufficient quantity'],
  ['a stop', stopLimit, { stop: '57000' }, '{"id":"7","stop_price":"57000"}'],
  ['a stop that is reached', stopLimit, { stop: '59990' }, 'stop_already_reached stop_price'],
  [
    'the limit of a stop-limit order that has become a limit order',
    { ...stopLimit, triggered_seq: 5 },
    { price: '62000', stop: '1' },
    '{"id":"7","price":"62000"}',
  ],
  ['an unchanged expiry', trailing, { until: '2026-12-05T18:30' }, 'unchanged'],
  [
    'an expiry',
    trailing,
    { until: '2026-12-06T18:30' },
    `{"id":"7","expires_at":${new Date('2026-12-06T18:30').getTime()}}`,
  ],
  ['a removed expiry', trailing, { until: '' }, '{"id":"7","expires_at":null}'],
  ['an expiry in the past', sale, { until: '1969-12-01T10:00' }, 'expiry_wrong expires_at'],
  ['a share', trailing, { trail: '1.5' }, '{"id":"7","trailing_bps":150}'],
  ['a share as a distance', trailing, { trail: '900', trailIn: 'price' }, '{"id":"7","trailing":"900"}'],
  ['no distance', trailing, { trail: '' }, 'trailing_missing trailing'],
] as readonly [string, Partial<SpotOrder>, Partial<AmendDraft>, string][])(
  'returns the amendment or the problem of a draft: %s',
  (_what, fields, typed, expected) => {
    expect(outcomeOf(fields, typed)).toBe(expected);
  },
);

test('sends only the moved price, even if stop and quantity changed since the line was moved', () => {
  const draft = { ...amendStart(order(stopLimit)), price: '57800' };
  const now = order({ ...stopLimit, stop_price: '57950', quantity: '0.004' });
  expect(readAmendment(movedAmendment(draft, now, 'price'), now, facts).request).toEqual({
    ...{ id: '7', price: '57800' },
  });
});

test.each([
  ['a higher price', {}, { price: '51000' }, 'limit.buy', 'USDT 10.01'],
  ['a smaller quantity', {}, { quantity: '0.009' }, 'limit.buy', 'USDT -50.05'],
  ['a higher price of a sale', sale, { price: '62000' }, 'limit.sell', 'BTC 0'],
  ['a sale with an expiry', { ...sale, expires_at: END }, {}, 'limit.sell until', 'BTC 0'],
  ['a trailing stop that keeps its distance', trailing, {}, 'until', undefined],
  ['another distance', trailing, { trail: '1.5' }, 'trailing_stop.sell until', undefined],
  ['no expiry', trailing, { until: '' }, '', undefined],
] as readonly [string, Partial<SpotOrder>, Partial<AmendDraft>, string, string | undefined][])(
  'states the effect and the additional hold, at the order’s own fee rate: %s',
  (_what, fields, typed, sentences, held) => {
    const of = order(fields);
    const { ticket, more } = readAmendment({ ...amendStart(of), ...typed }, of, facts);
    expect(ticket.view.sentences.join(' ')).toBe(sentences);
    expect(more && `${more.currency} ${formatAmount(more.amount)}`).toBe(held);
  },
);

test.each([
  ['a limit order', {}, true],
  ['a limit order that ended', { status: 'filled' }, false],
  ['a market order', { type: 'market', price: null }, false],
  ['an immediate-or-cancel limit order', { time_in_force: 'IOC' }, false],
  ['a trailing stop', trailing, true],
  ['a trailing stop that was reached', { ...trailing, stop_price: '1' }, false],
  ['an order whose cancellation was requested', { cancel_asked_at: 1 }, false],
] as readonly [string, Partial<SpotOrder>, boolean][])(
  'reports whether %s can change',
  (_what, fields, can) => {
    expect(isAmendable(order(fields))).toBe(can);
  },
);
