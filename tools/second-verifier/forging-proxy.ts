/** A proxy between a verifier and the platform, which forges answers in transit. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
/** Returns the forged answer to a path, or undefined to leave it unchanged. */
export type Forge = (path: string, body: Buffer) => Buffer | undefined;

export class ForgingProxy {
  readonly #server: Server;
  forge: Forge = () => undefined;

  private constructor(platform: string) {
    this.#server = createServer((request, response) => {
      void (async () => {
        const path = request.url ?? '/';
        const { authorization } = request.headers;
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await fetch(platform + path, { headers });
        const body = Buffer.from(await answer.arrayBuffer());
        const sent = answer.ok ? (this.forge(decodeURIComponent(path), body) ?? body) : body;
        response.writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/octet-stream',
        });
        response.end(sent);
      })();
    });
  }

  static async open(platform: string): Promise<ForgingProxy> {
    const proxy = new ForgingProxy(platform);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Changes the message of one call. */
export function inMessage(call: string, change: (message: never) => unknown): Forge {
  return (path, body) => {
    if (path !== `/api/${call}` && !path.startsWith(`/api/${call}?`)) return undefined;
    const answer = JSON.parse(body.toString()) as { message: never };
    const message = structuredClone(answer.message);
    change(message);
    return Buffer.from(JSON.stringify({ ...answer, message }));
  };
}

/** Changes a file below /log/. */
export function inFile(begin: string, change: (text: string) => string): Forge {
  return (path, body) =>
    path.startsWith(`/log/${begin}`) ? Buffer.from(change(body.toString('latin1')), 'latin1') : undefined;
}
