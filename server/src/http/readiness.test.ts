import { expect, onTestFinished, test } from 'vitest';
import { Readiness } from './readiness.ts';

const soon = { timeout: 5000, interval: 5 };

test('returns the last result, but only briefly if the check does not answer', async () => {
  let nowMs = 0;
  let answers: () => Promise<boolean> = () => Promise.resolve(true);
  const readiness = new Readiness({
    check: () => answers(),
    everyMs: 5,
    believedMs: 1000,
    now: () => nowMs,
  });
  onTestFinished(() => readiness.stop());
  expect(readiness.isReady).toBe(false);
  await expect.poll(() => readiness.isReady, soon).toBe(true);
  answers = () => Promise.resolve(false);
  await expect.poll(() => readiness.isReady, soon).toBe(false);
  answers = () => Promise.resolve(true);
  await expect.poll(() => readiness.isReady, soon).toBe(true);
  answers = () => Promise.reject(new Error('database down'));
  await expect.poll(() => readiness.isReady, soon).toBe(false);
  answers = () => Promise.resolve(true);
  await expect.poll(() => readiness.isReady, soon).toBe(true);
  // The database doesn't answer, so a caller that waited for the check would never be answered.
  let answer: (ready: boolean) => void = () => undefined;
  answers = () => new Promise((resolve) => (answer = resolve));
  nowMs += 1001;
  expect(readiness.isReady).toBe(false);
  answer(true);
});
