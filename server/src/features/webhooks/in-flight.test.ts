/** Receivers that are slow, perhaps on purpose, share a part of the concurrent attempts and delay nobody else. */
import { expect, test } from 'vitest';
import { InFlight } from './in-flight.ts';
import { limits } from './limits.ts';

const SLOW = Array.from({ length: 40 }, (_, at) => BigInt(at + 1));
const QUICK = 1000n;

type World = {
  nowMs: number;
  readonly inFlight: InFlight;
  /** The attempts in flight to each webhook, as the database counts them. */
  readonly begun: ReadonlyMap<bigint, number>;
  readonly begin: (webhook: bigint) => () => Promise<void>;
};

function world(): World {
  const self = { nowMs: 0 };
  const inFlight = new InFlight(() => self.nowMs);
  const begun = new Map<bigint, number>();
  const count = (webhook: bigint, more: number) => begun.set(webhook, (begun.get(webhook) ?? 0) + more);
  const begin = (webhook: bigint) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    inFlight.add(webhook, promise);
    count(webhook, 1);
    return async () => {
      resolve();
      count(webhook, -1);
      await promise;
      await new Promise(setImmediate);
    };
  };
  return Object.assign(self, { inFlight, begun, begin });
}

/** One turn of the outbox: it starts as many attempts to each webhook as the limits allow. */
function takes({ inFlight, begun, begin }: World, webhooks: readonly bigint[]) {
  const { kept } = inFlight;
  return webhooks.flatMap((id) => {
    const free = kept.includes(id) ? 0 : limits.atOnceMax - (begun.get(id) ?? 0);
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

test('limits all slow webhooks together to a share of the concurrent attempts, and lets them take turns', async () => {
  const one = await madeSlow();
  const first = takes(one, SLOW);
  expect(first).toHaveLength(limits.slowAtOnceMax);
  const free = SLOW.filter((id) => !one.inFlight.kept.includes(id) && one.begun.get(id) !== limits.atOnceMax);
  expect(free).toEqual([]);
  expect(takes(one, SLOW)).toHaveLength(0);
  expect(takes(one, [QUICK])).toHaveLength(limits.atOnceMax);
  await Promise.all(first.map((end) => end()));
  const before = new Set(SLOW.slice(0, limits.slowAtOnceMax / limits.atOnceMax));
  const { kept } = one.inFlight;
  // The webhooks that had their turn now wait for the others.
  for (const id of before) expect(kept).toContain(id);
});

test('no longer counts a webhook as slow after a while', async () => {
  const one = await madeSlow();
  expect(takes(one, SLOW.slice(0, 2))).toHaveLength(4);
  const later = await madeSlow();
  later.nowMs += limits.slowForMs;
  expect(takes(later, SLOW)).toHaveLength(SLOW.length * limits.atOnceMax);
});

test('does not count a webhook that answers immediately as slow', async () => {
  const one = world();
  const ends = takes(one, SLOW);
  one.nowMs += limits.slowMs - 1;
  await Promise.all(ends.map((end) => end()));
  expect(takes(one, SLOW)).toHaveLength(SLOW.length * limits.atOnceMax);
});
