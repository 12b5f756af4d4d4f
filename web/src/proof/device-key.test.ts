/** The device's key: registered for its customer and session, and why a device signs nothing, which never stops an order. */
import { createAppState } from '@candor/client/app-state.ts';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../lib/api.ts';
import { openDeviceKey } from './device-key.ts';

const CUSTOMER = '100001';
const TOKEN = 'token';

/** The platform's answer to a registration; undefined if it can't be reached. */
let answer: object | undefined;
let registered: { public_key: string; signature: string } | undefined;

/** A fake of the browser's database with one store, limited to what a key needs. */
function fakeDatabase(stored: Map<string, unknown>) {
  const later = <Result>(result: Result): EventTarget & { result: Result } => {
    const request = Object.assign(new EventTarget(), { result });
    queueMicrotask(() => request.dispatchEvent(new Event('success')));
    return request;
  };
  const store = {
    get: (name: string) => later(stored.get(name)),
    put: (value: unknown, name: string) => later(stored.set(name, value)),
  };
  return {
    open: () => later({ transaction: () => ({ objectStore: () => store }), close: () => undefined }),
  };
}

beforeEach(() => {
  answer = { type: 'ok', code: 1, message: { number: 1, time_ms: Date.now() } };
  registered = undefined;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('indexedDB', fakeDatabase(new Map()));
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    if (answer === undefined) throw new TypeError('the network is down');
    registered = JSON.parse(body) as typeof registered;
    return Response.json(answer);
  });
});
const { api } = createAppState().of(createApi);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('generates one key per customer, which signs the customer and session that register it', async () => {
  const key = await openDeviceKey(api, CUSTOMER, TOKEN);
  if (typeof key === 'string') throw new Error(`expected a key, found ${key}`);
  const session = createHash('sha256').update(TOKEN).digest('hex');
  const text = `candor-device-key-v2|${CUSTOMER}|${key.publicKey}|${session}`;
  const x = Buffer.from(key.publicKey, 'hex').toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signature = Buffer.from(registered?.signature ?? '', 'hex');
  expect(registered?.public_key).toBe(key.publicKey);
  expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true);
  expect(verify(null, Buffer.from('text'), publicKey, Buffer.from(await key.sign('text'), 'hex'))).toBe(true);
  expect(await openDeviceKey(api, CUSTOMER, TOKEN)).toMatchObject({ publicKey: key.publicKey });
  expect(await openDeviceKey(api, '100002', TOKEN)).not.toMatchObject({ publicKey: key.publicKey });
});

test.each([
  [
    'unsupported',
    'a browser without Ed25519',
    () =>
      vi
        .spyOn(crypto.subtle, 'generateKey')
        .mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError')),
  ],
  ['unsupported', 'an address without https', () => vi.stubGlobal('isSecureContext', false)],
  ['unsupported', 'a browser without storage', () => vi.stubGlobal('indexedDB', undefined)],
  [
    'unsupported',
    'a browser that refuses its storage',
    () =>
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
  ],
  [
    'clock',
    'a clock that is a minute and a half off',
    () => (answer = { type: 'ok', code: 1, message: { number: 1, time_ms: Date.now() - 90_000 } }),
  ],
  [
    'refused',
    'a platform that refuses the key',
    () => (answer = { type: 'error', code: 0, error: 'parameter_wrong', message: '', params: {} }),
  ],
  ['unreachable', 'a platform that can’t be reached', () => (answer = undefined)],
])('reports the key as %s with %s', async (reason, _name, arrange) => {
  arrange();
  expect(await openDeviceKey(api, CUSTOMER, TOKEN)).toBe(reason);
});
