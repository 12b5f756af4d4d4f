/** Test helper: a receiver on this machine. It answers as the test specifies, and stores the requests that it receives. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Manner = number | 'silent' | 'endless' | { readonly redirect: string };
export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export class Receiver {
  readonly #server: Server;
  readonly received: Received[] = [];
  manner: Manner = 204;
  /** The maximum number of requests that were unanswered at the same time. */
  atOnce = 0;
  #open = 0;
  bytesSent = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#open += 1;
      this.atOnce = Math.max(this.atOnce, this.#open);
      response.on('close', () => (this.#open -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#take(request, response, Buffer.concat(chunks).toString()));
    });
  }

  static async open(): Promise<Receiver> {
    const made = new Receiver();
    await new Promise<void>((resolve) => made.#server.listen(0, '127.0.0.1', resolve));
    return made;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/events`;
  }

  /** Returns the events sent to webhooks whose address has this path. */
  of(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  #take({ url = '', headers }: IncomingMessage, response: ServerResponse, body: string): void {
    this.received.push({ path: url, headers, body });
    const { manner } = this;
    if (manner === 'silent') return;
    if (manner === 'endless') this.#sendForever(response.writeHead(200));
    else if (typeof manner === 'number') response.writeHead(manner).end();
    else response.writeHead(307, { location: manner.redirect }).end();
  }

  #sendForever(response: ServerResponse): void {
    const chunk = Buffer.alloc(64 * 1024);
    const more = (): void => {
      while (!response.destroyed && this.bytesSent < 2 ** 30) {
        this.bytesSent += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
    };
    more();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
