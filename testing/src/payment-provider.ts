/** For tests: a local payment provider that records its requests and answers as the test requires. */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Handed = {
  readonly key: string;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly amount: string;
};
type Heard = {
  readonly payment: Handed;
  readonly authorization: string | undefined;
  readonly header: unknown;
};

/**
 * "takes" accepts the payment; "nothing" accepts it and sends no answer until the caller times out; "breaks" accepts it and
 * breaks the connection; "fails" answers with 500.
 */
export type Manner = 'takes' | 'nothing' | 'breaks' | 'fails' | 'redirects';

export class PaymentProvider {
  readonly #server: Server;
  /** Every request with a payment, including retries. */
  readonly heard: Heard[] = [];
  manner: Manner = 'takes';

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { authorization, 'idempotency-key': header } = request.headers;
        this.heard.push({ payment: JSON.parse(Buffer.concat(chunks).toString()), authorization, header });
        this.#answer(response);
      });
    });
  }

  static async open(): Promise<PaymentProvider> {
    const provider = new PaymentProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/payouts`;
  }

  #answer(response: ServerResponse): void {
    if (this.manner === 'takes') response.writeHead(202).end('{}');
    if (this.manner === 'fails') response.writeHead(500).end('{}');
    if (this.manner === 'redirects') response.writeHead(307, { location: `${this.url}/elsewhere` }).end();
    if (this.manner === 'breaks') response.destroy();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
