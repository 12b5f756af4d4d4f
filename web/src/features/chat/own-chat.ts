/** The conversation of whoever uses this device now: it goes on beside any screen, and another's begins when somebody else signs in. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { useUser } from '../../lib/customer.ts';
import { useSession } from '../../lib/session.ts';
import { ensureVisitorKey } from '../../lib/visitor-key.ts';
import { connection } from '../../live/connection.ts';
import { createChat } from './chat.ts';
import type { Chat, Outgoing } from './chat.ts';
import { uploadChatPicture } from './upload.ts';

const AGAIN_EVERY_MS = 60_000;

/** Goes with everything else that was typed in this tab, and is read by whoever wrote it alone. */
const keptKey = (customer: string | undefined): string => `candor.chat.outgoing.${customer ?? 'visitor'}`;

type Own = { readonly token: string | undefined; readonly chat: Chat; readonly stop: () => void };
let own: Own | undefined;

/** Of a picture that was not handed in yet only this page has the file: what is left of its message is the text. */
function readKept(key: string): readonly Outgoing[] {
  const stored = readStored('sessionStorage', key);
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

function make(token: string | undefined, customer: string | undefined): Own {
  const key = keptKey(customer);
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
    release: (preview) => URL.revokeObjectURL(preview),
    newId: () => crypto.randomUUID(),
    kept: {
      read: () => readKept(key),
      write: (outgoing) =>
        writeStored(
          'sessionStorage',
          key,
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
      chat.end();
      for (const end of ends) end();
      window.removeEventListener('online', sync);
    },
  };
}

function chatOf(token: string | undefined, customer: string | undefined): Chat {
  if (own === undefined || own.token !== token) {
    own?.stop();
    own = make(token, customer);
  }
  return own.chat;
}

// Also where no screen shows it: what waits to be sent must not wait for whoever signs in next.
useSession.subscribe(({ token }) => {
  if (own === undefined || own.token === token) return;
  own.stop();
  own = undefined;
});

/**
 * The conversation, read anew whenever a screen that shows it comes to the front, and now and then while it is there: that somebody of
 * customer service has come or gone is told by no event. Undefined until it is known who is signed in.
 */
export function useOwnChat(): { readonly chat: Chat | undefined; readonly user: ReturnType<typeof useUser> } {
  const token = useSession((session) => session.token);
  const user = useUser();
  const isKnown = token === undefined || user.data !== undefined;
  const chat = isKnown ? chatOf(token, user.data?.id) : undefined;
  useEffect(() => {
    if (chat === undefined) return undefined;
    void chat.sync();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void chat.sync();
    }, AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [chat]);
  return { chat, user };
}
