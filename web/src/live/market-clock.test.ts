/** The estimate of the market's clock on a device. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMarketClock } from './market-clock.ts';

/** Simulates a device whose clock the test advances, and a market that is 5,000 ms ahead of it. */
function scene() {
  let deviceMs = 0;
  const clock = createMarketClock(() => deviceMs);
  const market = () => deviceMs + 5000;
  return {
    clock,
    market,
    pass: (ms: number) => (deviceMs += ms),
    /** Delivers a tick that was in flight for `lateMs`. */
    tick: (lateMs: number) => clock.hear(market() - lateMs),
    off: () => (clock.nowMs() ?? Number.NaN) - market(),
  };
}

test('returns no time before the first tick', () => {
  const { clock, pass } = scene();
  pass(10_000);
  expect(clock.nowMs()).toBeUndefined();
});

test('follows the tick with the lowest latency', () => {
  const { tick, pass, off } = scene();
  for (const late of [240, 60, 180, 20, 250, 200]) {
    tick(late);
    pass(250);
  }
  expect(off()).toBe(-20);
  pass(45_000);
  tick(240);
  expect(off()).toBe(-20);
});

test('applies a correction immediately if no time was displayed since the previous tick', () => {
  const { tick, pass, off } = scene();
  tick(200);
  expect(off()).toBe(-200);
  pass(5000);
  tick(0);
  expect(off()).toBe(0);
});

test('spreads a correction over the following seconds while the time is displayed', () => {
  const { clock, tick, pass, off } = scene();
  tick(400);
  pass(3000);
  clock.nowMs();
  tick(0);
  expect(off()).toBe(-400);
  pass(1000);
  expect(off()).toBeCloseTo(-350, 6);
  pass(7000);
  expect(off()).toBeCloseTo(0, 6);
});

test('applies a correction of an hour immediately', () => {
  const { clock, market, tick, pass } = scene();
  tick(10);
  pass(5000);
  clock.nowMs();
  clock.hear(market() + 3_600_000);
  expect((clock.nowMs() ?? 0) - market()).toBe(3_600_000);
});

test('compensates for a device clock that runs fast', () => {
  let deviceMs = 0;
  let marketMs = 0;
  const clock = createMarketClock(() => deviceMs);
  for (let step = 0; step < 1000; step += 1) {
    marketMs += 250;
    deviceMs += 250.025;
    clock.hear(marketMs);
    clock.nowMs();
  }
  expect(Math.abs((clock.nowMs() ?? 0) - marketMs)).toBeLessThan(15);
});

test('never runs backwards or ahead of the market at any latency', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(900)), { minLength: 2, maxLength: 60 }), (steps) => {
      const { clock, market, tick, pass } = scene();
      let before = Number.NEGATIVE_INFINITY;
      for (const [wait, late] of steps) {
        pass(wait);
        tick(late);
        const now = clock.nowMs() ?? Number.NaN;
        expect(now).toBeGreaterThanOrEqual(before);
        expect(now).toBeLessThanOrEqual(market() + 1e-6);
        before = now;
      }
    }),
  );
});
