import { expect, test } from 'vitest';
import { createAppState } from './app-state.ts';
import type { AppState } from './app-state.ts';

const createCounter = () => {
  let count = 0;
  return { next: () => (count += 1) };
};
const createDoubled = (app: AppState) => ({ next: () => 2 * app.of(createCounter).next() });

test('creates a slice once, and shares it with the slices that depend on it', () => {
  const app = createAppState();
  expect(app.of(createCounter).next()).toBe(1);
  expect(app.of(createDoubled).next()).toBe(4);
  expect(app.of(createCounter).next()).toBe(3);
});

test('shares nothing with the state of another app', () => {
  const [one, other] = [createAppState(), createAppState()];
  one.of(createCounter).next();
  expect(other.of(createCounter).next()).toBe(1);
});

test('creates a slice only when it is first requested', () => {
  let created = 0;
  const createSlow = () => (created += 1);
  const app = createAppState();
  expect(created).toBe(0);
  app.of(createSlow);
  app.of(createSlow);
  expect(created).toBe(1);
});
