/** Test helper: a customer's device that signs its orders and keeps the receipts, over HTTP and with its own program. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readReceiptHeader } from '../../../verifier/src/receipt/texts.ts';
import type { Receipt } from '../../../verifier/src/receipt/texts.ts';

export type Sent = {
  readonly status: number;
  readonly order: string;
  readonly receipt: Receipt | undefined;
  /** The JSON text of the answer's `message`. */
  readonly answer: string;
  readonly body: { readonly type: string; readonly message: never; readonly error?: string };
};

export class SigningDevice {
  readonly #origin: string;
  readonly #token: string;
  readonly #key = generateKeyPairSync('ed25519');
  readonly publicKey: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
    const { x = '' } = this.#key.publicKey.export({ format: 'jwk' });
    this.publicKey = Buffer.from(x, 'base64url').toString('hex');
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key.privateKey).toString('hex');
  }

  async register(): Promise<Sent> {
    const { id }: { id: string } = await this.get('user/info');
    return this.registerAs(id, this.#token);
  }

  /** Registers the key with a signature for this customer and session, even if they are not its own. */
  async registerAs(customer: string, token: string): Promise<Sent> {
    const fields = { public_key: this.publicKey, signature: this.signKey(customer, token) };
    return this.send('POST receipts/device_key', fields, { isSigned: false });
  }

  /** The signature that registers the key. */
  signKey(customer: string, token: string): string {
    const session = createHash('sha256').update(token).digest('hex');
    return this.sign(`candor-device-key-v2|${customer}|${this.publicKey}|${session}`);
  }

  async get(path: string): Promise<never> {
    const response = await fetch(`${this.#origin}/api/${path}`, { headers: { authorization: this.#token } });
    return ((await response.json()) as { message: never }).message;
  }

  /** Sends a call, signed by default. `forged` replaces the signature. */
  async send(
    call: string,
    fields: Readonly<Record<string, unknown>>,
    how: {
      isSigned?: boolean;
      symbol?: string;
      seenSeq?: number;
      forged?: string;
      key?: string;
      deviceMs?: number;
    } = {},
  ): Promise<Sent> {
    const { isSigned = true, symbol = '-', seenSeq = 0, key = randomUUID() } = how;
    const sent = JSON.stringify(fields);
    const bodyHash = createHash('sha256').update(sent).digest('hex');
    const deviceMs = isSigned ? (how.deviceMs ?? Date.now()) : 0;
    const named = isSigned ? symbol : typeof fields['symbol'] === 'string' ? fields['symbol'] : '-';
    const order = `candor-order-v1|${call}|${key}|${bodyHash}|${named}|${seenSeq}|${deviceMs}`;
    const signature = how.forged ?? this.sign(order);
    const [method = '', path = ''] = call.split(' ');
    const response = await fetch(`${this.#origin}/api/${path}`, {
      method,
      body: sent,
      headers: {
        ...{ 'content-type': 'application/json', authorization: this.#token, 'idempotency-key': key },
        ...(isSigned && {
          'candor-order': [symbol, seenSeq, deviceMs, this.publicKey, signature].join('|'),
        }),
      },
    });
    const text = await response.text();
    const header = response.headers.get('candor-receipt');
    return {
      status: response.status,
      order,
      receipt: header === null ? undefined : readReceiptHeader(header),
      answer: text.slice('{"type":"ok","code":1,"message":'.length, -1),
      body: JSON.parse(text) as Sent['body'],
    };
  }
}
