/** Requesting and cancelling a withdrawal: refusals in their order, and the money moved. */
import { describe, expect, it, test } from 'vitest';
import { amount, hasDecimals } from '@candor/domain/money/amount.ts';
import { withdrawalCost } from '@candor/domain/trading/withdrawal.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import { chains, travelDecimals } from '@candor/protocol/networks.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { decideCancel, decideRequest, endForStartOver, readRequest } from './requesting.ts';
import type { Request } from './requesting.ts';
import {
  addressRow,
  appended,
  factsOf,
  journals,
  rowAfter,
  usdtTerms,
  withdrawalRow,
} from './testing/world.ts';
import type { World } from './testing/world.ts';

const terms = {
  withdrawal: (currency: string) => (['USDT', 'BTC'].includes(currency) ? usdtTerms : undefined),
};
const request: Request = { currency: 'USDT', amount: amount('100'), addressId: 7n };

function decided(asked: Partial<Request> = {}, world: Partial<World> = {}, of = terms) {
  const at = { terms: of, jurisdictions: 'demo' } as const;
  return decideRequest({ ...request, ...asked }, factsOf(world), at);
}

function refusal(asked: Partial<Request> = {}, world: Partial<World> = {}) {
  const decision = decided(asked, world);
  if (decision.ok) throw new Error('expected a refusal, found none');
  const { code, params = {} } = decision.refusal;
  return [code, ...Object.values(params)].join(' ');
}

test('refuses a request if the displayed net amount no longer follows from the terms', () => {
  expect(decided({ shown: amount('99.9') }).ok).toBe(true);
  const dearer = { withdrawal: () => ({ ...usdtTerms, feeRate: amount('0.01') }) };
  const late = decided({ shown: amount('99.9') }, {}, dearer);
  expect(late.ok ? late.value.answer : late.refusal.code).toBe('case_changed');
  expect(decided({ shown: amount('99') }, {}, dearer).ok).toBe(true);
});

const recent = (value: string, agoMs: number, currency = 'USDT') => ({
  currency,
  amount: amount(value),
  requestedMs: WALL - agoMs,
});
const until = (ms: number) => String(Math.ceil(ms / 1000));

describe('requesting a withdrawal', () => {
  it('freezes the whole amount, deducts the fee from it, and notifies the customer', () => {
    const decision = decided();
    if (!decision.ok) throw new Error(decision.refusal.code);
    expect(decision.value.answer).toEqual({
      ...{ id: '42', amount: '100', fee: '0.1', arrives: '99.9', status: 'under_review' },
      deadline_at: WALL / 1000 + 86_400,
    });
    expect(journals(decision.value)).toEqual(['withdrawal_hold: spot USDT -100, spot_frozen USDT 100']);
    expect(rowAfter(decision.value)).toMatchObject({
      ...{ network: 'tron', address: addressRow.address, needsSecond: false, version: 1 },
      ...{ requestedMs: WALL, deadlineMs: WALL + 24 * HOUR_MS, hold: null },
    });
    expect(appended(decision.value, 'notice')).toMatchObject([
      {
        kind: 'withdrawal_requested',
        params: { amount: '100', currency: 'USDT', address: addressRow.address },
      },
    ]);
  });

  test.each([
    ['9999.99999999', false],
    ['10000', true],
  ])('needs a second approver for an amount of %s: %s', (value, needsSecond) => {
    const decision = decided({ amount: amount(value) }, { free: { USDT: '20000' } });
    if (!decision.ok) throw new Error(decision.refusal.code);
    expect(rowAfter(decision.value).needsSecond).toBe(needsSecond);
  });

  test.each<[what: string, hoursAgo: number, currency: string, needsSecond: boolean]>([
    ['within a day', 23, 'USDT', true],
    ['a day ago', 24, 'USDT', false],
    ['in a different currency', 23, 'BTC', false],
  ])(
    'counts towards the second approval only earlier requests within a day and in the same currency: %s (%s h ago)',
    (_, hoursAgo, currency, needsSecond) => {
      const asked = [{ currency, amount: amount('9900'), requestedMs: WALL - hoursAgo * HOUR_MS }];
      const decision = decided({ amount: amount('100') }, { asked });
      if (!decision.ok) throw new Error(decision.refusal.code);
      expect(rowAfter(decision.value).needsSecond).toBe(needsSecond);
    },
  );

  const other = { ...addressRow, id: 8n };
  test.each<[because: string, Partial<Request>, Partial<World>, refused: string]>([
    ['a frozen customer', {}, { gate: { status: 'frozen' } }, 'account_frozen'],
    ['a locked customer', {}, { gate: { status: 'locked' } }, 'account_locked'],
    ['an unverified customer', {}, { gate: { kycStatus: 'under_review' } }, 'verification_needed'],
    [
      'a customer without a trading password',
      {},
      { gate: { hasTradingPassword: false } },
      'trading_password_missing',
    ],
    ['a customer without a bank card', {}, { gate: { hasBankCard: false } }, 'bank_card_missing'],
    [
      'a customer who changed a security setting within a day',
      {},
      { gate: { securityChangedMs: WALL - 23 * HOUR_MS } },
      `withdrawals_held ${until(WALL + HOUR_MS)}`,
    ],
    ['a currency that is not offered', { currency: 'BNB' }, {}, 'currency_invalid'],
    ['a customer without an address', {}, { addresses: [] }, 'address_missing'],
    [
      'a customer with only a deleted address',
      {},
      { addresses: [{ ...addressRow, deletedMs: WALL - 1 }] },
      'address_missing',
    ],
    ['another customer’s address', { addressId: 99n }, {}, 'address_not_yours'],
    [
      'a deleted address',
      {},
      { addresses: [{ ...addressRow, deletedMs: WALL - 1 }, other] },
      'address_not_yours',
    ],
    ['a coin that the network does not carry', { currency: 'BTC' }, {}, 'network_invalid'],
    [
      'an address whose waiting time isn’t over',
      {},
      { addresses: [{ ...addressRow, usableMs: WALL + 1 }] },
      `address_not_ready ${until(WALL + 1)}`,
    ],
    [
      'an amount below the minimum',
      { amount: amount('29.99999999') },
      {},
      'withdrawal_below_minimum 30 USDT',
    ],
    [
      'an amount above the maximum',
      { amount: amount('200000.00000001') },
      { free: { USDT: '900000' } },
      'withdrawal_above_maximum 200000 USDT',
    ],
    [
      'an amount above what is left of the daily maximum',
      { amount: amount('200000') },
      { free: { USDT: '900000' }, asked: [recent('300000.00000001', 24 * HOUR_MS - 1)] },
      'withdrawal_day_maximum 199999.99999999 USDT',
    ],
    ['a customer with a withdrawal under review', {}, { rows: [withdrawalRow()] }, 'withdrawal_pending'],
    [
      'a customer with a withdrawal that is being paid',
      {},
      { rows: [withdrawalRow({ status: 'waiting' })] },
      'withdrawal_pending',
    ],
    [
      'an amount above the available balance',
      { amount: amount('1000.00000001') },
      {},
      'withdrawal_exceeds_holdings',
    ],
  ])('is refused for %s', (_, asked, world, refused) => expect(refusal(asked, world)).toBe(refused));

  it('counts only requests in the same currency within a day towards the daily limit', () => {
    const asked = [recent('500000', 24 * HOUR_MS), recent('500000', 1, 'BTC'), recent('499900', 1)];
    expect(decided({}, { asked }).ok).toBe(true);
    expect(refusal({ amount: amount('100.00000001') }, { asked })).toBe('withdrawal_day_maximum 100 USDT');
  });

  it('reports only the first of several violations, in the order of the README', () => {
    const world: Partial<World> = { free: {}, rows: [withdrawalRow()], addresses: [] };
    const wrong = { amount: amount('1') };
    expect(refusal(wrong, { ...world, gate: { hasBankCard: false } })).toBe('bank_card_missing');
    expect(refusal(wrong, world)).toBe('address_missing');
    const known = { ...world, addresses: [addressRow] };
    expect(refusal(wrong, known)).toBe('withdrawal_below_minimum 30 USDT');
    expect(refusal({}, known)).toBe('withdrawal_pending');
  });

  it('is accepted for the whole available balance', () => {
    const decision = decided({ amount: amount('1000') });
    if (!decision.ok) throw new Error(decision.refusal.code);
    expect(journals(decision.value)).toEqual(['withdrawal_hold: spot USDT -1000, spot_frozen USDT 1000']);
  });

  it('is refused while the current terms are closed', () => {
    const closed = { withdrawal: () => ({ ...usdtTerms, open: false }) };
    expect(decided({}, {}, closed)).toMatchObject({ refusal: { code: 'currency_invalid' } });
  });
});

test.each([...new Set(Object.values(chains).flat())])(
  'rounds the amount paid in %s to the precision of its chain',
  (currency) => {
    const cost = withdrawalCost({ currency, amount: amount('33.33333333'), feeRate: amount('0.001') });
    expect(hasDecimals(cost.arrives, travelDecimals[currency] as number)).toBe(true);
  },
);

test.each([
  [{ currency: 'EUR' }, 'currency_invalid currency'],
  [{ amount: '0' }, 'amount_wrong amount'],
  [{ amount: '0.000000001' }, 'amount_wrong amount'],
  [{ address: 'x' }, 'address_not_yours address'],
  [{ address: '1'.repeat(19) }, 'address_not_yours address'],
])('refuses invalid fields: %o', (fields, refused) => {
  const body = { currency: 'USDT', amount: '30', address: '7', ...fields };
  const read = readRequest(body, { terms, wallMs: WALL });
  expect(read.ok ? '' : `${read.refusal.code} ${read.refusal.field}`).toBe(refused);
});

describe('cancelling a withdrawal', () => {
  test.each([
    ['under review', withdrawalRow()],
    ['held', withdrawalRow({ hold: { reason: 'security_check', untilMs: WALL + 1, by: 'rosa' } })],
    ['approved once', withdrawalRow({ needsSecond: true, firstBy: 'rosa' })],
  ])('releases the whole amount if the withdrawal is %s', (_, row) => {
    const decision = decideCancel({ id: 9n }, factsOf({ rows: [row] }));
    if (!decision.ok) throw new Error(decision.refusal.code);
    expect(journals(decision.value)).toEqual(['withdrawal_release: spot_frozen USDT -100, spot USDT 100']);
    expect(rowAfter(decision.value)).toMatchObject({
      ...{ status: 'failed', reason: 'cancelled_by_customer', version: 2, hold: null },
      ...{ decidedBy: null, decidedMs: WALL },
    });
  });

  test.each([
    [withdrawalRow({ status: 'waiting' }), 'order_state_wrong'],
    [withdrawalRow({ status: 'success' }), 'order_state_wrong'],
    [withdrawalRow({ status: 'failed' }), 'order_state_wrong'],
    [withdrawalRow({ id: 10n }), 'not_found'],
  ])('is refused after the final approval, after closing and for an unknown id', (row, code) => {
    expect(decideCancel({ id: 9n }, factsOf({ rows: [row] }))).toMatchObject({ refusal: { code } });
  });
});

test('closes open withdrawals when the customer starts over, even approved ones, and leaves closed withdrawals unchanged', () => {
  const rows = [
    withdrawalRow({ status: 'waiting', firstBy: 'rosa' }),
    withdrawalRow({ id: 10n, status: 'success' }),
  ];
  const effects = endForStartOver(factsOf({ rows }));
  expect(journals(effects)).toEqual(['withdrawal_release: spot_frozen USDT -100, spot USDT 100']);
  expect(rowAfter(effects)).toMatchObject({ id: 9n, status: 'failed', reason: 'start_over' });
});
