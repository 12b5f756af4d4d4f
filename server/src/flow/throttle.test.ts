import { expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

const options = { max: 3, windowMs: 10_000, keysMax: 2 };

it('allows attempts up to the limit of a window, and then returns the seconds to wait', () => {
  const throttle = new Throttle(options);
  expect([0, 1, 2].map((at) => throttle.take('a', at))).toEqual([0, 0, 0]);
  expect(throttle.take('a', 2000)).toBe(8);
  expect(throttle.take('b', 2000)).toBe(0);
  expect(throttle.take('a', 10_000)).toBe(0);
});

it('refunds a successful attempt', () => {
  const throttle = new Throttle(options);
  for (let at = 0; at < 50; at += 1) {
    expect(throttle.take('a', at)).toBe(0);
    throttle.giveBack('a');
  }
});

it('drops the oldest key when there are too many', () => {
  const throttle = new Throttle({ ...options, max: 1 });
  throttle.take('a', 0);
  throttle.take('b', 0);
  throttle.take('c', 0);
  expect(throttle.take('c', 1)).toBe(10);
  expect(throttle.take('a', 1)).toBe(0);
});
