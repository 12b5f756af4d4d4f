/** The conversation of whoever uses this device now: it goes on beside any screen, and another's begins when somebody else signs in. */
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { ensureVisitorKey } from '../../lib/visitor-key.ts';
import { connection } from '../../live/connection.ts';
import { createChat } from './chat.ts';
import type { Chat, ChatView, Outgoing } from './chat.ts';
import { uploadChatPicture } from './upload.ts';

/** Goes with everything else that was typed in this tab. */
const KEPT_KEY = 'candor.chat.outgoing';

type Own = { readonly token: string | undefined; readonly chat: Chat; readonly stop: () => void };
let own: Own | undefined;

/** Of a picture that was not handed in yet only this page has the file: what is left of its message is the text. */
function readKept(): readonly Outgoing[] {
  const stored = readStored('sessionStorage', KEPT_KEY);
  return Array.isArray(stored)
    ? (stored as readonly Outgoing[]).filter(({ text, picture }) => text !== '' || picture !== undefined)
    : [];
}

function quietly<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
): Promise<Envelope<CallOutput<Name>>> {
  return api(name, input, { quiet: true });
}

/** The first word of a visitor makes their key, and the socket hears for it. */
function asVisitor(): void {
  if (useSession.getState().token === undefined) connection.useVisitorKey(ensureVisitorKey());
}

function make(token: string | undefined): Own {
  const chat = createChat({
    open: () => quietly('POST chat/open', {}),
    messages: (range) => quietly('GET chat/messages', range),
    send: (message) => {
      asVisitor();
      return quietly('POST chat/send', message);
    },
    upload: (file) => {
      asVisitor();
      return uploadChatPicture(file);
    },
    read: (number) => void quietly('POST chat/read', { number }).catch(() => undefined),
    typing: () => void quietly('POST chat/typing', {}).catch(() => undefined),
    newId: () => crypto.randomUUID(),
    kept: {
      read: readKept,
      write: (outgoing) =>
        writeStored(
          'sessionStorage',
          KEPT_KEY,
          outgoing.length === 0 ? undefined : outgoing.map((one) => ({ ...one, preview: undefined })),
        ),
    },
    after: (waitMs, then) => {
      const timer = setTimeout(then, waitMs);
      return () => clearTimeout(timer);
    },
    nowMs: Date.now,
  });
  const sync = (): void => void chat.sync();
  const ends = [connection.on('chat', chat.hear), connection.onHearing(sync)];
  window.addEventListener('online', sync);
  return {
    token,
    chat,
    stop: () => {
      for (const end of ends) end();
      window.removeEventListener('online', sync);
    },
  };
}

function chatOf(token: string | undefined): Chat {
  if (own === undefined || own.token !== token) {
    own?.stop();
    own = make(token);
  }
  return own.chat;
}

/** The conversation, read anew whenever a screen that shows it comes to the front. */
export function useOwnChat(): { readonly chat: Chat; readonly view: ChatView } {
  const token = useSession((session) => session.token);
  const chat = chatOf(token);
  const view = useSyncExternalStore(chat.subscribe, chat.view);
  useEffect(() => void chat.sync(), [chat]);
  return { chat, view };
}
