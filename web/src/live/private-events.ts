/**
 * Keeps displayed customer data up to date. Wallets, open orders, positions, options, deposits, withdrawals, loans and fund
 * orders follow the socket's private events; after a gap, everything is refetched.
 */
import type { CallName, CallOutput } from '@candor/protocol/calls.ts';
import type { channels } from '@candor/protocol/channels.ts';
import type { QueryClient } from '@tanstack/react-query';
import { readOfCustomer, readersOf, touchedByEvent } from '../lib/call-facts.ts';
import { refetchCalls } from '../lib/refetch.ts';
import type { Connection, FundEvent, LoanEvent, NotificationEvent, WithdrawalEvent } from './connection.ts';
import { judgeEvent, judgeReturn } from './event-sequence.ts';
import { keepUnread, refetchMessages } from './message-list.ts';
import type { CachedPages } from './money-list.ts';
import { listHolds, pagesWith, pagesWithout } from './money-list.ts';
import { withOrder } from './order-list.ts';
import type { SpotOrder } from './order-list.ts';
import type { CachedList, Position } from './position-list.ts';
import { listWith, partOf, positionLists } from './position-list.ts';
import type { CachedTickets, Ticket } from './ticket-list.ts';
import { belongsTo, optionProductOf, ticketLists, ticketsWith } from './ticket-list.ts';

type Wallets = CallOutput<'POST wallet/list'>;
type OrderList = CallOutput<'GET coin/list'>;
type Withdrawal = WithdrawalEvent['withdrawal'];
type Loan = LoanEvent['loan'];
type FundOrder = FundEvent['order'];

export type PrivateEventsDeps = {
  readonly connection: Pick<Connection, 'on' | 'onAuthenticated'>;
  readonly queries: Pick<
    QueryClient,
    'getQueriesData' | 'setQueryData' | 'setQueriesData' | 'invalidateQueries'
  >;
  /** Called when the session was ended elsewhere or its token is no longer valid. */
  readonly onSessionEnded: () => void;
  readonly onOrderEnded: (order: SpotOrder) => void;
  /** Called when the system or the customer changed a position. */
  readonly onPosition: (position: Position) => void;
  readonly onTicket: (ticket: Ticket) => void;
  /** Called when staff or the customer changed a withdrawal. */
  readonly onWithdrawal: (withdrawal: Withdrawal) => void;
  /** Called with the messages received, or with none if a message was only read on a different device. */
  readonly onMessages: (messages: NotificationEvent['messages']) => void;
};

/** Starts listening. The returned functions reset the sequence for a new customer, or stop listening. */
export function followPrivateEvents(deps: PrivateEventsDeps): { forget: () => void; stop: () => void } {
  let last: number | undefined;

  const resync = () => {
    void refetchCalls(deps.queries, readOfCustomer);
  };
  /** Applies an event unless it is old. A gap is repaired afterwards, because data written to the cache counts as fresh. */
  const take = (event: { readonly seq: number; readonly prev: number }, mend: () => void) => {
    const verdict = judgeEvent(last, event);
    if (verdict === 'old') return;
    last = event.seq;
    mend();
    if (verdict === 'gap') resync();
  };
  /** Requests an answer in flight again, because it may be older than the event and would undo it. */
  const askAgainIfOnItsWay = (name: CallName) => {
    void deps.queries.invalidateQueries({
      queryKey: [name],
      predicate: ({ state }) => state.fetchStatus === 'fetching',
    });
  };
  /** Refetches the lists of a period, a kind or a currency, because only the server knows what belongs to them. */
  const askAgainForChosen = (name: CallName, others: readonly string[] = []) => {
    void deps.queries.invalidateQueries({
      queryKey: [name],
      predicate: ({ queryKey }) => isChosen(queryKey[1], others),
    });
  };
  /** Refetches the data that the event affects but does not contain. */
  const readTheRest = (event: keyof typeof channels, brought: CallName) => {
    const rest = readersOf(touchedByEvent(event)).filter((name) => name !== brought);
    void refetchCalls(deps.queries, rest);
  };
  const takeOrder = (order: SpotOrder) => {
    deps.queries.setQueriesData<OrderList>(
      {
        queryKey: ['GET coin/list'],
        predicate: ({ queryKey }) => isListOf(queryKey[1], 'in_transaction', order.symbol),
      },
      (list) => list && { ...list, items: withOrder(list.items, order) },
    );
    askAgainIfOnItsWay('GET coin/list');
    if (order.status === 'open') return;
    void deps.queries.invalidateQueries({
      queryKey: ['GET coin/list'],
      predicate: ({ queryKey }) => !isListOf(queryKey[1], 'in_transaction', order.symbol),
    });
    deps.onOrderEnded(order);
  };
  const takePosition = (position: Position) => {
    const name = positionLists[position.product];
    const part = partOf(position);
    for (const listed of ['holding', 'in_transaction'] as const) {
      deps.queries.setQueriesData<CachedList>(
        { queryKey: [name], predicate: ({ queryKey }) => isListOf(queryKey[1], listed, position.symbol) },
        (list) => list && listWith(list, position, part === listed),
      );
    }
    askAgainIfOnItsWay(name);
    // Refetches a list of all parts, which a sheet uses to wait for the outcome of an order.
    void deps.queries.invalidateQueries({
      queryKey: [name],
      predicate: ({ queryKey }) => isListOf(queryKey[1], undefined, position.symbol),
    });
    // Refetches the pages of ended items, because only the server knows an item's position there. Such events are rare.
    if (part === 'completed') {
      void deps.queries.invalidateQueries({
        queryKey: [name],
        predicate: ({ queryKey }) => isListOf(queryKey[1], 'completed', position.symbol),
      });
    }
    void deps.queries.invalidateQueries({ queryKey: ['POST lever/deal', { symbol: position.symbol }] });
    deps.onPosition(position);
  };
  const takeMoney = <One extends { readonly id: string }>(
    name: 'GET chargelist/log' | 'GET cashlist/log',
    one: One,
  ) => {
    deps.queries.setQueriesData<CachedPages<One>>(
      { queryKey: [name], predicate: ({ queryKey }) => !isChosen(queryKey[1], ['status']) },
      (list) => list && pagesWith(list, one),
    );
    askAgainForChosen(name, ['status']);
    askAgainIfOnItsWay(name);
  };
  /** Inserts the item into the lists, complete or filtered, to which it belongs now, and removes it from all other lists. */
  const takeFiled = <One extends { readonly id: string }>(
    name: 'GET lh/loan/order' | 'GET lh/deposit/order',
    one: One,
    belongs: (input: unknown) => boolean,
  ) => {
    for (const [key] of deps.queries.getQueriesData<CachedPages<One>>({ queryKey: [name] })) {
      if (isChosen(key[1])) continue;
      deps.queries.setQueryData<CachedPages<One>>(
        key,
        (list) => list && (belongs(key[1]) ? pagesWith(list, one) : pagesWithout(list, one.id)),
      );
    }
    askAgainForChosen(name);
    askAgainIfOnItsWay(name);
  };
  const takeLoan = (loan: Loan) => {
    const isOpen = loan.status === 'pending_review' || loan.status === 'disbursed';
    takeFiled('GET lh/loan/order', loan, (input) => listHolds(input, 'open', isOpen));
    readTheRest('loan', 'GET lh/loan/order');
  };
  const takeFundOrder = (order: FundOrder) => {
    const isOpen = order.status === 'pending' || order.status === 'in_progress';
    takeFiled('GET lh/deposit/order', order, (input) => listHolds(input, 'in_progress', isOpen));
    readTheRest('fund', 'GET lh/deposit/order');
  };
  const takeTicket = (ticket: Ticket) => {
    const name = ticketLists[optionProductOf(ticket.symbol)];
    for (const [key] of deps.queries.getQueriesData<CachedTickets>({ queryKey: [name] })) {
      if (isChosen(key[1])) continue;
      const belongs = belongsTo(key[1], ticket);
      deps.queries.setQueryData<CachedTickets>(key, (list) => list && ticketsWith(list, ticket, belongs));
    }
    askAgainForChosen(name);
    askAgainIfOnItsWay(name);
    if (ticket.status !== 'open')
      void deps.queries.invalidateQueries({ queryKey: ['GET microtrade/results'] });
    deps.onTicket(ticket);
  };

  const stops = [
    deps.connection.onAuthenticated((answer) => {
      if (!answer.ok) {
        deps.onSessionEnded();
        return;
      }
      if (judgeReturn(last, answer.seq) === 'gap') resync();
      // Loads the messages sent during the interruption, because messages have no sequence number.
      refetchMessages(deps.queries);
      last = answer.seq;
    }),
    deps.connection.on('wallet', (event) =>
      take(event, () => {
        deps.queries.setQueryData<Wallets>(['POST wallet/list', {}], event.wallets);
        askAgainIfOnItsWay('POST wallet/list');
        readTheRest('wallet', 'POST wallet/list');
      }),
    ),
    deps.connection.on('order', (event) => take(event, () => takeOrder(event.order))),
    deps.connection.on('position', (event) => take(event, () => takePosition(event.position))),
    deps.connection.on('option', (event) => take(event, () => takeTicket(event.ticket))),
    deps.connection.on('deposit', (event) =>
      take(event, () => {
        takeMoney('GET chargelist/log', event.deposit);
        readTheRest('deposit', 'GET chargelist/log');
      }),
    ),
    deps.connection.on('withdrawal', (event) =>
      take(event, () => {
        takeMoney('GET cashlist/log', event.withdrawal);
        readTheRest('withdrawal', 'GET cashlist/log');
        deps.onWithdrawal(event.withdrawal);
      }),
    ),
    deps.connection.on('loan', (event) => take(event, () => takeLoan(event.loan))),
    deps.connection.on('notification', ({ messages, unread }) => {
      keepUnread(deps.queries, unread);
      if (messages.some(({ kind }) => kind === 'price_alert')) {
        void refetchCalls(deps.queries, readersOf(['alerts']));
      }
      deps.onMessages(messages);
    }),
    deps.connection.on('fund', (event) => take(event, () => takeFundOrder(event.order))),
    deps.connection.on('session_ended', () => deps.onSessionEnded()),
  ];

  return {
    forget: () => {
      last = undefined;
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Whether the customer chose what a list contains, so that an event can't tell whether its item belongs to it. */
function isChosen(input: unknown, others: readonly string[] = []): boolean {
  const asked = (input ?? {}) as Readonly<Record<string, unknown>>;
  return ['kind', 'currency', 'from', 'to', ...others].some((name) => asked[name] !== undefined);
}

function isListOf(input: unknown, part: string | undefined, symbol: string): boolean {
  const { status, symbol: only } = (input ?? {}) as { status?: string; symbol?: string };
  return status === part && (only === undefined || only === symbol);
}
