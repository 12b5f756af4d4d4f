/** Parses the request headers that both servers, the customers' and the operators', need before the fields. */
import { APPROVAL_HEADER } from '@candor/protocol/console/approval.ts';
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../limits.ts';

/** The parts of a request that a call reads. */
export type AskedRequest = Pick<FastifyRequest, 'raw' | 'headers' | 'body' | 'rawBody' | 'query' | 'params'>;

/** Returns the token, which may be preceded by "Bearer". */
export function tokenOf(request: AskedRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') === true ? header.slice(7) : header;
}

/** Returns the key that identifies a visitor's conversation. It is in a header, because URLs are logged. */
export function visitorKeyOf(request: AskedRequest): string | undefined {
  const key = request.headers['visitor-key'];
  return typeof key === 'string' ? key : undefined;
}

/** Returns the approval in the form in which the operator's client sent it. */
export function approvalOf(request: AskedRequest): string | undefined {
  const given = request.headers[APPROVAL_HEADER];
  return typeof given === 'string' ? given : undefined;
}

/**
 * Keys that begin with a tilde are reserved for the server, which uses them for example for a confirmed order. A program must not
 * be able to use one of them first.
 */
const isPrintable = /^(?!~)[\x21-\x7e]+$/;

/** Returns the idempotency key: undefined if absent, null if invalid (for example, two keys). */
export function idempotencyKeyOf(request: AskedRequest): string | undefined | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  return typeof key === 'string' && isIdempotencyKey(key) ? key : null;
}

export function isIdempotencyKey(key: string): boolean {
  return isPrintable.test(key) && key.length <= LIMITS.http.idempotencyKeyCharsMax;
}
