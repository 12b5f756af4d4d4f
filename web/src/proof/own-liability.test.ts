/**
 * A statement of liabilities that does not appear in the log is reported on the device, and one that may still appear is
 * not.
 */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { hexToBytes } from '@noble/hashes/utils.js';
import { makeStatement } from '@candor/verifier/liabilities/testing/made-statement.ts';
import { signer } from '@candor/verifier/testing/made-tape.ts';
import type { Signer } from '@candor/verifier/testing/made-tape.ts';
import { checkpointBody } from '@candor/verifier/tlog/checkpoint.ts';
import { keyId, keyText, signatureLine } from '@candor/verifier/tlog/note.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../lib/session.ts';
import { createKeptStore } from './kept-store.ts';
import { checkOwnLiability } from './own-liability.ts';
import { quietly } from './quietly.ts';

const AS_OF = 1_800_000_000;
const keyOf = ({ publicKey }: Signer, name: string, type: 'log' | 'witness') => ({
  ...{ name, type, id: keyId(name, type, publicKey), publicKey },
});
const [log, witness] = [signer(1), signer(2)];
const [logKey, witnessKey] = [keyOf(log, 'log.example', 'log'), keyOf(witness, 'w.example', 'witness')];
const policy = `log ${keyText(logKey)}\nwitness w ${keyText(witnessKey)}\nquorum w\n`;

/** The kept log of three entries, as a witness saw it at a time. */
function keptAt(seconds: number): string {
  const body = checkpointBody({ origin: 'log.example', size: 3, root: new Uint8Array(32) });
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const cosigned = hexToBytes(witness.sign(`cosignature/v1\ntime ${seconds}\n${body}`));
  const lines = [
    signatureLine(logKey, hexToBytes(log.sign(body))),
    signatureLine(witnessKey, Buffer.concat([time, cosigned])),
  ];
  return JSON.stringify({ policy, note: `${body}\n${lines.join('')}`, checkedAt: seconds });
}

let answers: Readonly<Record<string, unknown>>;
const stored = new Map<string, string>();
let app: AppState;
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const [, name = ''] = /^\/api\/([^?]*)/.exec(url) ?? [];
    // Its tiles do not lead to its root, so it proves nothing.
    if (url === '/log/checkpoint') return new Response(JSON.parse(stored.get('candor.kept-log') ?? '').note);
    if (url.startsWith('/log/')) return new Response(new Uint8Array(96));
    if (name === 'demo' && !(name in answers))
      return Response.json({ type: 'error', error: 'not_found' }, { status: 404 });
    if (!(name in answers)) throw new TypeError('the network is down');
    return Response.json({ type: 'ok', code: 1, message: answers[name] });
  });
  app = createAppState();
  useSession.setState({ token: 'token' });
});
afterEach(() => {
  useSession.setState({ token: undefined });
  vi.unstubAllGlobals();
});

test.each<[string, number | null, number, readonly string[]]>([
  ['that is not in the log four minutes later', null, AS_OF + 240, ['liability_unlogged']],
  ['with a place that the log does not have four minutes later', 7, AS_OF + 240, ['liability_unlogged']],
  ['that may still arrive', null, AS_OF + 100, []],
  ['with a place that the kept log does not have yet', 7, AS_OF + 100, []],
])('judges a statement %s', async (_, index, seconds, codes) => {
  await judges({ index, seconds, codes });
});

test('reports a late statement even if the platform names a step of a demo’s time that the log does not prove', async () => {
  const step = { number: 1, wall_ms: 0, ahead_ms: -3_600_000, index: 0 };
  const demo = { clock_steps: [step] };
  await judges({ index: null, seconds: AS_OF + 240, codes: ['liability_unlogged'], more: { demo } });
});

type Judged = {
  readonly index: number | null;
  readonly seconds: number;
  readonly codes: readonly string[];
  readonly more?: Readonly<Record<string, unknown>>;
};

async function judges({ index, seconds, codes, more = {} }: Judged): Promise<void> {
  const own = makeStatement([{ customer: '7', seq: 0, currency: 'USDT', parts: [0n] }]).ownOf('7');
  answers = {
    ...more,
    'transparency/liability': { ...own, as_of: AS_OF, log_index: index, claims: [] },
    ...{ 'user/info': { id: '7' }, 'wallet/list': [], 'wallet/detail': { items: [], next: null } },
    ...{ 'lever/my_trade': { items: [], next: null }, 'lever/my_wh_trade': { items: [], next: null } },
  };
  stored.set('candor.kept-log', keptAt(seconds));
  await quietly(checkOwnLiability(app, { now: true }));
  expect(
    app
      .of(createKeptStore)
      .keptNow()
      .contradictions.map(({ code }) => code),
  ).toEqual(codes);
}
