/**
 * Reads the headers with which an API key signs a request of our own API: `Candor-Key`, `Candor-Time` in milliseconds since 1970,
 * `Candor-Signature`, and `Candor-Window`, the milliseconds for which the request is valid.
 */
import { requestText } from '../identity/api-keys/signature.ts';
import { LIMITS } from '../limits.ts';
import type { AskedRequest } from './caller-said.ts';
import type { Presented } from './keyed-callers.ts';

const nothing = Buffer.alloc(0);

/** Returns the presented key: undefined if no key signed the request, null if the headers are malformed. */
export function presentedBy(request: AskedRequest, address: string): Presented | undefined | null {
  const { headers } = request;
  const key = headers['candor-key'];
  if (key === undefined) return undefined;
  const [time, signature] = [headers['candor-time'], headers['candor-signature']];
  const { 'candor-window': said = '', 'idempotency-key': idempotencyKey = '' } = headers;
  const window = said === '' ? String(LIMITS.apiKeys.windowMs) : said;
  if (typeof key !== 'string' || typeof signature !== 'string') return null;
  if (typeof time !== 'string' || !/^\d{1,15}$/.test(time)) return null;
  if (typeof window !== 'string' || !/^\d{1,6}$/.test(window)) return null;
  if (typeof idempotencyKey !== 'string') return null;
  const body = request.rawBody;
  // If this process did not keep the body, it can't be compared with the signature.
  if (body === undefined && request.body !== undefined) return null;
  const { method, url = '' } = request.raw;
  const signed = { timeMs: time, method: method ?? '', url, body: body ?? nothing, idempotencyKey };
  const text = requestText({ ...signed, window: String(said) });
  return { key, text, signature, timeMs: Number(time), recvWindowMs: Number(window), address };
}
