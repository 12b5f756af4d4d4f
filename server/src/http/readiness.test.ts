import { expect, onTestFinished, test } from 'vitest';
import { Readiness } from './readiness.ts';

const soon = { timeout: 5000, interval: 5 };

test('is what was found a moment ago, and not for long where nothing answers', async () => {
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
  answers = () => Promise.reject(new Error('gone'));
  await expect.poll(() => readiness.isReady, soon).toBe(false);
  answers = () => Promise.resolve(true);
  await expect.poll(() => readiness.isReady, soon).toBe(true);
  // A database that answers nobody: asked, it would keep whoever asks waiting.
  let answer: (ready: boolean) => void = () => undefined;
  answers = () => new Promise((resolve) => (answer = resolve));
  nowMs += 1001;
  expect(readiness.isReady).toBe(false);
  answer(true);
});
