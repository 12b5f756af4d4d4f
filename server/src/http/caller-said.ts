/** What both doors, the customers' and the operators', read of a request before they look at its fields. */
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../limits.ts';

/** `Authorization` is the token as it was given; "Bearer" before it does no harm. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') === true ? header.slice(7) : header;
}

/** The key of a visitor's conversation: in a header, because addresses are written into logs. */
export function visitorKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['visitor-key'];
  return typeof key === 'string' ? key : undefined;
}

const isPrintable = /^[\x21-\x7e]+$/;

/** The client's key, undefined without one, null for something that cannot be one (two keys, say). */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  return typeof key === 'string' && isPrintable.test(key) && key.length <= LIMITS.http.idempotencyKeyCharsMax
    ? key
    : null;
}
