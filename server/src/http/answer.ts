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

/** Writes an outcome as the whole response. */
export function answer(response: ServerResponse, outcome: Outcome<unknown, RefusalCode>): void {
  if (outcome.ok) {
    write(response, 200, `{"type":"ok","code":1,"message":${JSON.stringify(outcome.value)}}`);
    return;
  }
  const { code } = outcome.refusal;
  write(response, refusals[code].status, JSON.stringify(refusalEnvelope(outcome.refusal)));
}

/** As text, headers and body leave in one write; a buffer would make them two. */
function write(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, [...API_HEADERS, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}
