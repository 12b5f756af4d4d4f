/**
 * Replies in flight. Each reply has an id, so that it appears once even if it is sent again after a lost response. Replies are
 * sent in order, also while a different conversation is open, and only in a session of the operator who wrote them. They
 * survive an expired session and are discarded when a different operator logs in. The first reply to an unassigned
 * conversation assigns it.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { useSyncExternalStore } from 'react';
import type { ConsoleMessage } from '@candor/protocol/chat/console.ts';
import type { Say } from '../../i18n/say.ts';
import { createApi } from '../../lib/api.ts';
import { refusalWords } from '../../lib/refusal-words.ts';
import { createSession } from '../../lib/session.ts';

export type Reply = {
  readonly clientId: string;
  readonly text: string;
  /** Returns the reason why the reply was not delivered, in the current language; undefined while it is in flight. */
  readonly trouble: ((t: Say) => string) | undefined;
};

const signedOut = (t: Say): string => t('chat.signedOut');
const unanswered = (t: Say): string => t('chat.unanswered');
const NONE: readonly Reply[] = [];

type Way = {
  /** The account of the operator who wrote the reply. */
  readonly by: string | undefined;
  readonly takeFirst: boolean;
  /** Called with the delivered message, even if no stream reports it. */
  readonly onSent: (message: ConsoleMessage) => void;
};

type InFlight = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly repliesTo: (id: string) => readonly Reply[];
  readonly change: (id: string, make: (before: readonly Reply[]) => readonly Reply[]) => void;
  /** Sends a reply after the earlier ones of its conversation. */
  readonly enqueue: (id: string, reply: Reply, way: Way) => void;
};

function createReplies(app: AppState): InFlight {
  const { onOtherOperator } = app.of(createSession);
  const inFlight = new Map<string, readonly Reply[]>();
  const turns = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  onOtherOperator(() => {
    inFlight.clear();
    turns.clear();
  });
  const replies: InFlight = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    repliesTo: (id) => inFlight.get(id) ?? NONE,
    change: (id, make) => {
      inFlight.set(id, make(inFlight.get(id) ?? NONE));
      for (const listener of listeners) listener();
    },
    enqueue: (id, reply, way) => {
      const before = turns.get(id) ?? Promise.resolve();
      turns.set(
        id,
        before.then(() => deliver(app, { id, reply, change: replies.change }, way)),
      );
    },
  };
  return replies;
}

type Delivery = { readonly id: string; readonly reply: Reply; readonly change: InFlight['change'] };

async function deliver(app: AppState, { id, reply, change }: Delivery, way: Way): Promise<void> {
  const { by, takeFirst, onSent } = way;
  const { clientId, text } = reply;
  const { call } = app.of(createApi);
  const accountNow = (): string | undefined => app.of(createSession).currentSession()?.operator.account;
  const mark = (trouble: Reply['trouble']): void =>
    change(id, (before) => before.map((one) => (one.clientId === clientId ? { ...one, trouble } : one)));
  if (by !== accountNow()) return mark(signedOut);
  try {
    if (takeFirst) {
      const taken = await call('POST chat_assign', { id, from: null });
      if (taken.type !== 'ok') return mark(() => refusalWords(taken));
      if (by !== accountNow()) return mark(signedOut);
    }
    const sent = await call('POST chat_reply', { id, client_id: clientId, text });
    if (sent.type !== 'ok') return mark(() => refusalWords(sent));
    onSent(sent.message);
    change(id, (before) => before.filter((one) => one.clientId !== clientId));
  } catch {
    mark(unanswered);
  }
}

export function useReplies(
  id: string,
  way: Way,
): {
  readonly replies: readonly Reply[];
  readonly send: (text: string) => void;
  readonly again: (reply: Reply) => void;
  readonly discard: (reply: Reply) => void;
} {
  const { subscribe, repliesTo, change, enqueue } = useSlice(createReplies);
  const replies = useSyncExternalStore(subscribe, () => repliesTo(id));
  return {
    replies,
    send: (text) => {
      const reply = { clientId: crypto.randomUUID(), text, trouble: undefined };
      // If several replies follow each other, only the first one assigns the conversation.
      const isFirst = repliesTo(id).every(({ trouble }) => trouble !== undefined);
      change(id, (before) => [...before, reply]);
      enqueue(id, reply, { ...way, takeFirst: way.takeFirst && isFirst });
    },
    again: ({ clientId, ...rest }) => {
      const reply = { ...rest, clientId, trouble: undefined };
      change(id, (before) => before.map((one) => (one.clientId === clientId ? reply : one)));
      enqueue(id, reply, way);
    },
    discard: ({ clientId }) => change(id, (before) => before.filter((one) => one.clientId !== clientId)),
  };
}
