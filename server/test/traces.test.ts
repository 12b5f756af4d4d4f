import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string } };
type Span = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
};

let collector: Server;
let server: WholeServer;
const texts: string[] = [];

/** Every span that has arrived. */
function spans(): readonly Span[] {
  type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  return texts.flatMap((text) =>
    (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  );
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      texts.push(text);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '200');
  server = await openWholeServer();
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllEnvs();
  collector.close();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';

test('follows an order from the request through its command and batch to the statements', async () => {
  const token = await server.login();
  const response = await fetch(`${server.origin}/api/coin/trade`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: token,
      'idempotency-key': 'an-order-that-is-traced',
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.02' }),
  });
  expect(await response.json()).toMatchObject({ type: 'ok' });
  const traced = () => spans().filter(({ traceId }) => traceId === TRACE);
  const names = () => traced().map(({ name }) => name);
  await expect.poll(names, { timeout: 10_000 }).toEqual(expect.arrayContaining(['batch', 'POST coin/trade']));
  const named = (name: string): Span => {
    const found = traced().find((span) => span.name === name);
    if (found === undefined) throw new Error(`expected a span ${name}, found ${names().join(', ')}`);
    return found;
  };
  const request = named('POST coin/trade');
  expect(request.parentSpanId).toBe('b7ad6b7169203331');
  expect(request.attributes).toContainEqual({ key: 'candor.outcome', value: { stringValue: 'ok' } });
  const command = named('command spot.place');
  expect(command.parentSpanId).toBe(request.spanId);
  const batch = named('batch');
  expect(batch.parentSpanId).toBe(command.spanId);
  expect(batch.links?.map(({ traceId }) => traceId)).toEqual([TRACE]);
  const statements = traced().filter(
    (span) => span.parentSpanId === batch.spanId && span.name.startsWith('SQL'),
  );
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.map(({ name }) => name)).toContain('SQL commit');
});

test('shows neither the caller nor the content of the request', async () => {
  const password = 'a password that nobody has';
  await server.call('POST user/login', { fields: { account: 'somebody-unknown', password } });
  await expect
    .poll(() => spans().some(({ name }) => name === 'POST user/login'), { timeout: 10_000 })
    .toBe(true);
  const sent = texts.join('\n');
  expect(sent).not.toContain(password);
  expect(sent).not.toContain('somebody-unknown');
  expect(sent).not.toContain('an-order-that-is-traced');
});
