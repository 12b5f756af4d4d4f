/**
 * The state of a customer's conversation on this device, independent of any screen: messages, unsent messages and typing state.
 * A message keeps its key until the server has stored it, so a lost connection neither loses nor duplicates it. Missed messages
 * are requested by number.
 */
import type { CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { ChatEvent, ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { knownUpTo, leavesGap, withMessages } from './message-list.ts';

export type Outgoing = {
  readonly clientId: string;
  readonly text: string;
  /** The id that the server assigned to the image; undefined without an uploaded image. */
  readonly picture: string | undefined;
  readonly preview: string | undefined;
  /** `sending`: in flight; `waiting`: for the connection or for earlier messages; `refused`: will not be sent again. */
  readonly status: 'sending' | 'waiting' | 'refused';
  readonly refusal: RefusalEnvelope | undefined;
};

type Standing = CallOutput<'POST chat/open'>;

export type ChatView = {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly standing: Standing | undefined;
  readonly messages: readonly ChatMessage[];
  readonly hasOlder: boolean;
  /** Whether older messages are being inserted above, which must not be announced as new. */
  readonly isGrowingUpward: boolean;
  readonly outgoing: readonly Outgoing[];
  readonly isTyping: boolean;
};

type Answer<Name extends 'POST chat/open' | 'GET chat/messages' | 'POST chat/send' | 'POST chat/picture'> =
  Promise<Envelope<CallOutput<Name>>>;

export type ChatDeps = {
  readonly open: () => Answer<'POST chat/open'>;
  readonly messages: (range: CallRequest<'GET chat/messages'>) => Answer<'GET chat/messages'>;
  readonly send: (message: CallRequest<'POST chat/send'>) => Answer<'POST chat/send'>;
  readonly upload: (file: Blob) => Answer<'POST chat/picture'>;
  /** Does not wait for the answer, because the next call makes up for a lost one. */
  readonly read: (number: number) => void;
  readonly typing: () => void;
  /** Releases the local preview of an image that was in flight. */
  readonly release: (preview: string) => void;
  readonly newId: () => string;
  /** Keeps unsent messages across a reload of the page. */
  readonly kept: { read(): readonly Outgoing[]; write(outgoing: readonly Outgoing[]): void };
  readonly after: (waitMs: number, then: () => void) => () => void;
  readonly nowMs: () => number;
};

export type Chat = {
  readonly view: () => ChatView;
  readonly subscribe: (listener: () => void) => () => void;
  /** Loads the state and the missed messages, after connecting and whenever some may have been missed. */
  readonly sync: () => Promise<void>;
  readonly older: () => Promise<void>;
  readonly send: (text: string, picture?: { readonly file: Blob; readonly preview: string }) => void;
  readonly again: (clientId: string) => void;
  readonly discard: (clientId: string) => void;
  readonly seen: () => void;
  readonly writes: () => void;
  readonly hear: (event: ChatEvent) => void;
  /** Called when the device's user changes: from then on, nothing is requested, sent or stored for the previous user. */
  readonly end: () => void;
};

/** The time after inserting older messages during which screen readers announce nothing. */
const GROWN_MS = 1000;
/** The refusals after which a retry may succeed. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'try_again', 'too_many_requests']);
const TYPING_SHOWN_MS = 5000;
const TYPING_EVERY_MS = 3000;
/** The delay before an automatic retry after a failure, unless the connection returns earlier. */
const AGAIN_MS = 5000;
/** The maximum wait for an automatic retry. If the server states a longer wait, the message is marked as refused. */
const WAITS_AT_MOST_SECONDS = 60;

export function createChat(deps: ChatDeps): Chat {
  const listeners = new Set<() => void>();
  const files = new Map<string, Blob>();
  let view: ChatView = {
    phase: 'loading',
    standing: undefined,
    messages: [],
    hasOlder: false,
    isGrowingUpward: false,
    // A message in flight when the page was left may have arrived; the server recognises it by its key.
    outgoing: deps.kept.read().map((one) => (one.status === 'refused' ? one : { ...one, status: 'waiting' })),
    isTyping: false,
  };
  let isEnded = false;
  /** Whether the newest messages have been loaded. Until then, messages received or sent are only a part of the conversation. */
  let isBegun = false;
  let isSending = false;
  let isSyncing = false;
  let syncAgain = false;
  let isReadingOlder = false;
  let endTyping = (): void => undefined;
  let endBusy = (): void => undefined;
  let typingSentMs = 0;
  let readUpTo = 0;

  const change = (part: Partial<ChatView>): void => {
    const outgoingChanged = part.outgoing !== undefined && part.outgoing !== view.outgoing;
    if (isEnded) return;
    view = { ...view, ...part };
    if (outgoingChanged) deps.kept.write(view.outgoing);
    for (const listener of listeners) listener();
  };
  const changeState = (part: Partial<NonNullable<Standing['conversation']>>): void => {
    const { standing } = view;
    if (standing === undefined || standing.conversation === null) return;
    change({ standing: { ...standing, conversation: { ...standing.conversation, ...part } } });
  };
  const isOpen = (): boolean => (view.standing?.conversation ?? null) !== null;
  const letGo = ({ clientId, preview }: Outgoing): void => {
    files.delete(clientId);
    if (preview !== undefined) deps.release(preview);
  };
  const arrive = (messages: readonly ChatMessage[]): void => {
    const own = new Set(messages.map((message) => message.client_id));
    const outgoing = view.outgoing.filter((one) => !own.has(one.clientId));
    for (const one of view.outgoing) if (own.has(one.clientId)) letGo(one);
    change({
      messages: withMessages(view.messages, messages),
      ...(outgoing.length === view.outgoing.length ? {} : { outgoing }),
    });
  };
  const mark = (clientId: string, part: Partial<Outgoing>): void =>
    change({ outgoing: view.outgoing.map((one) => (one.clientId === clientId ? { ...one, ...part } : one)) });

  /** Loads all messages after the known ones, page by page. The first call loads only the newest page. */
  const readBehind = async (): Promise<boolean> => {
    for (;;) {
      const isFirst = !isBegun;
      // oxlint-disable-next-line no-await-in-loop
      const answer = await deps.messages(isFirst ? {} : { after: knownUpTo(view.messages) });
      if (answer.type !== 'ok') return false;
      const { items, more } = answer.message;
      arrive(items);
      if (isFirst) change({ hasOlder: more });
      isBegun = items.length > 0 || view.messages.length > 0;
      if (isFirst || !more) return true;
    }
  };

  const sync = async (): Promise<void> => {
    syncAgain = true;
    if (isSyncing || isEnded) return;
    isSyncing = true;
    try {
      while (syncAgain) {
        syncAgain = false;
        // oxlint-disable-next-line no-await-in-loop
        const [standing, whole] = await Promise.all([deps.open(), readBehind()]);
        if (standing.type === 'ok' && whole) {
          change({ standing: standing.message, phase: 'ready' });
          // Sends a lost read mark again.
          readUpTo = standing.message.conversation?.read ?? 0;
        } else if (view.phase === 'loading') change({ phase: 'failed' });
      }
    } catch {
      // The network did not answer. The screen reports it, and the returning connection triggers another attempt.
      if (view.phase === 'loading') change({ phase: 'failed' });
    } finally {
      isSyncing = false;
    }
    void flush();
  };

  /** Sends pending messages one at a time, so that they arrive in the order in which the customer wrote them. */
  const flush = async (): Promise<void> => {
    if (isSending || isEnded) return;
    isSending = true;
    try {
      for (;;) {
        const next = view.outgoing.find(({ status }) => status !== 'refused');
        if (next === undefined || isEnded) return;
        mark(next.clientId, { status: 'sending', refusal: undefined });
        // oxlint-disable-next-line no-await-in-loop
        const waitMs = await attempt(next);
        if (waitMs === undefined) continue;
        mark(next.clientId, { status: 'waiting' });
        deps.after(waitMs, () => void flush());
        return;
      }
    } finally {
      isSending = false;
    }
  };

  /** Resolves with undefined once the message is settled, and otherwise with the delay until the next attempt. */
  const attempt = async (next: Outgoing): Promise<number | undefined> => {
    try {
      const file = files.get(next.clientId);
      let { picture } = next;
      if (file !== undefined && picture === undefined) {
        const kept = await deps.upload(file);
        if (kept.type !== 'ok') return refused(next, kept);
        picture = kept.message.id;
        if (isEnded) return undefined;
        mark(next.clientId, { picture });
      }
      const message = {
        client_id: next.clientId,
        text: next.text,
        ...(picture === undefined ? {} : { picture }),
      };
      const answer = await deps.send(message);
      if (answer.type !== 'ok') return refused(next, answer);
      arrive([answer.message]);
      if (!isBegun || !isOpen() || leavesGap(view.messages, answer.message.number)) void sync();
      return undefined;
    } catch {
      // No answer arrived. The message is sent again with the same key, so it is stored only once.
      return AGAIN_MS;
    }
  };

  const refused = (next: Outgoing, refusal: RefusalEnvelope): number | undefined => {
    const seconds = Number(refusal.params['seconds'] ?? '1');
    if (refusal.error === 'too_many_attempts' && seconds <= WAITS_AT_MOST_SECONDS) return seconds * 1000;
    if (PASSING.has(refusal.error)) return AGAIN_MS;
    mark(next.clientId, { status: 'refused', refusal });
    return undefined;
  };

  /** Refetches the state after an action by support, because no event reports that support has come online. */
  const noticeHouse = (): void => {
    if (view.standing?.online === false) void sync();
  };

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync,
    older: async () => {
      const first = view.messages[0]?.number;
      if (!view.hasOlder || isReadingOlder || first === undefined) return;
      isReadingOlder = true;
      endBusy();
      change({ isGrowingUpward: true });
      try {
        const answer = await deps.messages({ before: first });
        if (answer.type !== 'ok') return;
        change({
          messages: withMessages(view.messages, answer.message.items),
          hasOlder: answer.message.more,
        });
      } catch {
        // If the network is down, the messages and the button remain unchanged.
      } finally {
        isReadingOlder = false;
        endBusy = deps.after(GROWN_MS, () => change({ isGrowingUpward: false }));
      }
    },
    send: (text, picture) => {
      const clientId = deps.newId();
      if (picture !== undefined) files.set(clientId, picture.file);
      const added: Outgoing = {
        ...{ clientId, text, picture: undefined, preview: picture?.preview },
        ...{ status: 'waiting', refusal: undefined },
      };
      change({ outgoing: [...view.outgoing, added] });
      void flush();
    },
    again: (clientId) => {
      mark(clientId, { status: 'waiting', refusal: undefined });
      void flush();
    },
    discard: (clientId) => {
      for (const one of view.outgoing) if (one.clientId === clientId) letGo(one);
      change({ outgoing: view.outgoing.filter((one) => one.clientId !== clientId) });
    },
    seen: () => {
      const last = view.messages.findLast(({ from }) => from === 'house')?.number ?? 0;
      const known = Math.max(readUpTo, view.standing?.conversation?.read ?? 0);
      if (view.standing === undefined || last <= known) return;
      readUpTo = last;
      deps.read(last);
    },
    writes: () => {
      if (!isOpen() || deps.nowMs() - typingSentMs < TYPING_EVERY_MS) return;
      typingSentMs = deps.nowMs();
      deps.typing();
    },
    hear: (event) => {
      if (event.kind === 'message') {
        const { number } = event.message;
        const gap = !isBegun || !isOpen() || leavesGap(view.messages, number);
        if (event.message.from === 'house') {
          endTyping();
          change({ isTyping: false });
          noticeHouse();
        }
        arrive([event.message]);
        // A message reopens a closed conversation.
        if (number > (view.standing?.conversation?.last ?? 0)) changeState({ status: 'open', last: number });
        if (gap) void sync();
      } else if (event.kind === 'typing') {
        endTyping();
        endTyping = deps.after(TYPING_SHOWN_MS, () => change({ isTyping: false }));
        change({ isTyping: true });
        noticeHouse();
      } else if (event.kind === 'state') {
        changeState(event.state);
      } else if (event.by === 'house') {
        changeState({
          house_read: Math.max(event.number, view.standing?.conversation?.house_read ?? 0),
        });
        noticeHouse();
      } else {
        readUpTo = Math.max(readUpTo, event.number);
        changeState({ read: Math.max(event.number, view.standing?.conversation?.read ?? 0) });
      }
    },
    end: () => {
      isEnded = true;
      endTyping();
      endBusy();
    },
  };
}
