/**
 * Connects the live connection to the session: the session's token logs in, private events update the screens, and the end of
 * the session logs out.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { followChat } from './chat-standing.ts';
import { createLiveConnection } from './connection.ts';
import { createMarketSeconds } from './market-seconds.ts';
import { tellOrderEnded } from './order-news.ts';
import { watchMarketTime } from './market-time.ts';
import { tellMessages } from './message-news.ts';
import { tellWithdrawal } from './money-news.ts';
import { tellPosition } from './position-news.ts';
import { followPrivateEvents } from './private-events.ts';
import { tellTicket } from './ticket-news.ts';
import { createApi, createQueryClient } from '../lib/api.ts';
import { createLeaving } from '../lib/sign-in.ts';
import { useSession } from '../lib/session.ts';
import type { Client } from '../lib/client.ts';
import type { LoadEntries } from '../platform/entries.ts';

/** Skipped unless the customer once granted permission, because otherwise no subscription can exist. */
function settlePush(api: Client): void {
  if (globalThis.Notification?.permission !== 'granted') return;
  void import('../lib/push.ts').then((push) => push.settlePush(api));
}

/** Called once, after the first paint. */
export function startLive(app: AppState, entries: LoadEntries): void {
  const { api, sessionEndedElsewhere } = app.of(createApi);
  const queryClient = app.of(createQueryClient);
  const connection = app.of(createLiveConnection);
  // The clock receives ticks from now on, so that the first countdown on the screen has its time.
  app.of(createMarketSeconds);
  const events = followPrivateEvents({
    connection,
    queries: queryClient,
    onSessionEnded: () => {
      if (!app.of(createLeaving).isLeaving()) sessionEndedElsewhere();
    },
    onOrderEnded: (order) => tellOrderEnded(app, order),
    onPosition: (position) => void tellPosition(app, position),
    onTicket: (ticket) => void tellTicket(app, ticket),
    onWithdrawal: (withdrawal) => void tellWithdrawal(app, withdrawal),
    onMessages: (messages) => void tellMessages(app, messages, entries),
  });
  connection.on(
    'quotes',
    watchMarketTime({
      wallNow: Date.now,
      after: (waitMs, then) => void setTimeout(then, waitMs),
      onJump: () => void queryClient.invalidateQueries(),
    }),
  );
  connection.useToken(useSession.getState().token);
  followChat(app);
  // Checked at the start, because the session may have ended while the app was closed.
  settlePush(api);
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    events.forget();
    connection.useToken(session.token);
    settlePush(api);
  });
}
