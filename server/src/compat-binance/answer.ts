/** Writes an answer of these calls: plain JSON without our envelope, with the headers that the clients read. */
import type { ServerResponse } from 'node:http';
import type { Result } from './failure.ts';

export function writeAnswer(response: ServerResponse, result: Result, weight: number): void {
  const status = result.ok ? 200 : result.failure.status;
  const retryAfterSeconds = result.ok ? undefined : result.failure.retryAfterSeconds;
  const value = result.ok ? result.value : { code: result.failure.code, msg: result.failure.msg };
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': body.length,
    'cache-control': 'no-cache, no-store, must-revalidate',
    'x-content-type-options': 'nosniff',
    'x-mbx-used-weight': String(weight),
    'x-mbx-used-weight-1m': String(weight),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(body);
}
