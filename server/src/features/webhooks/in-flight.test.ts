/** Receivers that are slow, perhaps on purpose, share a part of the places and delay nobody else. */
import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';
import { limits } from './limits.ts';

const SLOW = Array.from({ length: 40 }, (_, at) => BigInt(at + 1));
const QUICK = 1000n;

type World = {
  nowMs: number;
  readonly inFlight: InFlight;
  readonly begin: (webhook: bigint) => () => Promise<void>;
};

function world(): World {
  const self = { nowMs: 0 };
  const inFlight = new InFlight(() => self.nowMs);
  const begin = (webhook: bigint) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    inFlight.add(webhook, promise);
    return async () => {
      resolve();
      await promise;
      await new Promise(setImmediate);
    };
  };
  return Object.assign(self, { inFlight, begin });
}

/** What the outbox does in a turn: it begins as many attempts to each webhook as it may. */
function takes({ inFlight, begin }: World, webhooks: readonly bigint[]) {
  const { full, partly } = inFlight.taken;
  return webhooks.flatMap((id) => {
    const free = full.includes(id) ? 0 : limits.atOnceMax - (partly.includes(id) ? 1 : 0);
    return Array.from({ length: free }, () => begin(id));
  });
}

async function madeSlow(): Promise<World> {
  const one = world();
  const ends = takes(one, SLOW);
  one.nowMs += limits.timeoutMs;
  await Promise.all(ends.map((end) => end()));
  return one;
}

test('gives slow webhooks a part of the places, each in its turn', async () => {
  const one = await madeSlow();
  const first = takes(one, SLOW);
  expect(first).toHaveLength(limits.slowAtOnceMax);
  const taken = SLOW.filter(
    (id) => !one.inFlight.taken.partly.includes(id) && one.inFlight.taken.full.includes(id),
  );
  expect(taken).toHaveLength(SLOW.length);
  expect(takes(one, SLOW)).toHaveLength(0);
  expect(takes(one, [QUICK])).toHaveLength(limits.atOnceMax);
  await Promise.all(first.map((end) => end()));
  const before = new Set(SLOW.slice(0, limits.slowAtOnceMax / limits.atOnceMax));
  const { full } = one.inFlight.taken;
  // Those that had their turn wait for the others.
  for (const id of before) expect(full).toContain(id);
});

test('forgets that a webhook was slow', async () => {
  const one = await madeSlow();
  expect(takes(one, SLOW.slice(0, 2))).toHaveLength(4);
  const later = await madeSlow();
  later.nowMs += limits.slowForMs;
  expect(takes(later, SLOW)).toHaveLength(SLOW.length * limits.atOnceMax);
});

test('takes a webhook that answers at once for no slow one', async () => {
  const one = world();
  const ends = takes(one, SLOW);
  one.nowMs += limits.slowMs - 1;
  await Promise.all(ends.map((end) => end()));
  expect(takes(one, SLOW)).toHaveLength(SLOW.length * limits.atOnceMax);
});
