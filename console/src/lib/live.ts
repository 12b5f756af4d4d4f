/**
 * The event stream of the tab, open while an operator whose role may listen is logged in. The stream does not count as use of
 * the session, so an idle session still expires, which the stream reports.
 */
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleChatEvent } from '@candor/protocol/chat/console.ts';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { currentSession, onSessionChange, setSession } from './session.ts';

const PATH = '/api/console/live';
const AGAIN_MS = 2000;
/**
 * The time in milliseconds without data after which the connection counts as lost. The server sends data at least every
 * fifteen seconds.
 */
const SILENT_MS = 40_000;

const listeners = new Set<(event: ConsoleChatEvent) => void>();
/** Called whenever a stream starts, so that changes from before are fetched. */
const beginners = new Set<() => void>();

export function onLive(listener: (event: ConsoleChatEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function onLiveBegun(listener: () => void): () => void {
  beginners.add(listener);
  return () => beginners.delete(listener);
}

function mayListen(): boolean {
  const role = currentSession()?.operator.role;
  const { roles } = consoleCalls['GET chat_inbox'];
  return role !== undefined && roles.some((one) => one === role);
}

async function listen(token: string, signal: AbortSignal): Promise<void> {
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
  for (const begin of beginners) begin();
  // A comment also counts as data, because the server sends only comments while nothing changes.
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: heard }));
  for await (const { event: name, data } of events) {
    heard();
    if (name === 'ended' && currentSession()?.token === token) setSession(undefined);
    if (name !== 'chat') continue;
    const event = JSON.parse(data) as ConsoleChatEvent;
    for (const listener of listeners) listener(event);
  }
}

/** Listens while the tab exists, and reconnects after every failure. */
export function startLive(): () => void {
  let under: { readonly token: string; readonly abort: AbortController } | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const token = mayListen() ? currentSession()?.token : undefined;
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
    listen(token, mine.abort.signal).then(ended, ended);
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
