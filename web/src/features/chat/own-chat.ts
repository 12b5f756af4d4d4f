/**
 * The conversation of the device's current user. It continues independently of any screen, and a new one begins when somebody
 * else logs in.
 */
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

/** Deleted with everything else that was typed in this tab, and readable only by its author. */
const keptKey = (customer: string | undefined): string => `candor.chat.outgoing.${customer ?? 'visitor'}`;

type Own = { readonly token: string | undefined; readonly chat: Chat; readonly stop: () => void };
let own: Own | undefined;

/** Only this page has the file of a picture that was not uploaded yet, so only the message's text remains. */
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

/** A visitor's first message creates their key, and the socket then listens for it. */
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

// Runs even if no screen shows the conversation: pending messages must not be left to the next user who logs in.
useSession.subscribe(({ token }) => {
  if (own === undefined || own.token === token) return;
  own.stop();
  own = undefined;
});

/**
 * The conversation, refetched when a screen that shows it comes to the front, and periodically while it is visible, because no
 * event announces that support has joined or left. Undefined until the logged-in user is known.
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
