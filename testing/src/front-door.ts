/**
 * The customers' server as an unauthenticated client sees it: arbitrary bytes, headers, cookies and addresses over a separate
 * socket. The test does itself what a browser would do.
 */
import { request } from 'node:http';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { DEMO_INVITE_CODE } from '../../server/src/features/demo/seed.ts';
import { doorOf } from './console-origin.ts';
import { MULTIPART, multipart, uploadParts } from './uploads.ts';

export type Sent = {
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Sent as is instead of `fields`. */
  readonly raw?: string | Buffer;
  readonly token?: string;
  /** The cookie of a device. */
  readonly device?: string | undefined;
  /** The loopback address that makes the call; an unused one if absent. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Heard = {
  readonly status: number;
  readonly body: Envelope<unknown>;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** The device's cookie as a login set it, in the form in which a browser returns it. */
  readonly device: string | undefined;
};

export type Member = {
  readonly account: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly device: string | undefined;
};

const JSON_TYPE = 'application/json';
let addresses = 0;

/** A loopback address that no call has used before. */
export function newAddress(): string {
  addresses += 1;
  return `127.${20 + ((addresses >> 14) % 200)}.${(addresses >> 7) % 128}.${1 + (addresses % 127)}`;
}

/** Sends a call of the table, such as "POST user/login", or a request to any other path of the API. */
export function knock(origin: string, name: string, sent: Sent = {}): Promise<Heard> {
  const [method = 'GET', path = ''] = name.split(' ');
  const { fields = {}, raw, token, device, address = newAddress() } = sent;
  const isGet = method === 'GET' || method === 'HEAD';
  const query = isGet ? `?${raw?.toString() ?? new URLSearchParams(fields as Record<string, string>)}` : '';
  const options = {
    method,
    localAddress: address,
    agent: false,
    headers: {
      ...(isGet ? {} : { 'content-type': JSON_TYPE }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(device === undefined ? {} : { cookie: device }),
      ...sent.headers,
    },
  };
  return new Promise((resolve, reject) => {
    const asking = request(`${doorOf(origin, path)}/api/${path}${query}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const left = response.headers['set-cookie']?.[0];
        resolve({
          status: response.statusCode ?? 0,
          body: bodyOf(Buffer.concat(chunks).toString()),
          headers: response.headers,
          device: left?.split(';')[0],
        });
      });
    });
    asking.on('error', reject);
    asking.end(isGet ? undefined : (raw ?? JSON.stringify(fields)));
  });
}

/** Uploads an image, for verification unless another purpose is given, and returns its id. */
export async function handIn(
  origin: string,
  token: string,
  bytes: Buffer,
  purpose: 'kyc' | 'voucher' | 'loan' = 'kyc',
): Promise<string> {
  const raw = multipart([{ name: 'purpose', content: purpose }, ...uploadParts(bytes).slice(1)]);
  const headers = { 'content-type': MULTIPART };
  const { body } = await knock(origin, 'POST upload', { token, raw, headers });
  return (wellAnswered(body) as { id: string }).id;
}

/** Any answer but a successful one fails the test. */
export function wellAnswered(body: Envelope<unknown>): unknown {
  if (body.type !== 'ok') throw new Error(`expected a successful answer, got ${JSON.stringify(body)}`);
  return body.message;
}

/** The code that the demo mails, read from the demo's mailbox. */
export async function codeTo(
  origin: string,
  email: string,
  purpose: 'register' | 'contact' = 'register',
): Promise<string> {
  const { body } = await knock(origin, 'POST sms_mail', { fields: { email, purpose } });
  return (wellAnswered(body) as { code: string }).code;
}

/** The token in the link that is mailed about a forgotten password; it works on any device. */
export async function resetLinkTo(origin: string, email: string): Promise<string> {
  wellAnswered((await knock(origin, 'POST sms_mail', { fields: { email, purpose: 'reset' } })).body);
  const { body } = await knock(origin, 'GET demo/mailbox', { fields: { email } });
  const [newest] = wellAnswered(body) as { text: string }[];
  const address = /https?:\S+/.exec(newest?.text ?? '')?.[0] ?? '';
  const link = new URLSearchParams(address.slice(address.lastIndexOf('?'))).get('link');
  if (link === null) throw new Error(`expected a mail to ${email} with a link, found none`);
  return link;
}

export async function join(origin: string, account: string, password = 'w4lk!er-ok'): Promise<Member> {
  const email = `${account.toLowerCase()}@example.com`;
  const { body, device } = await knock(origin, 'POST user/register', {
    fields: {
      ...{ account, email, password, re_password: password },
      code: await codeTo(origin, email),
      invite_code: DEMO_INVITE_CODE,
      birth_date: '1990-01-01',
    },
  });
  return { account, email, password, token: wellAnswered(body) as string, device };
}

/** A response that is not our envelope fails where it is examined. */
function bodyOf(text: string): Envelope<unknown> {
  try {
    return JSON.parse(text) as Envelope<unknown>;
  } catch {
    throw new Error(`expected JSON, got ${text.slice(0, 200)}`);
  }
}
