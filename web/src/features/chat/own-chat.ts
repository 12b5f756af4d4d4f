/**
 * The conversation of the device's current user. It exists independently of any screen, and is replaced when a different user
 * logs in.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useEffect } from 'react';
import { createApi } from '../../lib/api.ts';
import { useUser } from '../../lib/customer.ts';
import { useSession } from '../../lib/session.ts';
import { ensureVisitorKey } from '../../lib/visitor-key.ts';
import { createLiveConnection } from '../../live/connection.ts';
import { createChat } from './chat.ts';
import type { Chat, Outgoing } from './chat.ts';
import { uploadChatPicture } from './upload.ts';
import { houseNow } from '../../lib/house-clock.ts';

const AGAIN_EVERY_MS = 60_000;

/**
 * The storage key of the unsent messages, which are deleted together with all other input of this tab. Each customer has a
 * separate key.
 */
const keptKey = (customer: string | undefined): string => `candor.chat.outgoing.${customer ?? 'visitor'}`;

type Own = { readonly token: string | undefined; readonly chat: Chat; readonly stop: () => void };

/** Parses the unsent messages. The file of an image that was not uploaded is lost with the page, so only the text remains. */
function readKept(key: string): readonly Outgoing[] {
  const stored = readStored('sessionStorage', key);
  return Array.isArray(stored)
    ? (stored as readonly Outgoing[]).filter(({ text, picture }) => text !== '' || picture !== undefined)
    : [];
}

function make(app: AppState, token: string | undefined, customer: string | undefined): Own {
  const { api } = app.of(createApi);
  const connection = app.of(createLiveConnection);
  /** Creates a visitor's key at the first message, and subscribes the socket to the visitor's conversation. */
  const asVisitor = (): void => {
    if (useSession.getState().token === undefined) connection.useVisitorKey(ensureVisitorKey());
  };
  const key = keptKey(customer);
  const quietly = <Name extends CallName>(
    name: Name,
    input: CallRequest<Name>,
  ): Promise<Envelope<CallOutput<Name>>> => api(name, input, { quiet: true });
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
    nowMs: houseNow,
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

type ChatOf = (token: string | undefined, customer: string | undefined) => Chat;

/** Holds the conversation of the current user. */
function createOwnChat(app: AppState): ChatOf {
  let own: Own | undefined;
  // Also applies while no screen shows the conversation, because the next user must not inherit pending messages.
  useSession.subscribe(({ token }) => {
    if (own === undefined || own.token === token) return;
    own.stop();
    own = undefined;
  });
  return (token, customer) => {
    if (own === undefined || own.token !== token) {
      own?.stop();
      own = make(app, token, customer);
    }
    return own.chat;
  };
}

/**
 * Returns the conversation; undefined until the logged-in user is known. It is refetched when a screen that shows it comes to
 * the front, and periodically while it is visible, because no event reports that support has come online or gone offline.
 */
export function useOwnChat(): { readonly chat: Chat | undefined; readonly user: ReturnType<typeof useUser> } {
  const chatOf = useSlice(createOwnChat);
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
