/**
 * A demo with fund orders, whose clock is set forward day by day, is killed at random points between booking a slot and
 * publishing a day. Afterwards every slot is booked once, every day is published once and in order, and each mark and the
 * remainder of the last day are paid once.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import { freePort, leftovers, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { createPool } from '../src/db/pool.ts';
import { ownersUrl, servingUrl } from '../src/db/postgres-cluster.ts';
import { misbookedSlots } from '../src/features/strategy/recomputed.ts';
import { breaches } from '../src/app/breaches.ts';

const DAYS = 2;
/** One more day follows, on which the remainder of the orders' last day is paid. */
const STEPS = DAYS + 1;
/** A day takes several entries of the tape, which gets two entries per second. */
const KILLED_WITHIN_MS = 2500;
const SOON = { timeout: 60_000, interval: 200 };

async function call<Message>(origin: string, path: string, token: string, body?: object): Promise<Message> {
  const response = await fetch(`${origin}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { type: string; message: Message };
  if (answer.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(answer)}`);
  return answer.message;
}

test('books, publishes and pays each slot, day and mark exactly once despite kills between booking and publishing', async () => {
  const data = makeDataFolder();
  const port = await freePort();
  let server = await startServer({ data: data.path, port });
  let pool = createPool(await servingUrl(data.path), { max: 2 });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    await pool.end();
    server.process.kill(signal);
    await server.ended;
  };
  try {
    const lena = { account: 'lena', password: 'Demo-lena-1' };
    const token = await call<string>(server.origin, 'user/login', '', lena);
    // Orders in the first tier last two days.
    for (const usdt of ['500.12345678', '504.87654321'])
      await call(server.origin, 'lh/deposit', token, { amount: usdt });
    await vi.waitFor(async () => {
      const started = await pool.query(`select from fund_order where status = 'in_progress'`);
      expect(started.rowCount).toBe(2);
    }, SOON);
    for (let day = 0; day < STEPS; day += 1) {
      const url = await ownersUrl(data.path);
      const ada = await openConsoleLine({ origin: server.origin, url }, 'ada');
      await ada.done('POST clock_forward', { step: 'day' });
      const killedAfterMs = Math.random() * KILLED_WITHIN_MS;
      console.info(`day ${day + 1}: killed after ${killedAfterMs.toFixed(0)} ms`);
      await delay(killedAfterMs);
      await end('SIGKILL');
      server = await startServer({ data: data.path, port });
      pool = createPool(await servingUrl(data.path), { max: 2 });
    }
    await vi.waitFor(async () => {
      const ended = await pool.query(`select from fund_order where reason = 'matured' and due_ms is null`);
      expect(ended.rowCount).toBe(2);
    }, SOON);
    const { rows: slots } = await pool.query<{ first: string; next: string; day: number }>(
      'select first_slot_ms as first, next_slot_ms as next, day from strategy_clock',
    );
    const days = await pool.query<{ day: number }>('select day from fund_day order by day');
    const first = Math.floor(Number(slots[0]?.first) / DAY_MS);
    expect(days.rows.map(({ day }) => day)).toEqual(
      Array.from({ length: (slots[0]?.day ?? 0) - first }, (_, at) => first + at),
    );
    expect(days.rows.length).toBeGreaterThanOrEqual(STEPS);
    const paid = await pool.query<{ n: string }>(
      'select count(*) as n, sum(part_ms) as ms from fund_payment group by order_id order by 1',
    );
    const all = { n: String(STEPS), ms: String(DAYS * DAY_MS) };
    expect(paid.rows).toEqual([all, all]);
    expect(await breaches(pool)).toEqual([]);
    expect(await misbookedSlots(pool)).toEqual([]);
  } finally {
    await end('SIGTERM');
    expect(await leftovers(data.path, 10_000)).toEqual([]);
    data.remove();
  }
}, 400_000);
