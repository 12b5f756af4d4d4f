/** Calls, and the idempotency key of a decision whose outcome is unknown. */
import { NetworkFailure, RefusedError, payloadOf } from '@candor/client/answers.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { createClient } from './client.ts';
import { keyFor } from './decision-keys.ts';

type Sent = { url: string; method: string; headers: Record<string, string>; body: string | undefined };

const sent: Sent[] = [];
const ended: (string | undefined)[] = [];
let answers: (() => Response)[] = [];
/** The storage of the browser tab. */
const kept = new Map<string, string>();

const answered =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });
const ok = answered({ type: 'ok', code: 1, message: { items: [], next: null, total: 0 } });
const refused = (error: string, type = 'error') =>
  answered({ type, code: 0, error, message: '', params: {} }, type === '999' ? 401 : 409);

const call = createClient({
  baseUrl: '/api/console/',
  token: () => 'token-1',
  onSessionEnded: (token) => ended.push(token),
});
const decision = {
  customer: '7',
  id: '1',
  verdict: 'approve',
  amount: '5',
  address: 'x',
} as const;

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      method: init.method ?? '',
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    });
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('network');
    return answer();
  });
});
afterEach(() => {
  sent.length = 0;
  ended.length = 0;
  answers = [];
  vi.unstubAllGlobals();
});

test('sends a read with the token and the input, but without an idempotency key', async () => {
  answers = [ok];
  payloadOf(await call('GET cases', { kind: 'deposit', limit: 100 }));
  expect(sent).toEqual([
    {
      url: '/api/console/cases?kind=deposit&limit=100',
      method: 'GET',
      headers: { authorization: 'token-1' },
      body: undefined,
    },
  ]);
});

test('repeats a decision with the same key until a response is final, and then uses a new key', async () => {
  answers = [refused('busy'), ok, ok];
  await call('POST withdrawal_decide', decision);
  await call('POST withdrawal_decide', decision);
  await call('POST withdrawal_decide', decision);
  const [first, second, third] = sent.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test.each([
  ['a rate limit', () => refused('too_many_requests')],
  ['the end of the session', () => refused('session_ended', '999')],
  ['a request for a confirmation', () => refused('confirmation_needed')],
  ['a request for a signature', () => refused('approval_needed')],
  ['a refusal of an old signature', () => refused('approval_wrong')],
])(
  'keeps the key of a decision whose first response was lost if the next response is %s',
  async (_name, turnedAway) => {
    await expect(call('POST withdrawal_decide', decision)).rejects.toBeInstanceOf(NetworkFailure);
    answers = [turnedAway(), ok];
    await call('POST withdrawal_decide', decision);
    await call('POST withdrawal_decide', decision);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  },
);

test('keeps the key of a decision after a network failure, and uses a new key for a different decision', async () => {
  await expect(call('POST withdrawal_decide', decision)).rejects.toBeInstanceOf(NetworkFailure);
  answers = [ok, ok];
  await call('POST withdrawal_decide', { ...decision, verdict: 'reject' });
  await call('POST withdrawal_decide', decision);
  const [first, other, again] = sent.map(({ headers }) => headers['idempotency-key']);
  expect(other).not.toBe(first);
  expect(again).toBe(first);
});

test('uses a new key ten minutes after the first attempt', () => {
  const first = keyFor('a decision', 0);
  expect(keyFor('a decision', 9 * 60_000)).toBe(first);
  expect(keyFor('a decision', 20 * 60_000)).not.toBe(first);
});

test('sends views and logins without a key, and logins without a token', async () => {
  answers = [ok, ok];
  await call('POST kyc', { customer: '7' });
  await call('POST login', { account: 'a', password: 'b', totp: '123456' });
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined]);
  expect(sent[1]?.headers['authorization']).toBeUndefined();
});

test('does not store a new operator’s password, even while the response is missing', async () => {
  const added = { account: 'kim', role: 'support', person: 'Kim', password: 'only kim will know' } as const;
  await expect(call('POST operator_add', added)).rejects.toBeInstanceOf(NetworkFailure);
  expect([...kept.values()].join(' ')).not.toContain(added.password);
  // The retry is still recognised as the same decision.
  answers = [ok];
  await call('POST operator_add', added);
  const [first, again] = sent.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(again).toBe(first);
});

test('reports an ended session together with its token, but does not report a refusal', async () => {
  answers = [refused('session_ended', '999'), refused('not_found')];
  const first = await call('GET me', {});
  const second = await call('GET me', {});
  expect(ended).toEqual(['token-1']);
  expect([
    new RefusedError(first as RefusalEnvelope).status,
    new RefusedError(second as RefusalEnvelope).status,
  ]).toEqual([401, 400]);
  expect(() => payloadOf(first)).toThrow(new RefusedError(first as RefusalEnvelope));
  expect(() => payloadOf(second)).toThrow(RefusedError);
});

test('rejects a response without an envelope', async () => {
  answers = [answered({ hello: 1 })];
  await expect(call('GET me', {})).rejects.toBeInstanceOf(NetworkFailure);
});
