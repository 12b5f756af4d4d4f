/** What goes back over the wire: the envelope around a payload or a refusal, serialised once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { constants, gzip } from 'node:zlib';
import type { Outcome, Refusal } from '@candor/domain/outcome.ts';
import { fill } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { refusals } from '@candor/protocol/refusals.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';

/** Answers of the API are for the caller alone, are never kept, and are never taken for anything but data. */
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
    message: fill(refusals[refusal.code].zh, params),
    params,
  };
}

/** A text below this fits into the packet that its headers leave in; compressing it would cost and spare nothing. */
const WORTH_COMPRESSING = 1400;

/** Writes an outcome as the whole response, with further headers where it has any, each name before its value. */
export function answer(
  response: ServerResponse,
  outcome: Outcome<unknown, RefusalCode>,
  headers: readonly string[] = [],
): void {
  write(response, { ...written(outcome), headers });
}

/**
 * The same, compressed for whoever takes that. For answers that are everybody's alone: how well a text compresses tells
 * something about it, so nothing that holds a secret may go this way.
 */
export function answerEverybody(
  request: IncomingMessage,
  response: ServerResponse,
  outcome: Outcome<unknown, RefusalCode>,
): void {
  const { status, text } = written(outcome);
  if (!TAKES_GZIP.test(request.headers['accept-encoding'] ?? '') || text.length < WORTH_COMPRESSING) {
    write(response, { status, text, headers: VARIES });
    return;
  }
  // The lightest level: most of what there is to gain, and the server has orders to attend to.
  gzip(text, { level: constants.Z_BEST_SPEED }, (error, body) => {
    if (error === null) write(response, { status, text: body, headers: COMPRESSED });
    else write(response, { status, text, headers: VARIES });
  });
}

/** Named, and not with a weight of nought. */
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const VARIES = ['vary', 'accept-encoding'];
const COMPRESSED = [...VARIES, 'content-encoding', 'gzip'];

function written(outcome: Outcome<unknown, RefusalCode>): Omit<Written, 'headers'> {
  if (outcome.ok) {
    return { status: 200, text: `{"type":"ok","code":1,"message":${JSON.stringify(outcome.value)}}` };
  }
  const { code } = outcome.refusal;
  return { status: refusals[code].status, text: JSON.stringify(refusalEnvelope(outcome.refusal)) };
}

type Written = {
  readonly status: number;
  readonly text: string | Buffer;
  readonly headers: readonly string[];
};

/** As text, headers and body leave in one write; a buffer makes them two. */
function write(response: ServerResponse, { status, text, headers }: Written): void {
  response.writeHead(status, [...API_HEADERS, ...headers, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}
