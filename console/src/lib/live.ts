/**
 * The event stream of the tab, open while an operator whose role may listen is logged in. The stream does not count as use of
 * the session, so an idle session still expires, which the stream reports.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { createSession } from './session.ts';
import type { SessionStore } from './session.ts';

const PATH = '/api/console/live';
const AGAIN_MS = 2000;
/**
 * The time in milliseconds without data after which the connection counts as lost. The server sends data at least every
 * fifteen seconds.
 */
const SILENT_MS = 40_000;

export type Live = {
  readonly onLive: (listener: (event: ConsoleChatEvent) => void) => () => void;
  /** Calls the listener whenever a stream starts, so that earlier changes are fetched. */
  readonly onLiveBegun: (listener: () => void) => () => void;
  /** Listens while the tab exists, and reconnects after every failure. The returned function stops it. */
  readonly startLive: () => () => void;
};

type Heard = { readonly begun: () => void; readonly event: (event: ConsoleChatEvent) => void };

function createLive(app: AppState): Live {
  const listeners = new Set<(event: ConsoleChatEvent) => void>();
  const beginners = new Set<() => void>();
  const heard: Heard = {
    begun: () => beginners.forEach((begin) => begin()),
    event: (event) => listeners.forEach((listener) => listener(event)),
  };
  return {
    onLive: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onLiveBegun: (listener) => {
      beginners.add(listener);
      return () => beginners.delete(listener);
    },
    startLive: () => startLive(app.of(createSession), heard),
  };
}

export function useLive(): Live {
  return useSlice(createLive);
}

function mayListen(role: OperatorRole | undefined): boolean {
  const { roles } = consoleCalls['GET chat_inbox'];
  return role !== undefined && roles.some((one) => one === role);
}

type Listening = { readonly token: string; readonly signal: AbortSignal };

async function listen(session: SessionStore, { token, signal }: Listening, tell: Heard): Promise<void> {
  const { currentSession, setSession } = session;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENT_MS);
  };
  const response = await fetch(PATH, {
    headers: { authorization: token },
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (response.status === 401 && currentSession()?.token === token) setSession(undefined);
  if (!response.ok || response.body === null) return;
  tell.begun();
  // A comment also counts as data, because the server sends only comments while nothing changes.
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: heard }));
  for await (const { event: name, data } of events) {
    heard();
    if (name === 'ended' && currentSession()?.token === token) setSession(undefined);
    if (name !== 'chat') continue;
    tell.event(JSON.parse(data) as ConsoleChatEvent);
  }
}

function startLive(session: SessionStore, tell: Heard): () => void {
  const { currentSession, onSessionChange } = session;
  let under: { readonly token: string; readonly abort: AbortController } | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const token = mayListen(currentSession()?.operator.role) ? currentSession()?.token : undefined;
    if (under?.token === token) return;
    under?.abort.abort();
    clearTimeout(again);
    under = undefined;
    if (token === undefined) return;
    const mine = { token, abort: new AbortController() };
    under = mine;
    const ended = (): void => {
      if (under !== mine) return;
      under = undefined;
      again = setTimeout(look, AGAIN_MS);
    };
    // A lost connection is not reported, because the next attempt follows.
    listen(session, { token, signal: mine.abort.signal }, tell).then(ended, ended);
  };
  look();
  const stop = onSessionChange(look);
  return () => {
    stop();
    clearTimeout(again);
    under?.abort.abort();
    under = undefined;
  };
}
