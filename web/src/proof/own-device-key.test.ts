/** The device's own key in the customer's part of the log: a missing one is reported in time, and an unread log is not. */
import type { AppState } from '@candor/client/app-state.ts';
import { createAppState } from '@candor/client/app-state.ts';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createKeptStore } from './kept-store.ts';
import { checkDeviceKey, createLoggedKeys } from './own-device-key.ts';
import { quietly } from './quietly.ts';

const CUSTOMER = '100001';
const OWN = 'ab'.repeat(32);
const HOUSE = 'cd'.repeat(32);
const SALT = '00'.repeat(16);
const NOW = 1_800_000_000_000;

/** The pages of the customer's entries; a missing one can't be read. */
let pages: Readonly<Record<string, object>>;

function entry(publicKey: string, index: number, { salt = SALT, number = 1 } = {}) {
  const opening = `candor-device-key-v3|${CUSTOMER}|${number}|${publicKey}|${NOW}`;
  const hash = createHash('sha256').update(Buffer.from(SALT, 'hex')).update(opening).digest('hex');
  return { index, kind: 'device_key', entry: `candor-private-v1|device_key|${hash}`, salt, opening };
}

/** An entry about the customer's journals, which counts the keys before it; undefined for an older form without the count. */
function stated(keys: number | undefined, index: number, journal = 1) {
  const [version, count] = keys === undefined ? ['1', ''] : ['2', `|${keys}`];
  const opening = `candor-book-v${version}|${CUSTOMER}|${journal}|${'0'.repeat(64)}${count}`;
  const hash = createHash('sha256').update(Buffer.from(SALT, 'hex')).update(opening).digest('hex');
  return { index, kind: 'book', entry: `candor-private-v1|book|${hash}`, salt: SALT, opening };
}

let app: AppState;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/demo'))
      return Response.json({ type: 'error', error: 'not_found' }, { status: 404 });
    const [, from = ''] = /transparency\/own\?.*from_index=(\d+)/.exec(url) ?? [];
    const message = pages[from];
    if (message === undefined) throw new TypeError('the network is down');
    return Response.json({ type: 'ok', code: 1, message });
  });
  app = createAppState();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const check = (key = OWN) => quietly(checkDeviceKey(app, { customer: CUSTOMER, key }));
const found = () =>
  app
    .of(createKeptStore)
    .keptNow()
    .contradictions.map(({ code }) => code);

test('reports the device’s own key if the log lacks it five minutes later, and lists the other keys', async () => {
  pages = { 0: { entries: [entry(HOUSE, 7)], next_index: null } };
  await check();
  expect(found()).toEqual([]);
  vi.setSystemTime(NOW + 5 * 60_000 + 1);
  await check();
  expect(found()).toEqual(['device_key_missing']);
  expect(app.of(createLoggedKeys).getState().known?.keys).toEqual([
    { number: 1, publicKey: HOUSE, atMs: NOW },
  ]);
});

test.each([
  ['lacks a number', [1, 3], ['device_key_withheld']],
  ['begins after the first', [2], ['device_key_withheld']],
  ['has a number twice', [1, 1], ['device_key_withheld']],
  ['has all numbers in any order', [2, 1, 3], []],
])('checks for a hidden key, given a log that %s', async (_name, numbers, expected) => {
  const entries = numbers.map((number, index) => entry(HOUSE, index, { number }));
  pages = { 0: { entries, next_index: null } };
  await check('unsupported');
  expect(found()).toEqual(expected);
});

const [first, second] = [entry(HOUSE, 2), entry(OWN, 5, { number: 2 })];
test.each([
  [
    'states the number of all keys before it',
    [stated(0, 1), first, stated(1, 3, 2), second, stated(2, 6, 3)],
    false,
  ],
  ['includes the last key, which is hidden', [stated(0, 1), first, stated(1, 3, 2), stated(2, 6, 3)], true],
  ['includes the only key, which is hidden', [stated(1, 3)], true],
  ['was recorded while a key was hidden that is now shown', [first, stated(0, 3)], true],
  ['has no count yet', [stated(undefined, 1), first, stated(1, 3, 2)], false],
  ['no longer has a count', [first, stated(1, 3), stated(undefined, 6, 2)], true],
])('checks for a hidden key, given an entry about journals that %s', async (_name, entries, isFound) => {
  pages = { 0: { entries, next_index: null } };
  await check('unsupported');
  expect(found()).toEqual(isFound ? ['device_key_withheld'] : []);
});

test('reports at the next check that the newest key is hidden', async () => {
  pages = { 0: { entries: [first, stated(1, 3)], next_index: null } };
  await check('unsupported');
  expect(found()).toEqual([]);
  pages = { 4: { entries: [stated(2, 6, 2)], next_index: null } };
  await check('unsupported');
  expect(found()).toEqual(['device_key_withheld']);
});

test('reports counts that are not shown for journals that this device has seen', async () => {
  const seen = { customer: CUSTOMER, seq: 4, atMs: NOW };
  localStorage.setItem('candor.seen-records', JSON.stringify(seen));
  pages = { 0: { entries: [first, stated(1, 3, 3)], next_index: null } };
  await check('unsupported');
  expect(found()).toEqual([]);
  pages = { 4: { entries: [], next_index: null } };
  vi.setSystemTime(NOW + 5 * 60_000 + 1);
  await check('unsupported');
  expect(found()).toEqual(['device_key_withheld']);
});

test('rereads all data that was stored before keys were counted', async () => {
  const older = { customer: CUSTOMER, key: 'unsupported', next: 4, keys: [], sinceMs: NOW, isFound: false };
  localStorage.setItem('candor.device-keys', JSON.stringify(older));
  localStorage.setItem(
    'candor.seen-records',
    JSON.stringify({ customer: CUSTOMER, seq: 3, atMs: NOW - 10 * 60_000 }),
  );
  pages = { 0: { entries: [stated(undefined, 3, 3)], next_index: null } };
  await check('unsupported');
  expect(found()).toEqual([]);
});

test('reports a key that was logged long after it was registered', async () => {
  const late = {
    customer: CUSTOMER,
    key: 'unsupported',
    next: 4,
    keys: [{ number: 1, publicKey: HOUSE, atMs: NOW }],
  };
  const seen = { size: 5, atMs: NOW + 5 * 60_000 + 1 };
  for (const [size, expected] of [
    [6, []],
    [5, ['device_key_withheld']],
  ] as const) {
    const known = { ...late, sinceMs: NOW, isFound: false, hasStated: false, seen: { ...seen, size } };
    localStorage.setItem('candor.device-keys', JSON.stringify(known));
    pages = { 4: { entries: [second], next_index: null } };
    // oxlint-disable-next-line no-await-in-loop
    await check('unsupported');
    expect(found()).toEqual(expected);
  }
});

test('accepts no entry whose opening doesn’t match', async () => {
  pages = { 0: { entries: [entry(OWN, 7, { salt: '11'.repeat(16) })], next_index: null } };
  await check();
  vi.setSystemTime(NOW + 5 * 60_000 + 1);
  await check();
  expect(found()).toEqual(['device_key_missing']);
});

test.each([
  ['pages that can’t be read', { 0: { entries: [entry(HOUSE, 7)], next_index: 8 } }, OWN],
  ['a log without a verdict', { 0: { entries: [entry(OWN, 7)], next_index: null } }, OWN],
  ['a device that signs nothing', { 0: { entries: [], next_index: null } }, 'unsupported'],
])('reports nothing with %s', async (_name, given, key) => {
  pages = given;
  await check(key);
  vi.setSystemTime(NOW + 60 * 60_000);
  await check(key);
  expect(found()).toEqual([]);
});
