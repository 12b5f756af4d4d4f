/**
 * Answers on their way: sent under a name of their own, so that one whose answer was lost is sent again and stands there once.
 * They go on while another conversation is looked at, one after the other, and are forgotten with the session. Who answers
 * what nobody has takes it with the first word.
 */
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/api.ts';
import { refusalWords } from '../../lib/refusal-words.ts';
import { onSessionChange } from '../../lib/session.ts';

export type Reply = {
  readonly clientId: string;
  readonly text: string;
  /** Why it is not there yet, in a sentence; undefined while it is on its way. */
  readonly trouble: string | undefined;
};

const UNANSWERED = 'No answer came. Send it again: it never stands there twice.';
const NONE: readonly Reply[] = [];

const underWay = new Map<string, readonly Reply[]>();
const turns = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
onSessionChange(() => {
  underWay.clear();
  turns.clear();
});

function change(id: string, make: (before: readonly Reply[]) => readonly Reply[]): void {
  underWay.set(id, make(underWay.get(id) ?? NONE));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function deliver(id: string, reply: Reply, takeFirst: boolean): Promise<void> {
  const { clientId, text } = reply;
  const mark = (trouble: string): void =>
    change(id, (before) => before.map((one) => (one.clientId === clientId ? { ...one, trouble } : one)));
  try {
    if (takeFirst) {
      const taken = await call('POST chat_assign', { id, from: null });
      if (taken.type !== 'ok') return mark(refusalWords(taken));
    }
    const sent = await call('POST chat_reply', { id, client_id: clientId, text });
    if (sent.type !== 'ok') return mark(refusalWords(sent));
    change(id, (before) => before.filter((one) => one.clientId !== clientId));
  } catch {
    mark(UNANSWERED);
  }
}

function enqueue(id: string, reply: Reply, takeFirst: boolean): void {
  const before = turns.get(id) ?? Promise.resolve();
  turns.set(
    id,
    before.then(() => deliver(id, reply, takeFirst)),
  );
}

export function useReplies(id: string): {
  readonly replies: readonly Reply[];
  readonly send: (text: string, takeFirst: boolean) => void;
  readonly again: (reply: Reply) => void;
  readonly discard: (reply: Reply) => void;
} {
  const replies = useSyncExternalStore(subscribe, () => underWay.get(id) ?? NONE);
  return {
    replies,
    send: (text, takeFirst) => {
      const reply = { clientId: crypto.randomUUID(), text, trouble: undefined };
      // Of several written at once only the first takes the conversation.
      const isFirst = (underWay.get(id) ?? NONE).every(({ trouble }) => trouble !== undefined);
      change(id, (before) => [...before, reply]);
      enqueue(id, reply, takeFirst && isFirst);
    },
    again: ({ clientId, ...rest }) => {
      const reply = { ...rest, clientId, trouble: undefined };
      change(id, (before) => before.map((one) => (one.clientId === clientId ? reply : one)));
      enqueue(id, reply, false);
    },
    discard: ({ clientId }) => change(id, (before) => before.filter((one) => one.clientId !== clientId)),
  };
}
