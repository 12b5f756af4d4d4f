/** Makes a shopper's calls over HTTP, one after the other, and opens its account. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Call } from '../shop/wire.ts';
import { ShopError, messageOf } from '../shop/wire.ts';

const TIMEOUT_MS = 20_000;
/** A platform that is busy, or wants fewer calls, is asked again after a pause. */
const TRIES = 4;
const PAUSE_MS = 2_000;
const BUSY: ReadonlySet<string> = new Set(['busy', 'try_again', 'too_many_requests']);
const SESSION_ENDED = 'session_ended';

export type Login = { readonly account: string; readonly password: string };

/** Makes calls as a visitor or with the token of a session. */
export function callsOf(address: string, token?: () => string | undefined): Call {
  const at = `${address.replace(/\/+$/, '')}/api/`;
  return async (name, fields = {}, key) => {
    for (let attempt = 1; ; attempt += 1) {
      // oxlint-disable-next-line no-await-in-loop -- tries again after a pause
      const answer = await callOnce(at, name, { fields, key, token: token?.() });
      if (answer.ok || !BUSY.has(answer.error) || attempt === TRIES) return answer;
      // oxlint-disable-next-line no-await-in-loop
      await delay(PAUSE_MS);
    }
  };
}

async function callOnce(
  at: string,
  name: string,
  {
    fields,
    key,
    token,
  }: { readonly fields: object; readonly key: string | undefined; readonly token: string | undefined },
): Promise<Answer> {
  const [method = 'GET', path = ''] = name.split(' ');
  const query =
    method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>).toString()}` : '';
  const response = await fetch(`${at}${path}${query}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: token }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  });
  return answerOf(name, response.status, await response.text());
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
    throw new ShopError(`${name} is answered with status ${status}`);
  return { ok: false, error: parsed.error };
}

/** Makes calls as a customer, and signs in again when a session ends. */
export function customerCalls(
  address: string,
  { account, password }: Login,
): { readonly call: Call; readonly token: () => Promise<string> } {
  let session: string | undefined;
  const asVisitor = callsOf(address);
  const signIn = async (): Promise<string> => {
    session = String(messageOf('user/login', await asVisitor('POST user/login', { account, password })));
    return session;
  };
  const asCustomer = callsOf(address, () => session);
  const call: Call = async (name, fields, key) => {
    if (session === undefined) await signIn();
    const answer = await asCustomer(name, fields, key);
    if (answer.ok || answer.error !== SESSION_ENDED) return answer;
    await signIn();
    return asCustomer(name, fields, key);
  };
  return { call, token: async () => session ?? signIn() };
}

/** Opens an account of a demo, which tells the code that it mails. */
export async function openAccount(address: string): Promise<Login> {
  const call = callsOf(address);
  const name = `watch${randomBytes(5).toString('hex')}`;
  const email = `${name}@watch.example`;
  const password = randomUUID();
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
