/** A network that says nothing is as good as none, where something was kept. */
import { expect, test } from 'vitest';
import { soonOr } from './patience.ts';

const waitMs = 30;
const after = (ms: number, answer: string): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), ms));
const kept = async () => 'kept';
const nothing = async () => undefined;

test('an answer that comes in time is the answer', async () => {
  expect(await soonOr(after(1, 'now'), { waitMs, instead: kept })).toBe('now');
});

test('one that does not gives way to what was kept, or is waited for', async () => {
  expect(await soonOr(after(200, 'late'), { waitMs, instead: kept })).toBe('kept');
  expect(await soonOr(after(60, 'late'), { waitMs, instead: nothing })).toBe('late');
});

test('one that fails does so at once, and fails where nothing was kept', async () => {
  const fails = (): Promise<string> => Promise.reject(new Error('no network'));
  const beganMs = performance.now();
  expect(await soonOr(fails(), { waitMs: 10_000, instead: kept })).toBe('kept');
  expect(performance.now() - beganMs).toBeLessThan(1000);
  await expect(soonOr(fails(), { waitMs, instead: nothing })).rejects.toThrow('no network');
});
