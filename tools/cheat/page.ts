/** The page "Cheat us": a button for each fraud, and the stranger's alarms beside it. It reaches only the copy that it made. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Fraud } from './crime.ts';
import { FRAUDS } from './frauds.ts';
import { openStage } from './stage.ts';
import type { Stage } from './stage.ts';

const HOST = '127.0.0.1';
const PAGE = join(import.meta.dirname, 'page.html');

/** The events of the page, by name. For a page that opens later, the newest of each kind is enough, except for alarms. */
type Event =
  | { readonly kind: 'step'; readonly text: string; readonly ready: boolean }
  | { readonly kind: 'committing'; readonly fraud: string }
  | {
      readonly kind: 'found';
      readonly fraud: string;
      readonly alarm: string | undefined;
      readonly afterMs: number;
    }
  | { readonly kind: 'alarm'; readonly alarm: string; readonly detail: string; readonly at: string };

/** The alarms that a page which opens later still shows. */
const KEPT_MAX = 500;

class CheatPage {
  readonly #listeners = new Set<ServerResponse>();
  readonly #events: Event[] = [];
  #stage: Stage | undefined;
  #busy = true;

  /** Opens a copy, and reports it. */
  async prepare(): Promise<void> {
    this.#busy = true;
    await this.#stage?.close();
    this.#stage = undefined;
    this.#stage = await openStage(FRAUDS, (text) => this.#tell({ kind: 'step', text, ready: false }));
    this.#stage.stranger.onAlarm(({ kind, detail, atMs }) =>
      this.#tell({ kind: 'alarm', alarm: kind, detail, at: new Date(atMs).toISOString() }),
    );
    this.#busy = false;
    this.#tell({ kind: 'step', text: 'The stranger has found nothing wrong. Cheat.', ready: true });
  }

  async commit(fraud: Fraud): Promise<void> {
    if (this.#stage === undefined) return;
    this.#tell({ kind: 'committing', fraud: fraud.name });
    const { alarm, afterMs } = await this.#stage.commit(fraud);
    this.#tell({ kind: 'found', fraud: fraud.name, alarm: alarm?.kind, afterMs });
    if (fraud.ruins === true) await this.prepare();
  }

  /** Starts a fraud by name; returns the status of the answer. */
  press(name: string, failed: (error: Error) => void): number {
    const fraud = FRAUDS.find((one) => one.name === name);
    if (fraud === undefined) return 404;
    if (this.#busy) return 409;
    this.#busy = true;
    this.commit(fraud)
      .catch(failed)
      .finally(() => (this.#busy = this.#stage === undefined));
    return 202;
  }

  /** Sends the events so far, and every later event. */
  listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const event of this.#events) response.write(lineOf(event));
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.end();
    await this.#stage?.close();
  }

  #tell(event: Event): void {
    this.#events.push(event);
    if (this.#events.length > KEPT_MAX) this.#events.shift();
    for (const listener of this.#listeners) listener.write(lineOf(event));
  }
}

const lineOf = (event: Event): string => `data: ${JSON.stringify(event)}\n\n`;

/** Serves the page until a signal comes; returns the exit code. */
export async function servePage(port: number): Promise<number> {
  const page = new CheatPage();
  const stop = new AbortController();
  const failed = (error: Error): void => {
    console.error(`cheat: failed to commit a fraud: ${error.message}`);
    stop.abort();
  };
  const server = createServer((request, response) => answer(page, request, response, failed));
  server.listen(port, HOST, () => console.log(`Cheat us at http://${HOST}:${port}`));
  page.prepare().catch(failed);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  await new Promise((done) => stop.signal.addEventListener('abort', done, { once: true }));
  server.close();
  await page.close();
  server.closeAllConnections();
  return 0;
}

function answer(
  page: CheatPage,
  request: IncomingMessage,
  response: ServerResponse,
  failed: (error: Error) => void,
): void {
  // A page of another site must not press a button here, whatever host name it uses for this address.
  const { host = '', origin } = request.headers;
  const isOwn =
    /^(?:127\.0\.0\.1|localhost):\d+$/.test(host) && (origin === undefined || origin === `http://${host}`);
  if (!isOwn) return void response.writeHead(403).end();
  const [, name] = /^\/frauds\/([a-z-]+)$/.exec(request.url ?? '') ?? [];
  if (request.method === 'POST' && name !== undefined)
    return void response.writeHead(page.press(name, failed)).end();
  if (request.method !== 'GET') return void response.writeHead(405).end();
  if (request.url === '/events') return page.listen(response);
  if (request.url !== '/') return void response.writeHead(404).end();
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
  });
  response.end(readFileSync(PAGE, 'utf8').replace('__FRAUDS__', () => listed()));
}

function listed(): string {
  return JSON.stringify(FRAUDS.map(({ name, says }) => ({ name, says }))).replaceAll('<', '\\u003c');
}
