/** Writes responses: an envelope around a payload or a refusal, serialised once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzip } from 'node:zlib';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import { fill } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { refusals } from '@candor/protocol/features.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { Accepted } from '../commands/accepted.ts';
import { LIMITS } from '../limits.ts';
import { unread } from './unread.ts';

const { sliceBytes } = LIMITS.connections;

/** The headers of API responses: they are private to the caller, never cached, and never interpreted as anything but JSON. */
const API_HEADERS = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...['cache-control', 'no-store'],
  ...['x-content-type-options', 'nosniff'],
];

export function refusalEnvelope(refusal: Refusal<RefusalCode>): RefusalEnvelope {
  const params = { ...(refusal.field === undefined ? {} : { field: refusal.field }), ...refusal.params };
  return {
    type: refusal.code === 'session_ended' ? '999' : 'error',
    code: 0,
    error: refusal.code,
    message: fill(refusals[refusal.code].texts.zh, params),
    params,
  };
}

/** A shorter text fits into one packet together with its headers, so compressing it would cost time without any gain. */
const WORTH_COMPRESSING = 1400;

/** Writes an answer, and returns the response's length. Additional headers are alternating names and values. */
export function answer(
  response: ServerResponse,
  outcome: Outcome<unknown, RefusalCode>,
  headers: readonly string[] = [],
): number {
  const { status, text } = written(outcome);
  write(response, { status, text, headers: outcome.ok ? headers : [...headers, ...waitOf(outcome)] });
  return text.length;
}

/** Asks a proxy to repeat the request on another server. Only this answer has this status, so that a proxy can rely on it. */
export function answerElsewhere(response: ServerResponse): void {
  const text = JSON.stringify(refusalEnvelope({ code: 'busy' }));
  write(response, { status: 502, text, headers: [] });
}

/** Returns the `Retry-After` header, in seconds, for a caller who exceeded a rate. */
function waitOf(outcome: Outcome<unknown, RefusalCode>): readonly string[] {
  if (outcome.ok || outcome.refusal.code !== 'too_many_requests') return [];
  return ['retry-after', outcome.refusal.params?.['seconds'] ?? RETRY_AFTER_SECONDS];
}

const RETRY_AFTER_SECONDS = '10';

/**
 * Like `answer`, but compresses the text for clients that accept that. It must only be used for public answers, because the
 * length of a compressed text reveals something about its content.
 */
export function answerEverybody(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome<unknown, RefusalCode>,
): number {
  const { status, text } = written(outcome);
  const { length } = text;
  const varies = [...VARIES, ...waitOf(outcome)];
  if (!TAKES_GZIP.test(request.headers['accept-encoding'] ?? '') || text.length < WORTH_COMPRESSING) {
    write(response, { status, text, headers: varies });
    return length;
  }
  // The fastest level achieves most of the reduction, and leaves more of the server's time for orders.
  gzip(text, { level: constants.Z_BEST_SPEED }, (error, body) => {
    if (error === null) write(response, { status, text: body, headers: COMPRESSED });
    else write(response, { status, text, headers: VARIES });
  });
  return length;
}

/** Whether the header accepts gzip, that is, lists it with a weight above zero. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const VARIES = ['vary', 'accept-encoding'];
const COMPRESSED = [...VARIES, 'content-encoding', 'gzip'];

function written(outcome: Outcome<unknown, RefusalCode>): { readonly status: number; readonly text: string } {
  if (outcome.ok) {
    return { status: 200, text: `{"type":"ok","code":1,"message":${Accepted.textOf(outcome)}}` };
  }
  const { code } = outcome.refusal;
  return { status: refusals[code].status, text: JSON.stringify(refusalEnvelope(outcome.refusal)) };
}

type Written = {
  readonly status: number;
  readonly text: string | Buffer;
  readonly headers: readonly string[];
};

/**
 * A string is sent in one write together with its headers, whereas a buffer takes two writes. Large responses are sent in slices.
 */
function write(response: ServerResponse, { status, text, headers }: Written): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, [...API_HEADERS, ...headers, 'content-length', String(length)]);
  if (length <= sliceBytes) sendAtOnce(response, { text, length });
  else sendInSlices(response, typeof text === 'string' ? Buffer.from(text) : text);
}

/** Small responses that the peer hasn't read are counted too, because over many connections they add up. */
function sendAtOnce(response: ServerResponse, { text, length }: Pick<Written, 'text'> & { length: number }) {
  const { socket } = response;
  response.end(text);
  if (socket !== null && socket.writableLength > 0) response.once('close', unread.hold(socket, length));
}

/** Sends only as fast as the peer reads, and counts the rest as unread. */
export function sendInSlices(response: ServerResponse, bytes: Buffer): void {
  const taken = unread.hold(response.socket, bytes.length);
  response.once('close', taken);
  let at = 0;
  const go = (): void => {
    while (at + sliceBytes < bytes.length) {
      const more = response.write(bytes.subarray(at, at + sliceBytes));
      at += sliceBytes;
      if (!more) {
        response.once('drain', go);
        return;
      }
    }
    response.end(bytes.subarray(at));
  };
  go();
}
