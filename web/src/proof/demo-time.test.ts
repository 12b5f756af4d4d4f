/** A step of a demo's time counts on a device only once it is proved in the log that the device keeps. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { wallTime } from '@candor/verifier/house-time.ts';
import { signer } from '@candor/verifier/testing/made-tape.ts';
import { checkpointBody } from '@candor/verifier/tlog/checkpoint.ts';
import { keyId, keyText, signatureLine } from '@candor/verifier/tlog/note.ts';
import type { NoteKey } from '@candor/verifier/tlog/note.ts';
import { madeLog } from '@candor/verifier/tlog/testing/made-log.ts';
import { hexToBytes } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { provenSteps } from './demo-time.ts';

const T = 1_800_000_000_000;
const HOUR = 3_600_000;
const NAME = 'log.example';
const log = signer(1);
const key: NoteKey = {
  ...{ name: NAME, type: 'log' as const },
  ...{ id: keyId(NAME, 'log', log.publicKey), publicKey: log.publicKey },
};
const first = { number: 1, wall_ms: T, ahead_ms: HOUR, index: 3 };
const second = { number: 2, wall_ms: T + HOUR, ahead_ms: 3 * HOUR, index: 12 };
const entryOf = ({ number, wall_ms: wallMs, ahead_ms: aheadMs }: typeof first) =>
  `candor-clock-v1|${number}|${wallMs}|${aheadMs}`;
const made = madeLog(20, 'entry', { 3: entryOf(first), 12: entryOf(second) });

/** The steps that the platform names; undefined on a live platform, which has no such call. */
let named: readonly (Omit<typeof first, 'index'> & { readonly index: number | null })[] | undefined;
let asked: string[];
let size: number;
let app: AppState;

function noteOf(): string {
  const body = checkpointBody({ origin: NAME, size, root: made.root(size) });
  return `${body}\n${signatureLine(key, hexToBytes(log.sign(body)))}`;
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  [named, asked, size, app] = [[first, second], [], 20, createAppState()];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/api/demo')) {
      asked.push(address);
      if (named === undefined) return Response.json({ type: 'error', error: 'not_found' }, { status: 404 });
      return Response.json({ type: 'ok', code: 1, message: { clock_steps: named } });
    }
    const path = address.replace('/log/', '');
    if (path === 'policy') return new Response(`log ${keyText(key)}\nquorum none\n`);
    if (path === 'checkpoint') return new Response(noteOf());
    return new Response(new Uint8Array(await made.read(size)(path)));
  });
});
afterEach(() => void vi.unstubAllGlobals());

const numbers = async () => (await provenSteps(app, T + 2 * HOUR)).steps.map(({ aheadMs }) => aheadMs);

test('returns the logged steps around a time', async () => {
  const { steps, isWhole } = await provenSteps(app, T + 2 * HOUR + 5);
  expect([wallTime(steps, T + 2 * HOUR + 5), isWhole]).toEqual([T + HOUR, true]);
  expect(asked).toEqual([expect.stringContaining(`at_ms=${T + 2 * HOUR + 5}`)]);
});

test.each<[what: string, index: number | null]>([
  ['without a place in the log', null],
  ['at the place of another entry', 4],
  ['at a place that the log does not have', 20],
])('rejects a step %s', async (_, index) => {
  named = [{ ...first, wall_ms: 0, ahead_ms: -60_000, index }];
  expect(await provenSteps(app, T)).toEqual({ steps: [], isWhole: false });
});

test('rejects another step at the place of a logged step', async () => {
  named = [{ ...first, ahead_ms: 2 * HOUR }, second];
  expect(await numbers()).toEqual([3 * HOUR]);
});

test('accepts a step once the log stored on the device has grown past it', async () => {
  size = 10;
  expect([await numbers(), (await provenSteps(app, T)).isWhole]).toEqual([[HOUR], false]);
  size = 20;
  expect(await numbers()).toEqual([HOUR, 3 * HOUR]);
});

test('keeps a proved step that the platform leaves out later', async () => {
  await numbers();
  named = [];
  expect(await numbers()).toEqual([HOUR, 3 * HOUR]);
});

test('returns no steps on a live platform', async () => {
  named = undefined;
  expect(await provenSteps(app, T)).toEqual({ steps: [], isWhole: true });
});
