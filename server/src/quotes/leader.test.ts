/** One process leads while the others wait. A process that was suspended for too long no longer leads. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import type { Leadership } from './leader.ts';
import { seekLead, takeLead } from './leader.ts';

let database: TestDatabase;
let pool: Pool;
let happened: string[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  happened = [];
});

function seek(owner: string, role: string, takeAtOnce = false): Leadership {
  return seekLead({
    pool,
    role,
    owner,
    takeAtOnce,
    onLead: async (epoch) => void happened.push(`${owner} leads ${epoch}`),
    onLost: async () => void happened.push(`${owner} lost`),
    report: () => undefined,
  });
}

test('lets the second process take over immediately when the first stops', async () => {
  const one = seek('one', 'a');
  await one.tried;
  const two = seek('two', 'a');
  await two.tried;
  expect([one.epoch(), two.epoch()]).toEqual([1n, undefined]);
  await one.stop();
  await vi.waitFor(() => expect(two.epoch()).toBe(2n), 2000);
  expect(happened).toEqual(['one leads 1', 'one lost', 'two leads 2']);
  await two.stop();
});

test('allows a takeover after a heartbeat older than two seconds, but not after a younger one', async () => {
  const claim = (owner: string) => takeLead(pool, { role: 'b', owner, atOnce: false });
  expect(await claim('one')).toBe(1n);
  expect(await claim('two')).toBeUndefined();
  await pool.query(`update leader set beat = clock_timestamp() - interval '1.8 seconds' where role = 'b'`);
  expect(await claim('two')).toBeUndefined();
  await pool.query(`update leader set beat = clock_timestamp() - interval '2.1 seconds' where role = 'b'`);
  expect(await Promise.all(['two', 'three', 'four'].map(claim))).toContain(2n);
  expect(await claim('five')).toBeUndefined();
});

test('detects at the next heartbeat that another process took over, and waits for the role again', async () => {
  const one = seek('one', 'c');
  await one.tried;
  const two = seek('two', 'c', true);
  await two.tried;
  await vi.waitFor(() => expect(happened).toContain('one lost'), 2000);
  expect([one.epoch(), two.epoch()]).toEqual([undefined, 2n]);
  await one.stop();
  await two.stop();
});

test('gives up leadership if the leader’s work fails to start, and retries', async () => {
  let tries = 0;
  const one = seekLead({
    pool,
    role: 'd',
    owner: 'one',
    takeAtOnce: false,
    onLead: async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    },
    onLost: async () => void happened.push('lost'),
    report: (text) => happened.push(text),
  });
  await one.tried;
  expect(one.epoch()).toBeUndefined();
  expect(happened).toContain('leader: no longer leading d: failed to start: not yet');
  await vi.waitFor(() => expect(one.epoch()).toBe(2n), 5000);
  await one.stop();
});

test('does not start the next tenure before the previous one has ended', async () => {
  const one = seekLead({
    pool,
    role: 'e',
    owner: 'one',
    takeAtOnce: false,
    onLead: async (epoch) => void happened.push(`leads ${epoch}`),
    onLost: async () => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      happened.push('ended');
    },
    report: () => undefined,
  });
  await one.tried;
  void one.lost('a write was fenced');
  await pool.query(`update leader set beat = '-infinity' where role = 'e'`);
  await vi.waitFor(() => expect(one.epoch()).toBe(2n), 5000);
  await one.stop();
  expect(happened).toEqual(['leads 1', 'ended', 'leads 2', 'ended']);
});
