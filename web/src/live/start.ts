/**
 * Connects the live connection to the session: the session's token logs in, private events update the screens, and the end of
 * the session logs out.
 */
import { followChat } from './chat-standing.ts';
import { connection } from './connection.ts';
import { tellOrderEnded } from './order-news.ts';
import { watchMarketTime } from './market-time.ts';
import { tellMessages } from './message-news.ts';
import { tellWithdrawal } from './money-news.ts';
import { tellPosition } from './position-news.ts';
import { followPrivateEvents } from './private-events.ts';
import { tellTicket } from './ticket-news.ts';
import { queryClient, sessionEndedElsewhere } from '../lib/api.ts';
import { isLeaving } from '../lib/sign-in.ts';
import { useSession } from '../lib/session.ts';
import type { LoadEntries } from '../platform/entries.ts';

/** Skipped unless the customer once granted permission, because otherwise no subscription can exist. */
function settlePush(): void {
  if (globalThis.Notification?.permission !== 'granted') return;
  void import('../lib/push.ts').then((push) => push.settlePush());
}

/** Called once, after the first paint. */
export function startLive(entries: LoadEntries): void {
  const events = followPrivateEvents({
    connection,
    queries: queryClient,
    onSessionEnded: () => {
      if (!isLeaving()) sessionEndedElsewhere();
    },
    onOrderEnded: tellOrderEnded,
    onPosition: (position) => void tellPosition(position),
    onTicket: (ticket) => void tellTicket(ticket),
    onWithdrawal: (withdrawal) => void tellWithdrawal(withdrawal),
    onMessages: (messages) => void tellMessages(messages, entries),
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
  followChat();
  // Checked at the start, because the session may have ended while the app was closed.
  settlePush();
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    events.forget();
    connection.useToken(session.token);
    settlePush();
  });
}
