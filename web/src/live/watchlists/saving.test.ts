/** Watchlists that another device saved: read at once, but not while a change of this device is on its way. */
import type { AppState, Slice } from '@candor/client/app-state.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createApi, createQueryClient } from '../../lib/api.ts';
import { callKey } from '../../lib/queries.ts';
import type { ServerEvents } from '../connection.ts';
import { createLiveConnection } from '../connection.ts';
import { createWatchlistSaving } from './saving.ts';

const KEY = callKey('GET watchlists', {});
const lists = (version: number, name = '') => ({ version, items: [{ name, symbols: ['BTC/USDT'] }] });

/** An app of one device, whose saves are answered once `answer` is called. */
function device() {
  const queries = new QueryClient();
  queries.setQueryData(KEY, lists(3));
  let hear: ServerEvents['watchlists'] = () => undefined;
  let answer: () => void = () => undefined;
  const api = (name: string) =>
    name === 'GET watchlists'
      ? Promise.resolve({ type: 'ok', message: lists(3) })
      : new Promise((resolve) => {
          answer = () => resolve({ type: 'ok', message: lists(4, 'Mine') });
        });
  const slices = new Map<unknown, unknown>([
    [createQueryClient, queries],
    [createApi, { api, showRefusal: () => undefined }],
    [createLiveConnection, { on: (_: string, listener: typeof hear) => (hear = listener) }],
  ]);
  const app: AppState = { of: <Value>(slice: Slice<Value>) => slices.get(slice) as Value };
  const saving = createWatchlistSaving(app);
  return {
    ...{ queries, saving },
    hears: (version: number | null) => hear({ version }),
    answer: () => answer(),
    isStale: () => queries.getQueryState(KEY)?.isInvalidated,
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 10));

test.each([
  [4, true],
  [3, false],
  [null, true],
])('at version 3, an event of version %s makes the lists stale: %s', async (version, expected) => {
  const { hears, isStale } = device();
  hears(version);
  await settle();
  expect(isStale()).toBe(expected);
});

test('judges an event only once the change on its way is saved', async () => {
  const { saving, hears, answer, isStale, queries } = device();
  const done = saving.change((before) => before.map((list) => ({ ...list, name: 'Mine' })), []);
  await settle();
  hears(4);
  hears(5);
  await settle();
  expect([isStale(), queries.getQueryData(KEY)]).toEqual([false, lists(3, 'Mine')]);
  answer();
  expect(await done).toBe('saved');
  await settle();
  expect([isStale(), queries.getQueryData(KEY)]).toEqual([true, lists(4, 'Mine')]);
});
