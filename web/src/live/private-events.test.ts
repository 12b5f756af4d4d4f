/** Private events applied to a real query cache. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Connection, ServerEvents } from './connection.ts';
import type { SpotOrder } from './order-list.ts';
import type { Position } from './position-list.ts';
import { followPrivateEvents } from './private-events.ts';
import { toyFundOrder } from './testing/toy-fund-order.ts';
import { toyLoan } from './testing/toy-loan.ts';
import { toyDeposit, toyWithdrawal } from './testing/toy-money.ts';
import { toyPosition } from './testing/toy-position.ts';
import { toyTicket } from './testing/toy-ticket.ts';
import type { Ticket } from './ticket-list.ts';

type Page = { items: Position[] };

const order = (id: string, status: SpotOrder['status']): SpotOrder => ({
  ...({
    stop_price: null,
    triggered_seq: null,
    time_in_force: 'GTC',
    expires_at: null,
    client_order_id: null,
  } as const),
  id,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  to_symbol: null,
  fee_rate: '0.001',
  quantity: '1',
  price: '100',
  filled_quantity: '0',
  status,
  reason: null,
  legs: [],
  created_at: 1,
  updated_at: 1,
  cancel_asked_at: null,
});

function scene() {
  const listeners: Partial<ServerEvents> = {};
  let authenticated: Parameters<Connection['onAuthenticated']>[0] = () => {};
  const queries = new QueryClient();
  const seen = {
    ended: [] as string[],
    positions: [] as string[],
    tickets: [] as string[],
    money: [] as string[],
    sessionsEnded: 0,
  };
  followPrivateEvents({
    connection: {
      on: (name, listener) => {
        Object.assign(listeners, { [name]: listener });
        return () => {};
      },
      onAuthenticated: (listener) => {
        authenticated = listener;
        return () => {};
      },
    },
    queries,
    onSessionEnded: () => (seen.sessionsEnded += 1),
    onOrderEnded: (ended) => seen.ended.push(ended.id),
    onPosition: (position) => seen.positions.push(position.id),
    onTicket: ({ id, status }) => seen.tickets.push(`${id} ${status}`),
    onWithdrawal: ({ id, status }) => seen.money.push(`out ${id} ${status}`),
    onMessages: (messages) => seen.money.push(`${messages.length} messages`),
  });
  const resting = ['GET coin/list', { status: 'in_transaction' }];
  const completed = ['GET coin/list', { status: 'completed' }];
  queries.setQueryData(['POST wallet/list', {}], []);
  queries.setQueryData(resting, { items: [], next: null });
  queries.setQueryData(completed, { items: [], next: null });
  const isStale = (key: unknown[]) => queries.getQueryState(key)?.isInvalidated;
  const restingIds = () => queries.getQueryData<{ items: SpotOrder[] }>(resting)?.items.map(({ id }) => id);
  return { listeners, queries, seen, isStale, restingIds, authenticate: authenticated, resting, completed };
}

test('inserts a new order, and moves it to the completed orders after its fill or cancellation', () => {
  const { listeners, seen, restingIds, isStale, completed } = scene();
  listeners.order?.({ prev: 0, seq: 1, order: order('a', 'open') });
  expect(restingIds()).toEqual(['a']);
  expect(isStale(completed)).toBe(false);
  listeners.order?.({ prev: 1, seq: 2, order: order('a', 'filled') });
  expect(restingIds()).toEqual([]);
  expect(isStale(completed)).toBe(true);
  expect(seen.ended).toEqual(['a']);
});

test('applies the event after a gap, and refetches everything', () => {
  const { listeners, isStale, restingIds, resting } = scene();
  listeners.order?.({ prev: 0, seq: 1, order: order('a', 'open') });
  expect(isStale(resting)).toBe(false);
  listeners.order?.({ prev: 4, seq: 5, order: order('b', 'open') });
  expect(restingIds()).toEqual(['b', 'a']);
  expect(isStale(resting)).toBe(true);
  expect(isStale(['POST wallet/list', {}])).toBe(true);
});

test('ignores an event that is older than the known state', () => {
  const { listeners, queries } = scene();
  const wallet = { currency: 'USDT', value_usdt: '1', spot: { available: '1', frozen: '0' } };
  const zero = { available: '0', frozen: '0' };
  const wallets = (value: string) => [{ ...wallet, value_usdt: value, contract: zero, option: zero }];
  listeners.wallet?.({ prev: 6, seq: 7, wallets: wallets('7') });
  listeners.wallet?.({ prev: 4, seq: 5, wallets: wallets('5') });
  expect(queries.getQueryData(['POST wallet/list', {}])).toEqual(wallets('7'));
});

test('refetches everything after a login that missed events, and ends the session if the token is refused', () => {
  const { authenticate, listeners, isStale, resting, seen } = scene();
  listeners.order?.({ prev: 0, seq: 1, order: order('a', 'open') });
  authenticate({ ok: true, seq: 1 });
  expect(isStale(resting)).toBe(false);
  authenticate({ ok: true, seq: 2 });
  expect(isStale(resting)).toBe(true);
  authenticate({ ok: false });
  expect(seen.sessionsEnded).toBe(1);
});

test('keeps the data of an event when an older answer arrives after it', async () => {
  const { listeners, queries, resting, restingIds } = scene();
  const answers: ((list: { items: SpotOrder[]; next: null }) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: resting,
    queryFn: () => new Promise<{ items: SpotOrder[]; next: null }>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  expect(answers.length).toBe(1);
  listeners.order?.({ prev: 0, seq: 1, order: order('a', 'filled') });
  answers[0]?.({ items: [order('a', 'open')], next: null });
  expect(answers.length).toBe(2);
  answers[1]?.({ items: [order('b', 'open')], next: null });
  await expect.poll(restingIds).toEqual(['b']);
  stop();
});

test('moves a position from resting to open to completed, in unpaged and paged lists', () => {
  const { listeners, queries, seen, isStale } = scene();
  const key = (status: string) => ['POST lever/my_trade', { status }];
  const pages = [...key('holding'), 'pages'];
  for (const status of ['in_transaction', 'holding', 'completed'])
    queries.setQueryData(key(status), { items: [], next: null });
  queries.setQueryData(pages, { pages: [{ items: [] }, { items: [] }], pageParams: [] });
  const send = (seq: number, status: Position['status']) =>
    listeners.position?.({ prev: seq - 1, seq, position: toyPosition({ id: 'p', status }) });
  const idsOf = (status: string) => queries.getQueryData<Page>(key(status))?.items.map(({ id }) => id);
  const paged = () => queries.getQueryData<{ pages: Page[] }>(pages)?.pages.map(({ items }) => items.length);
  send(1, 'pending');
  expect([idsOf('in_transaction'), idsOf('holding')]).toEqual([['p'], []]);
  send(2, 'open');
  expect([idsOf('in_transaction'), idsOf('holding'), paged()]).toEqual([[], ['p'], [1, 0]]);
  expect(isStale(key('completed'))).toBe(false);
  send(3, 'closed');
  expect([idsOf('holding'), paged()]).toEqual([[], [0, 0]]);
  expect(isStale(key('completed'))).toBe(true);
  expect(seen.positions).toEqual(['p', 'p', 'p']);
});

test('refetches a list of all positions, orders and trades whenever a position changes', () => {
  const { listeners, queries, isStale } = scene();
  const [all, holding] = [
    ['POST lever/my_trade', { limit: 30 }],
    ['POST lever/my_trade', { status: 'holding' }],
  ];
  queries.setQueryData(all, { items: [], next: null });
  queries.setQueryData(holding, { items: [], next: null });
  listeners.position?.({ prev: 0, seq: 1, position: toyPosition({ id: 'p' }) });
  expect([isStale(all), isStale(holding)]).toEqual([true, false]);
});

test('inserts a running ticket, and moves it to the settled tickets after its settlement', () => {
  const { listeners, queries, seen, isStale } = scene();
  const key = (input: object) => ['GET microtrade/lists', input];
  for (const status of ['open', 'ended']) queries.setQueryData(key({ status }), []);
  queries.setQueryData(['GET microtrade/results', {}], {});
  const forex = ['GET microtrade/whlists', { status: 'open' }];
  queries.setQueryData(forex, []);
  const send = (seq: number, changes: Partial<Ticket>) =>
    listeners.option?.({ prev: seq - 1, seq, ticket: toyTicket(changes) });
  const lists = () =>
    ['open', 'ended'].map((status) => queries.getQueryData<Ticket[]>(key({ status }))?.map(({ id }) => id));
  send(1, { strike: null });
  expect(lists()).toEqual([['7'], []]);
  expect(isStale(['GET microtrade/results', {}])).toBe(false);
  send(2, { status: 'won' });
  expect(lists()).toEqual([[], ['7']]);
  expect(isStale(['GET microtrade/results', {}])).toBe(true);
  expect(queries.getQueryData(forex)).toEqual([]);
  expect(seen.tickets).toEqual(['7 open', '7 won']);
});

test('inserts a new deposit at the top, updates it in place, and refetches the data that a withdrawal affects', () => {
  const { listeners, queries, seen, isStale } = scene();
  const paid = toyDeposit({ id: '1', status: 'success' });
  const key = ['GET chargelist/log', {}, 'pages'];
  queries.setQueryData(key, { pages: [{ items: [paid], next: null }], pageParams: [] });
  queries.setQueryData(['GET wallet/out_terms', {}], {});
  const listed = () =>
    queries
      .getQueryData<{ pages: { items: (typeof paid)[] }[] }>(key)
      ?.pages[0]?.items.map(({ id, status }) => `${id} ${status}`);
  listeners.deposit?.({ prev: 0, seq: 1, deposit: toyDeposit({ id: '2' }) });
  expect(listed()).toEqual(['2 under_review', '1 success']);
  listeners.deposit?.({ prev: 1, seq: 2, deposit: toyDeposit({ id: '2', status: 'success' }) });
  expect(listed()).toEqual(['2 success', '1 success']);
  expect(isStale(['GET wallet/out_terms', {}])).toBe(false);
  listeners.withdrawal?.({ prev: 2, seq: 3, withdrawal: toyWithdrawal({ id: '3' }) });
  expect(isStale(['GET wallet/out_terms', {}])).toBe(true);
  expect(seen.money).toEqual(['out 3 under_review']);
});

test('moves a loan and a fund order from the open list to the ended list', () => {
  const { listeners, queries, isStale } = scene();
  const loans = (status: string) => ['GET lh/loan/order', { status }, 'pages'];
  const orders = (status: string) => ['GET lh/deposit/order', { status }, 'pages'];
  const all = ['GET lh/loan/order', {}, 'pages'];
  const parts = [loans('open'), loans('finished'), all, orders('in_progress'), orders('finished')];
  for (const key of parts) queries.setQueryData(key, { pages: [{ items: [] }], pageParams: [] });
  queries.setQueryData(['GET lh/loan/statistics', {}], {});
  queries.setQueryData(['GET lh/deposit/ordersum', {}], {});
  const ids = () =>
    parts.map((key) =>
      queries
        .getQueryData<{ pages: { items: { id: string }[] }[] }>(key)
        ?.pages[0]?.items.map(({ id }) => id)
        .join(),
    );
  listeners.loan?.({ prev: 0, seq: 1, loan: toyLoan() });
  expect(ids()).toEqual(['1', '', '1', '', '']);
  expect(isStale(['GET lh/loan/statistics', {}])).toBe(true);
  expect(isStale(['GET lh/deposit/ordersum', {}])).toBe(false);
  listeners.loan?.({ prev: 1, seq: 2, loan: toyLoan({ status: 'settled' }) });
  expect(ids()).toEqual(['', '1', '1', '', '']);
  listeners.fund?.({ prev: 2, seq: 3, order: toyFundOrder({ status: 'pending' }) });
  expect(ids()).toEqual(['', '1', '1', '9', '']);
  expect(isStale(['GET lh/deposit/ordersum', {}])).toBe(true);
  listeners.fund?.({ prev: 3, seq: 4, order: toyFundOrder({ status: 'ended' }) });
  expect(ids()).toEqual(['', '1', '1', '', '9']);
});

test('refetches a list whose filter only the server can evaluate, instead of inserting the item', () => {
  const { listeners, queries, isStale } = scene();
  const chosen = [
    ['GET chargelist/log', { from: 1, to: 2 }, 'pages'],
    ['GET chargelist/log', { status: 'failed' }, 'pages'],
    ['GET lh/loan/order', { status: 'open', from: 1 }, 'pages'],
    ['GET microtrade/lists', { status: 'ended', kind: 'up' }, 'pages'],
  ];
  const empty = (key: readonly unknown[]) => ({
    pages: [key[0] === 'GET microtrade/lists' ? [] : { items: [], next: null }],
    pageParams: [undefined],
  });
  for (const key of chosen) queries.setQueryData(key, empty(key));
  listeners.deposit?.({ prev: 0, seq: 1, deposit: toyDeposit({}) });
  listeners.loan?.({ prev: 1, seq: 2, loan: toyLoan() });
  listeners.option?.({ prev: 2, seq: 3, ticket: toyTicket({ status: 'won' }) });
  for (const key of chosen) {
    expect(queries.getQueryData(key)).toEqual(empty(key));
    expect(isStale(key)).toBe(true);
  }
});

test('counts a message immediately and refetches the list, and announces nothing for the read mark of a different device', () => {
  const { listeners, queries, seen, isStale, authenticate } = scene();
  const bell = ['GET user/usermessage', { limit: 1 }];
  const pages = ['GET user/usermessage', {}, 'pages'];
  queries.setQueryData(bell, { items: [], unread: 0, next: null });
  queries.setQueryData(pages, { pages: [{ items: [] }], pageParams: [] });
  const unread = () => queries.getQueryData<{ unread: number }>(bell)?.unread;
  const notice = { id: '1', kind: 'deposit_credited', params: {}, time: 1, read: false } as const;
  listeners.notification?.({ messages: [notice], unread: 3 });
  expect([unread(), isStale(pages), isStale(['POST wallet/list', {}])]).toEqual([3, true, false]);
  listeners.notification?.({ messages: [], unread: 2 });
  expect(unread()).toBe(2);
  expect(seen.money).toEqual(['1 messages', '0 messages']);
  queries.setQueryData(pages, { pages: [{ items: [] }], pageParams: [] });
  authenticate({ ok: true, seq: 1 });
  expect(isStale(pages)).toBe(true);
});
