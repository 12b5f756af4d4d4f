/** The calls that are refetched after a command. */
import type { CallName } from '@candor/protocol/calls.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readOfCustomer, readersOf, touchedBy } from './call-facts.ts';
import { refetchTouched, refetchingCache } from './refetch.ts';

const positions = [
  'POST lever/my_trade',
  'POST lever/my_wh_trade',
  'POST lever/deal',
  'POST wallet/list',
] as const;
const loans = [
  'GET lh/loan/order',
  'GET lh/loan/payments',
  'GET lh/loan/statistics',
  'GET lh/loan/config',
  'POST wallet/list',
] as const;
const fund = [
  'GET lh/deposit/config',
  'GET lh/deposit/ordersum',
  'GET lh/deposit/order',
  'GET lh/deposit/records',
  'GET transparency/fund',
  'POST wallet/list',
] as const;
const security = ['GET safe/overview', 'GET user/info', 'GET user/logins'] as const;
const spot = ['GET coin/list', 'POST wallet/list'] as const;
const tickets = ['POST wallet/list', 'GET microtrade/payable_currencies'] as const;

/** The calls that must be refetched after each command. Further calls may be refetched. */
const after: Partial<Record<CallName, readonly CallName[]>> = {
  'POST wallet/flashAgainst': ['POST wallet/list', 'GET wallet/myFlashAgainstList'],
  'POST wallet/experience_convert': ['GET wallet/experience', 'POST wallet/list'],
  'POST lh/deposit': fund,
  'POST lh/deposit/cancel': fund,
  'POST lever/apply': ['GET lever/questionnaire'],
  'POST lh/loan/submit': loans,
  'POST lh/loan/cancel': loans,
  'POST lh/loan/repayment': loans,
  'POST microtrade/submit': [...tickets, 'GET microtrade/lists'],
  'POST microtrade/whsubmit': [...tickets, 'GET microtrade/whlists'],
  'POST user/limit_set': ['GET user/limits'],
  'POST user/time_out': ['GET user/limits'],
  'POST user/self_exclude': ['GET user/limits'],
  'POST safe/passkey_add': [...security, 'GET safe/passkeys'],
  'POST safe/passkey_remove': [...security, 'GET safe/passkeys'],
  'POST safe/google': security,
  'POST safe/trading_password': security,
  'POST safe/email': security,
  'POST safe/phone': security,
  'POST safe/anti_phishing': security,
  'POST user/sessions_end': security,
  'POST safe/update_password': ['GET safe/overview'],
  'POST coin/trade': spot,
  'POST order/cancel': spot,
  'POST order/cancel_all': spot,
  'POST wallet/transfer': ['POST wallet/list'],
  'POST user/real_name': ['GET user/getrealinfo', 'GET user/info'],
  'POST wallet/out': ['GET cashlist/log', 'GET wallet/out_terms', 'GET wallet/address', 'POST wallet/list'],
  'POST wallet/out_cancel': ['GET cashlist/log'],
  'POST wallet/charge_req': ['GET chargelist/log'],
  'POST wallet/charge_cancel': ['GET chargelist/log'],
  'POST wallet/address_add': ['GET wallet/address'],
  'POST wallet/address_delete': ['GET wallet/address'],
  'POST price_alert': ['GET price_alerts'],
  'POST price_alert_delete': ['GET price_alerts'],
  'POST lever/submit': positions,
  'POST lever/whsubmit': positions,
  'POST lever/setstop': positions,
  'POST lever/close': positions,
  'POST lever/whclose': positions,
  'POST lever/dealall': positions,
  'POST lever/cancel': positions,
  'POST lever/cancel_all': positions,
};

it.each(Object.entries(after))('refetches at least the expected calls after %s', (name, least) => {
  const touched = touchedBy(name as CallName);
  const read = touched === 'everything' ? [] : readersOf(touched);
  expect(least.filter((one) => !read.includes(one))).toEqual([]);
});

it('refetches at least the expected customer data after a missed event', () => {
  const least: readonly CallName[] = [
    'POST wallet/list',
    'GET coin/list',
    'GET user/info',
    'POST lever/my_trade',
    'POST lever/my_wh_trade',
    'POST lever/deal',
    'GET microtrade/lists',
    'GET microtrade/whlists',
    'GET microtrade/payable_currencies',
    'GET microtrade/results',
    'GET wallet/experience',
    'GET user/limits',
    'GET chargelist/log',
    'GET cashlist/log',
    'GET wallet/out_terms',
    'GET lh/loan/order',
    'GET lh/loan/payments',
    'GET lh/loan/statistics',
    'GET lh/loan/config',
    'GET lh/deposit/order',
    'GET lh/deposit/ordersum',
    'GET lh/deposit/records',
    'GET lh/deposit/config',
    'GET user/credit',
    'GET user/acts',
    'POST wallet/get_info',
    'POST wallet/detail',
    'GET wallet/history',
    'GET wallet/accumulated',
  ];
  expect(least.filter((name) => !readOfCustomer.includes(name))).toEqual([]);
});

/** Fills a cache with an answer to each call, completes a command with the answer, and returns the stale calls. */
async function staleAfter(name: CallName, answer: unknown): Promise<readonly string[]> {
  const queries: QueryClient = new QueryClient({ mutationCache: refetchingCache(() => queries) });
  const known: readonly CallName[] = [
    'GET coin/list',
    'POST wallet/list',
    'GET currency/quotation_new',
    'GET demo',
  ];
  for (const one of known)
    queries
      .getQueryCache()
      .build(queries, { queryKey: [one, {}], meta: { ofCustomer: one !== 'GET demo' } })
      .setData([]);
  const sending = queries.getMutationCache().build(queries, {
    mutationKey: [name],
    mutationFn: () => Promise.resolve(answer),
    meta: { waits: true },
  });
  await sending.execute(undefined);
  return known.filter((one) => queries.getQueryState([one, {}])?.isInvalidated);
}

const refused = (error: string) => ({ type: 'error', error, code: 1, message: '', params: {} });

it('refetches the calls that a command affects after any answer, including a refusal', async () => {
  const touched = ['GET coin/list', 'POST wallet/list'];
  expect(await staleAfter('POST coin/trade', { type: 'ok', message: {} })).toEqual(touched);
  expect(await staleAfter('POST coin/trade', refused('balance_insufficient'))).toEqual(touched);
  expect(await staleAfter('POST set/lang', { type: 'ok', message: {} })).toEqual([]);
});

it('also refetches the offers if the refusal states that they have changed', async () => {
  expect(await staleAfter('POST coin/trade', refused('price_moved'))).toContain('GET currency/quotation_new');
});

it('refetches nothing after the session has ended', async () => {
  expect(await staleAfter('POST coin/trade', { ...refused('session_ended'), type: '999' })).toEqual([]);
});

it('refetches all cached calls after a command that affects every topic', async () => {
  const all = ['GET coin/list', 'POST wallet/list', 'GET currency/quotation_new'];
  expect(await staleAfter('POST demo/start_over', { type: 'ok', message: {} })).toEqual(all);
});

it('refetches the affected calls of a command whose sender stopped waiting for the answer', () => {
  const asked: unknown[] = [];
  void refetchTouched(
    { invalidateQueries: (filters) => (asked.push(filters?.queryKey?.[0]), Promise.resolve()) },
    'POST wallet/address_add',
  );
  expect(asked).toEqual(['GET wallet/address']);
});
