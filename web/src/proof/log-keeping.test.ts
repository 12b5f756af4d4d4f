/** The public log on a device: a log whose key differs from the stored one is reported on every screen. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { checkpointBody } from '@candor/verifier/tlog/checkpoint.ts';
import { keyId, keyText, signatureLine } from '@candor/verifier/tlog/note.ts';
import type { NoteKey } from '@candor/verifier/tlog/note.ts';
import { madeLog } from '@candor/verifier/tlog/testing/made-log.ts';
import { createKeptStore } from './kept-store.ts';
import { checkLog, createLogOnDevice, forgetLog } from './log-keeping.ts';

type Key = { readonly secret: KeyObject; readonly key: NoteKey };
const NAME = 'log.example/candor';
const made = madeLog(300);

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const hex = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  return {
    secret: privateKey,
    key: { name: NAME, type: 'log', id: keyId(NAME, 'log', hex), publicKey: hex },
  };
}

function serve({ key, secret }: Key, size: number): void {
  const body = checkpointBody({ origin: NAME, size, root: made.root(size) });
  const note = `${body}\n${signatureLine(key, sign(null, Buffer.from(body), secret))}`;
  const texts = new Map([
    ['policy', `log ${keyText(key)}\nquorum none\n`],
    ['checkpoint', note],
  ]);
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('transparency/keys')) {
      return Response.json({ type: 'ok', code: 1, message: { changes: [] } });
    }
    const path = address.replace('/log/', '');
    const text = texts.get(path);
    return new Response(text ?? new Uint8Array(await made.read(size)(path)));
  });
}

let app: AppState;
const codes = () =>
  app
    .of(createKeptStore)
    .keptNow()
    .contradictions.map(({ code }) => code);
const acceptedSize = () => app.of(createLogOnDevice).getState().log?.state.size;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  app = createAppState();
});
afterEach(() => void vi.unstubAllGlobals());

test('stores a log that continues the stored one, and forgets it on request', async () => {
  const own = newKey();
  for (const size of [10, 300]) {
    serve(own, size);
    await checkLog(app);
    expect(acceptedSize()).toBe(size);
  }
  expect(codes()).toEqual([]);
  forgetLog(app);
  serve(newKey(), 20);
  await checkLog(app);
  expect(acceptedSize()).toBe(20);
});

test('reports a log that shrank or has another key, and keeps the stored one', async () => {
  const own = newKey();
  serve(own, 300);
  await checkLog(app);
  serve(own, 10);
  await checkLog(app);
  serve(newKey(), 300);
  await checkLog(app);
  await checkLog(app);
  expect(codes()).toEqual(['log_shrunk', 'log_unsigned']);
  expect(acceptedSize()).toBe(300);
});
