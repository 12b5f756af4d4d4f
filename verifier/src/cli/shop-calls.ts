/** Makes a shopper's calls over HTTP, one after the other, and opens its account. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Call } from '../shop/wire.ts';
import { ShopError, messageOf } from '../shop/wire.ts';
import type { Device } from './shop-device.ts';

const TIMEOUT_MS = 20_000;
/** The number of attempts: a call that is refused because the platform is busy or limits calls is repeated after a pause. */
const TRIES = 4;
const PAUSE_MS = 2_000;
const BUSY: ReadonlySet<string> = new Set(['busy', 'try_again', 'too_many_requests']);
const SESSION_ENDED = 'session_ended';
/** The text before the message of a successful answer; a brace follows it. */
const ANSWER_START = '{"type":"ok","code":1,"message":';

export type Login = { readonly account: string; readonly password: string };

type Sender = {
  readonly token?: () => string | undefined;
  readonly device?: () => Device | undefined;
  /** The caller's description of itself, such as the `user-agent` of a browser. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes calls as a visitor, or with the token of a session and the signatures of a device. */
export function callsOf(address: string, { token, device, headers: own = {} }: Sender = {}): Call {
  const at = `${address.replace(/\/+$/, '')}/api/`;
  return async (name, fields = {}, key, signed) => {
    const body = JSON.stringify(fields);
    const order = signed && key && device?.()?.signOrder(name, key, body, signed);
    for (let attempt = 1; ; attempt += 1) {
      const headers = {
        ...own,
        ...(name.startsWith('GET') ? {} : { 'content-type': 'application/json' }),
        ...(token?.() === undefined ? {} : { authorization: token() ?? '' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(order ? { 'candor-order': order.header } : {}),
      };
      // oxlint-disable-next-line no-await-in-loop -- tries again after a pause
      const { answer, header, text } = await callOnce(at, name, { fields, body, headers });
      if (answer.ok && order) {
        // An answer without a receipt is stored too, because every signed order must have one.
        const kept = { header: header ?? '', order: order.text, answer: text.slice(ANSWER_START.length, -1) };
        return { ...answer, receipt: kept };
      }
      if (answer.ok || !BUSY.has(answer.error) || attempt === TRIES) return answer;
      // oxlint-disable-next-line no-await-in-loop
      await delay(PAUSE_MS);
    }
  };
}

type Sent = {
  readonly fields: object;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};
type Received = { readonly answer: Answer; readonly header: string | null; readonly text: string };

async function callOnce(at: string, name: string, { fields, body, headers }: Sent): Promise<Received> {
  const [method = 'GET', path = ''] = name.split(' ');
  const query =
    method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>).toString()}` : '';
  const response = await fetch(`${at}${path}${query}`, {
    ...{ method, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
    ...(method === 'GET' ? {} : { body }),
  });
  const text = await response.text();
  const header = response.headers.get('candor-receipt');
  return { answer: answerOf(name, response.status, text), header, text };
}

function answerOf(name: string, status: number, text: string): Answer {
  let parsed: { readonly type?: unknown; readonly message?: unknown; readonly error?: unknown } | null;
  try {
    parsed = JSON.parse(text) as typeof parsed;
  } catch {
    parsed = null;
  }
  if (parsed?.type === 'ok') return { ok: true, message: parsed.message };
  if (parsed?.type === '999') return { ok: false, error: SESSION_ENDED };
  if (typeof parsed?.error !== 'string' || status >= 500)
    throw new ShopError(`${name} was answered with status ${status}`);
  return { ok: false, error: parsed.error };
}

/** Makes calls as a customer, and signs in again when a session ends. */
export function customerCalls(
  address: string,
  { account, password }: Login,
  device: Device,
  headers: Readonly<Record<string, string>> = {},
): { readonly call: Call; readonly token: () => Promise<string> } {
  let session: string | undefined;
  let isRegistered = false;
  const asVisitor = callsOf(address, { headers });
  const signIn = async (): Promise<string> => {
    session = String(messageOf('user/login', await asVisitor('POST user/login', { account, password })));
    // A platform that issues no receipts refuses the key; orders are then not signed.
    const { id } = messageOf('user/info', await asCustomer('GET user/info')) as { readonly id: string };
    isRegistered = (await asCustomer('POST receipts/device_key', device.registration(id, session))).ok;
    return session;
  };
  const asCustomer = callsOf(address, {
    token: () => session,
    device: () => (isRegistered ? device : undefined),
    headers,
  });
  const call: Call = async (name, fields, key, signed) => {
    if (session === undefined) await signIn();
    const answer = await asCustomer(name, fields, key, signed);
    if (answer.ok || answer.error !== SESSION_ENDED) return answer;
    await signIn();
    return asCustomer(name, fields, key, signed);
  };
  return { call, token: async () => session ?? signIn() };
}

/** Opens an account of a demo, which reveals the code that it mails. */
export async function openAccount(address: string): Promise<Login> {
  const call = callsOf(address);
  const name = `watch${randomBytes(5).toString('hex')}`;
  const email = `${name}@watch.example`;
  // The platform accepts at most sixteen characters.
  const password = `${randomBytes(7).toString('hex')}-A`;
  const { code } = messageOf('sms_mail', await call('POST sms_mail', { email, purpose: 'register' })) as {
    readonly code?: string;
  };
  if (code === undefined) {
    throw new ShopError(
      'the platform mails its codes; open two accounts yourself and give them with --account',
    );
  }
  const { invite_code: invited } = messageOf('demo', await call('GET demo')) as {
    readonly invite_code: string;
  };
  const fields = {
    ...{ account: name, email, code, password, re_password: password },
    ...{ invite_code: invited, birth_date: '1990-01-01' },
  };
  messageOf('user/register', await call('POST user/register', fields));
  return { account: name, password };
}
