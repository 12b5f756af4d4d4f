/**
 * The cost of a body, in requests, computed from its headers. It is charged before the body is read, because the caller isn't
 * authenticated yet. The cost depends on the processing: a file is stored unchanged, fields are parsed, and messages on a socket
 * may be two bytes each.
 */
import type { IncomingMessage } from 'node:http';
import { SOCKET_PATH } from '@candor/protocol/channels.ts';
import { LIMITS } from '../limits.ts';

const {
  bodyBytesMax,
  sentBytesCountingOne,
  fieldBytesCountingOne,
  messageBytesCountingOne,
  unmeasuredCounting,
} = LIMITS.http;

type Headed = Pick<IncomingMessage, 'headers' | 'url'>;

/** Whether a body arrives in chunks without an announced length. A chunk may be as small as one byte, and each causes work. */
export function isUnmeasured({ headers }: Pick<Headed, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined;
}

export function costOfBody({ headers, url = '' }: Headed): number {
  if (isUnmeasured({ headers })) return unmeasuredCounting;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0) return 0;
  // A body above the limit for fields is rejected unread. Files have a separate limit.
  const read = Math.min(length, bodyBytesMax);
  if (url.startsWith(SOCKET_PATH)) return read / messageBytesCountingOne;
  if (headers['content-type']?.startsWith('multipart/') === true) return read / sentBytesCountingOne;
  return read / fieldBytesCountingOne;
}
