/** The call for which a signed request is valid, however often and in whichever process it arrives. */
import { expect, test } from 'vitest';
import { UsedSignatures } from './used-signatures.ts';
import type { ClaimSignature, Judged, SignedFor } from './used-signatures.ts';

const START = 1_800_000_000_000;
const LIST = { call: 'GET /api/v3/openOrders', changes: false };
const CANCEL = { call: 'DELETE /api/v3/openOrders', changes: true };
const ACCOUNT = { call: 'GET /api/v3/account', changes: false };

type Asked = { readonly call: string; readonly changes: boolean };

/** The state that all processes share, in a table of the database. */
function shared(): ClaimSignature {
  const claims = new Map<string, SignedFor>();
  return ({ hash, call, changes }) => {
    const id = hash.toString('hex');
    const first = claims.get(id) ?? { call, changes };
    claims.set(id, first);
    return Promise.resolve(first);
  };
}

function scene(max?: number, claim = shared()) {
  let nowMs = START;
  const used = new UsedSignatures(() => nowMs, claim, max);
  const use = (of: Asked, { key = 'k', text = 't', timeMs = START, isShared = true } = {}) =>
    used.use({ ...of, key, text, timeMs, isShared });
  /** Waits for the results, in the order of the calls. */
  const all = (...uses: Promise<Judged>[]) => Promise.all(uses);
  return { use, all, pass: (ms: number) => (nowMs += ms) };
}

test('accepts the signature of a read for a different read, but never for a change', async () => {
  const { use, all } = scene();
  expect(await all(use(LIST), use(ACCOUNT), use(LIST))).toEqual(['fits', 'fits', 'fits']);
  expect(await use(CANCEL)).toBe('of_another_call');
});

test('accepts the signature of a change for the same call again, and for no other call', async () => {
  const { use, all } = scene();
  expect(await all(use(CANCEL), use(CANCEL))).toEqual(['fits', 'fits']);
  expect(await use(LIST)).toBe('of_another_call');
  expect(await use({ call: 'DELETE /api/v3/order', changes: true })).toBe('of_another_call');
});

test('distinguishes the signatures of different keys and texts', async () => {
  const { use, all } = scene();
  await use(CANCEL);
  expect(await all(use(LIST, { key: 'other' }), use(LIST, { text: 'other' }))).toEqual(['fits', 'fits']);
});

test('remembers a signature as long as the longest window lasts', async () => {
  const { use, pass } = scene();
  await use(LIST);
  pass(60_000);
  expect(await use(CANCEL)).toBe('of_another_call');
});

test('accepts no change that was signed before the process started', async () => {
  const { use } = scene();
  expect(await use(CANCEL, { timeMs: START - 1 })).toBe('too_old');
  expect(await use(LIST, { timeMs: START - 1 })).toBe('fits');
});

test('refuses further requests when its memory is full, until old signatures expire', async () => {
  const { use, all, pass } = scene(2);
  await use(LIST, { text: 'a' });
  await use(LIST, { text: 'b' });
  expect(await all(use(LIST, { text: 'c' }), use(LIST, { text: 'a' }))).toEqual(['too_many', 'fits']);
  pass(60_001);
  expect(await use(LIST, { text: 'c', timeMs: START + 60_001 })).toBe('fits');
});

test('shares between processes the signatures of requests that could change something', async () => {
  const claim = shared();
  const [here, there] = [scene(undefined, claim), scene(undefined, claim)];
  expect(await here.use(LIST)).toBe('fits');
  // Two concurrent copies do not hide each other.
  expect(await there.all(there.use(CANCEL), there.use(CANCEL))).toEqual([
    'of_another_call',
    'of_another_call',
  ]);
  expect(await there.use(ACCOUNT)).toBe('fits');
  expect(await there.use(CANCEL, { text: 'u' })).toBe('fits');
  expect(await here.use(LIST, { text: 'u' })).toBe('of_another_call');
  expect(await here.use(CANCEL, { text: 'u' })).toBe('fits');
});

test('accepts no signature while the database is unreachable, and retries', async () => {
  const answers = [Promise.reject(new Error('no connection')), Promise.resolve(CANCEL)];
  const { use } = scene(undefined, async () => answers.shift() ?? CANCEL);
  await expect(use(CANCEL)).rejects.toThrow('no connection');
  expect(await use(CANCEL)).toBe('fits');
});
