/** Uploads an image for the conversation. It is sent with the message that refers to it. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useSession } from '../../lib/session.ts';
import { visitorKey } from '../../lib/visitor-key.ts';

/** The timeout: the time that ten megabytes take on a slow connection. */
const TIMEOUT_MS = 180_000;

export async function uploadChatPicture(file: Blob): Promise<Envelope<CallOutput<'POST chat/picture'>>> {
  const form = new FormData();
  // The file's name is replaced, because it is private.
  form.set('file', file, 'picture');
  const { token } = useSession.getState();
  const key = visitorKey();
  const headers: Record<string, string> = {};
  if (token !== undefined) headers['authorization'] = token;
  else if (key !== undefined) headers['visitor-key'] = key;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch('/api/chat/picture', { method: 'POST', body: form, headers, signal });
    return (await response.json()) as Envelope<CallOutput<'POST chat/picture'>>;
  } catch (cause) {
    throw new NetworkFailure('POST chat/picture got no answer', { cause });
  }
}
