/** What goes back over the wire: the envelope around a payload or a refusal, serialised once. */
import type { ServerResponse } from 'node:http';
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

/** Writes an outcome as the whole response, with further headers where it has any, each name before its value. */
export function answer(
  response: ServerResponse,
  outcome: Outcome<unknown, RefusalCode>,
  headers: readonly string[] = [],
): void {
  if (outcome.ok) {
    const text = `{"type":"ok","code":1,"message":${JSON.stringify(outcome.value)}}`;
    write(response, { status: 200, text, headers });
    return;
  }
  const { code } = outcome.refusal;
  write(response, {
    status: refusals[code].status,
    text: JSON.stringify(refusalEnvelope(outcome.refusal)),
    headers,
  });
}

type Written = { readonly status: number; readonly text: string; readonly headers: readonly string[] };

/** As text, headers and body leave in one write; a buffer would make them two. */
function write(response: ServerResponse, { status, text, headers }: Written): void {
  response.writeHead(status, [...API_HEADERS, ...headers, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}
