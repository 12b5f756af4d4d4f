/** Attacks on the dead man's switch and on orders that expire, by plain SQL of the serving role. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { fateOf } from '../../positions/testing/fate.ts';
import { cancelOrder, fireExpiry } from './commands.ts';
import { restingWorld } from './testing/resting-world.ts';

const world = restingWorld();
const { at, nowMs, quoted, rests } = world;
const STOP = { type: 'stop', stopPrice: amount('19000') } as const;

test('a switch that fires must cancel every order except one whose expiry has passed', async () => {
  const setMs = await nowMs();
  const dueMs = setMs + 5000;
  await world.house.owner(
    `insert into dead_mans_switch (book, id, status, seconds, set_ms, due_ms, armed_seq, version)
      values ($1, 1, 'armed', 5, $2, $3, $4, 1)`,
    [world.book.toString(), setMs, dueMs, world.seq.toString()],
  );
  const over = await rests({ ...STOP, timeInForce: 'GTD', expiresMs: setMs + 3000 });
  await expect.poll(nowMs, { interval: 50, timeout: 15_000 }).toBeGreaterThanOrEqual(dueMs);
  const entry = await quoted('20000');
  const fire = `update dead_mans_switch set status = 'fired', version = 2, fired_seq = ${entry.seq}`;
  const fate = () => fateOf(world.house.pool, [fire], { atCommit: true });
  expect(await fate()).toBe('written');
  const other = await rests(STOP);
  expect(await fate()).toBe('dead_mans_switch_cleared');
  await quoted('20000', 60_000);
  expect(await world.house.run(cancelOrder, { id: other }, at())).toMatchObject({
    value: { status: 'cancelled' },
  });
  expect(await fate()).toBe('written');
  await world.house.run(fireExpiry, { id: over, version: 1, entry }, { ...at(), urgent: true });
  await world.house.owner(fire);
});
