/**
 * Test helper: a local push service and its browsers. The service verifies the signature (RFC 8292) and answers as the test
 * configures it. Each browser decrypts its pushes (RFC 8291, RFC 8188) with code that the sender does not share.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Manner = number | 'silent' | 'redirects';

export type Pushed = {
  readonly payload: Record<string, string>;
  readonly ttl: number;
  readonly audience: string;
};

export class Browser {
  readonly #key: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly endpoint: string;
  readonly pushed: Pushed[] = [];
  /** The number of requests, including those that did not succeed. */
  tries = 0;
  manner: Manner = 201;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#key.generateKeys();
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.#key.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  /** Decrypts aes128gcm content: salt, record size, the sender's key, then one record that ends with the delimiter 2. */
  decrypt(body: Buffer): Record<string, string> {
    const [salt, senderLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + senderLength);
    const shared = this.#key.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#key.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const derive = (label: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(body.subarray(-16));
    const record = Buffer.concat([decipher.update(body.subarray(21 + senderLength, -16)), decipher.final()]);
    if (record.at(-1) !== 2) throw new Error('expected the record to end with the delimiter 2');
    return JSON.parse(record.subarray(0, -1).toString()) as Record<string, string>;
  }
}

export class PushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, Browser>();
  /** Paths of requests that belong to no browser. */
  readonly strayed: string[] = [];
  /** The public key that must sign the pushes. Empty until the test sets it. */
  publicKey = '';

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.#take(request, response, Buffer.concat(chunks)));
    });
  }

  static async open(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  browser(): Browser {
    const path = `/push/${randomBytes(12).toString('base64url')}`;
    const browser = new Browser(`${this.origin}${path}`);
    this.#browsers.set(path, browser);
    return browser;
  }

  #take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const browser = this.#browsers.get(request.url ?? '');
    if (browser === undefined) {
      this.strayed.push(request.url ?? '');
      response.writeHead(404).end();
      return;
    }
    browser.tries += 1;
    if (browser.manner === 'silent') return;
    if (browser.manner === 'redirects') {
      response.writeHead(307, { location: `${this.origin}/elsewhere` }).end();
      return;
    }
    const audience = this.#audienceOf(request.headers.authorization ?? '');
    if (audience === undefined || request.headers['content-encoding'] !== 'aes128gcm') {
      response.writeHead(403).end();
      return;
    }
    if (browser.manner === 201) {
      browser.pushed.push({ payload: browser.decrypt(body), ttl: Number(request.headers['ttl']), audience });
    }
    response.writeHead(browser.manner).end();
  }

  /** Returns the token's audience if it is signed by the expected key and still valid. */
  #audienceOf(authorization: string): string | undefined {
    const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    const [head = '', claims = '', signature = ''] = token.split('.');
    if (key !== this.publicKey || this.publicKey === '') return undefined;
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    });
    const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      signed,
      Buffer.from(signature, 'base64url'),
    );
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const seconds = Date.now() / 1000;
    const isGood =
      Number(exp) > seconds && Number(exp) <= seconds + 24 * 3600 && /^https:|^mailto:/.test(String(sub));
    return isSigned && isGood && aud === this.origin ? aud : undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
