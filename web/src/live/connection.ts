/**
 * The only socket of the app. It is loaded and opened when a room is first wanted or a token is set. It keeps the wanted rooms
 * across reconnects and reports whether it is up, so that screens can poll while it is down.
 */
import type { AuthenticateAnswer, CandleUpdate, QuoteTick, channels } from '@candor/protocol/channels.ts';
import type { Socket } from 'socket.io-client';
import type { InferOutput } from 'valibot';
import { createRoomCounter } from './rooms.ts';
import { signal } from './signal.ts';

export type ConnectionState = 'idle' | 'connecting' | 'up' | 'down';

export type WalletEvent = InferOutput<(typeof channels)['wallet']['payload']>;
export type OrderEvent = InferOutput<(typeof channels)['order']['payload']>;
export type PositionEvent = InferOutput<(typeof channels)['position']['payload']>;
export type OptionEvent = InferOutput<(typeof channels)['option']['payload']>;
export type DepositEvent = InferOutput<(typeof channels)['deposit']['payload']>;
export type WithdrawalEvent = InferOutput<(typeof channels)['withdrawal']['payload']>;
export type LoanEvent = InferOutput<(typeof channels)['loan']['payload']>;
export type ChatEvent = InferOutput<(typeof channels)['chat']['payload']>;
export type NotificationEvent = InferOutput<(typeof channels)['notification']['payload']>;
export type WatchlistsEvent = InferOutput<(typeof channels)['watchlists']['payload']>;
export type FundEvent = InferOutput<(typeof channels)['fund']['payload']>;

/** The server's events, as listed in `channels.ts`. */
export type ServerEvents = {
  readonly quotes: (ticks: readonly QuoteTick[]) => void;
  readonly candle: (update: CandleUpdate) => void;
  readonly wallet: (event: WalletEvent) => void;
  readonly order: (event: OrderEvent) => void;
  readonly position: (event: PositionEvent) => void;
  readonly option: (event: OptionEvent) => void;
  readonly deposit: (event: DepositEvent) => void;
  readonly withdrawal: (event: WithdrawalEvent) => void;
  readonly loan: (event: LoanEvent) => void;
  readonly fund: (event: FundEvent) => void;
  readonly notification: (event: NotificationEvent) => void;
  readonly chat: (event: ChatEvent) => void;
  readonly watchlists: (event: WatchlistsEvent) => void;
  readonly session_ended: (event: unknown) => void;
};
type ClientEvents = {
  readonly join: (room: string, done: () => void) => void;
  readonly leave: (room: string, done: () => void) => void;
  readonly authenticate: (token: string, done: (answer: AuthenticateAnswer) => void) => void;
  readonly visit: (key: string, done: (answer: { readonly ok: boolean }) => void) => void;
};
type LiveSocket = Socket<ServerEvents, ClientEvents>;

export type Connection = {
  readonly state: () => ConnectionState;
  readonly onState: (listener: () => void) => () => void;
  /** Joins a room until the returned function is called. */
  readonly want: (room: string) => () => void;
  readonly on: <Name extends keyof ServerEvents>(name: Name, listener: ServerEvents[Name]) => () => void;
  /** Sets the session's token, or none after logout. The answer arrives at `onAuthenticated`. */
  readonly useToken: (token: string | undefined) => void;
  /** Sets the key of a visitor's conversation, which applies while there is no token. */
  readonly useVisitorKey: (key: string) => void;
  /** Calls the listener when the server has confirmed the visitor's key, after every connect. */
  readonly onHearing: (listener: () => void) => () => void;
  readonly onAuthenticated: (listener: (answer: AuthenticateAnswer) => void) => () => void;
};

const socketOptions = {
  path: '/socket.io',
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;

/** Opens the real socket, whose code is a separate chunk. */
async function openSocket(): Promise<LiveSocket> {
  const { io } = await import('socket.io-client');
  return io(socketOptions);
}

function makeEvents() {
  return {
    quotes: signal<[readonly QuoteTick[]]>(),
    candle: signal<[CandleUpdate]>(),
    wallet: signal<[WalletEvent]>(),
    order: signal<[OrderEvent]>(),
    position: signal<[PositionEvent]>(),
    option: signal<[OptionEvent]>(),
    deposit: signal<[DepositEvent]>(),
    withdrawal: signal<[WithdrawalEvent]>(),
    loan: signal<[LoanEvent]>(),
    fund: signal<[FundEvent]>(),
    notification: signal<[NotificationEvent]>(),
    chat: signal<[ChatEvent]>(),
    watchlists: signal<[WatchlistsEvent]>(),
    session_ended: signal<[unknown]>(),
  };
}

function relay(socket: LiveSocket, events: ReturnType<typeof makeEvents>): void {
  socket.on('quotes', events.quotes.send);
  socket.on('candle', events.candle.send);
  socket.on('wallet', events.wallet.send);
  socket.on('order', events.order.send);
  socket.on('position', events.position.send);
  socket.on('option', events.option.send);
  socket.on('deposit', events.deposit.send);
  socket.on('withdrawal', events.withdrawal.send);
  socket.on('loan', events.loan.send);
  socket.on('fund', events.fund.send);
  socket.on('notification', events.notification.send);
  socket.on('chat', events.chat.send);
  socket.on('watchlists', events.watchlists.send);
  socket.on('session_ended', events.session_ended.send);
}

export function createConnection(open: () => Promise<LiveSocket>): Connection {
  const rooms = createRoomCounter();
  const stateChanged = signal<[]>();
  const authenticated = signal<[AuthenticateAnswer]>();
  const hearing = signal<[]>();
  const events = makeEvents();
  let state: ConnectionState = 'idle';
  let socket: LiveSocket | undefined;
  let token: string | undefined;
  let visitorKey: string | undefined;
  /** Whether this socket has sent a visitor's key. A later token does not revoke it. */
  let hasVisited = false;

  const become = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    stateChanged.send();
  };
  const authenticate = () => {
    if (socket?.connected !== true || token === undefined) return;
    const asked = token;
    socket.emit('authenticate', asked, (answer) => {
      if (asked !== token) return;
      authenticated.send(answer);
      if (answer.ok) hearing.send();
    });
  };
  const visit = () => {
    if (socket?.connected !== true || token !== undefined || visitorKey === undefined) return;
    hasVisited = true;
    socket.emit('visit', visitorKey, (answer) => {
      if (answer.ok && token === undefined) hearing.send();
    });
  };
  const attach = (opened: LiveSocket) => {
    socket = opened;
    opened.on('connect', () => {
      for (const room of rooms.all()) opened.emit('join', room, () => {});
      become('up');
      hasVisited = false;
      authenticate();
      visit();
    });
    opened.on('disconnect', (reason) => {
      become('down');
      // A socket that the server closed does not reconnect automatically, but rooms may still be wanted.
      if (reason === 'io server disconnect')
        setTimeout(() => opened.connect(), socketOptions.reconnectionDelay);
    });
    opened.on('connect_error', () => become('down'));
    relay(opened, events);
  };
  const start = () => {
    if (state !== 'idle') return;
    become('connecting');
    open().then(attach, () => {
      // The chunk failed to load, for example while offline. Screens poll, and the next request loads the chunk again.
      state = 'idle';
      stateChanged.send();
    });
  };

  return {
    state: () => state,
    onState: stateChanged.add,
    want: (room) => {
      start();
      if (rooms.want(room) && socket?.connected === true) socket.emit('join', room, () => {});
      let wanted = true;
      return () => {
        if (!wanted) return;
        wanted = false;
        if (rooms.release(room) && socket?.connected === true) socket.emit('leave', room, () => {});
      };
    },
    on: (name, listener) => {
      const add = events[name].add as (listener: ServerEvents[typeof name]) => () => void;
      return add(listener);
    },
    useToken: (next) => {
      if (next === token) return;
      const changedCustomer = token !== undefined || hasVisited;
      token = next;
      if (next !== undefined) start();
      // The server binds a socket to one customer for its lifetime, so a different customer needs a new socket.
      if (changedCustomer && socket?.connected === true) socket.disconnect().connect();
      else authenticate();
    },
    useVisitorKey: (key) => {
      if (key === visitorKey) return;
      visitorKey = key;
      if (token !== undefined) return;
      start();
      visit();
    },
    onHearing: hearing.add,
    onAuthenticated: authenticated.add,
  };
}

export function createLiveConnection(): Connection {
  return createConnection(openSocket);
}
