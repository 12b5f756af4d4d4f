/** While the disk is nearly full, some calls are refused, and all others continue. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ok } from '@candor/domain/outcome.ts';
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Handlers } from '../calls/handler.ts';
import { STORING, sparing, watchStorage } from './low-storage.ts';

const names = Object.keys(calls) as CallName[];
const handlers = Object.fromEntries(names.map((name) => [name, async () => ok(name)])) as unknown as Handlers;
const call = (of: Handlers, name: CallName) => (of[name] as () => Promise<unknown>)();

test('refuses only calls that store data, none of which moves money or protects an account', async () => {
  const low = sparing(handlers, { isLow: true });
  const refused: CallName[] = [];
  for (const name of names) {
    const answer = (await call(low, name)) as { ok: boolean; refusal?: { code: string } };
    if (!answer.ok) {
      expect(answer.refusal?.code).toBe('storage_low');
      refused.push(name);
    }
  }
  expect(refused.toSorted()).toEqual([...STORING].toSorted());
  for (const name of refused)
    expect(name).not.toMatch(/ (?:coin|lever|lh|microtrade|order|project|safe|wallet)\//);
});

test('allows every call while enough space is free', async () => {
  const roomy = sparing(handlers, { isLow: false });
  for (const name of STORING) expect(await call(roomy, name)).toEqual(ok(name));
});

test('rechecks periodically, and stays low until the free space exceeds the threshold by some margin', async () => {
  const told: string[] = [];
  let bytes = 1000;
  const storage = await watchStorage({
    free: async () => bytes,
    lowBytes: 100,
    everyMs: 1,
    report: (text) => told.push(text),
  });
  expect(storage.isLow).toBe(false);
  for (const [free, isLow] of [
    [99, true],
    [110, true],
    [126, false],
    [101, false],
  ] as const) {
    bytes = free;
    await expect.poll(() => storage.isLow, { interval: 1 }).toBe(isLow);
    await delay(5);
    expect(storage.isLow).toBe(isLow);
  }
  await storage.stop();
  expect(told).toEqual([
    expect.stringContaining('storage: running low'),
    expect.stringContaining('storage: sufficient again'),
  ]);
});
