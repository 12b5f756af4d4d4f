/** Serves metrics to Prometheus on a separate port, which neither customers nor operators can reach. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** Prometheus scrapes every few seconds. No slow peer may hold a connection for longer than this. */
const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 20;

export type Listener = { readonly port: number; stop(): Promise<void> };

export async function listenForPrometheus({
  host,
  port,
  text,
  onError,
}: {
  readonly host: string;
  readonly port: number;
  readonly text: () => Promise<string>;
  readonly onError: (error: Error) => void;
}): Promise<Listener> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The figures are at /metrics.\n');
      return;
    }
    text().then(
      (figures) => response.writeHead(200, { 'content-type': CONTENT_TYPE }).end(figures),
      (error: Error) => {
        onError(error);
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The figures could not be read.\n');
      },
    );
  });
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = REQUEST_MS;
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
