/** Writes an answer to these calls: plain JSON without our envelope, and the headers that the clients read. */
import type { ServerResponse } from 'node:http';
import type { Failure, Result } from './failure.ts';
import type { OrderCounts } from './weights.ts';

export type Counts = { readonly weight: number; readonly orders?: OrderCounts | undefined };

export function writeAnswer(response: ServerResponse, result: Result, { weight, orders }: Counts): void {
  const status = result.ok ? 200 : result.failure.status;
  const retryAfterSeconds = result.ok ? undefined : result.failure.retryAfterSeconds;
  const value = result.ok ? result.value : refusalView(result.failure);
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': body.length,
    'cache-control': 'no-cache, no-store, must-revalidate',
    'x-content-type-options': 'nosniff',
    'x-mbx-used-weight': String(weight),
    'x-mbx-used-weight-1m': String(weight),
    ...(orders === undefined
      ? {}
      : {
          'x-mbx-order-count-10s': String(orders.tenSeconds),
          'x-mbx-order-count-1d': String(orders.day),
        }),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  response.end(body);
}

export function refusalView({ code, msg, data }: Failure) {
  return { code, msg, ...(data === undefined ? {} : { data }) };
}
