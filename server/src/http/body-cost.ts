/**
 * What reading a body costs, in requests, as its head announces it. It is counted before the body is read, since nobody has been asked
 * by then who sends it, and by what becomes of it: a file is kept as it comes, fields are taken apart, and messages of a socket may be
 * of two bytes each.
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

/** Whether a body comes in pieces of no announced length, of which each may be a byte and is work of its own. */
export function isUnmeasured({ headers }: Pick<Headed, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined;
}

export function costOfBody({ headers, url = '' }: Headed): number {
  if (isUnmeasured({ headers })) return unmeasuredCounting;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0) return 0;
  // What is longer than fields may be is refused unread; a file's length has a bound of its own.
  const read = Math.min(length, bodyBytesMax);
  if (url.startsWith(SOCKET_PATH)) return read / messageBytesCountingOne;
  if (headers['content-type']?.startsWith('multipart/') === true) return read / sentBytesCountingOne;
  return read / fieldBytesCountingOne;
}
