/**
 * A separate process leads the market, as `npm start` arranges it. Flooding the expensive public calls over the expiry of a
 * losing option neither stops the tape nor returns a stake. A market process that is killed is restarted; meanwhile, orders are
 * refused rather than filled at a price that is already known.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const SYMBOL = 'BTC/USDT';
const STAKE = '10';
const TICKETS = 6;
const FLOODERS = 24;

type Tickets = CallOutput<'GET microtrade/lists'>;
let server: WholeServer;
let token: string;

beforeAll(async () => {
  server = await openWholeServer({ apart: true });
  token = await server.login();
  await ok('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'option', amount: '1000' });
});
afterAll(async () => {
  await server.stop();
});

async function ok<Message>(name: string, fields: Record<string, unknown>): Promise<Message> {
  const { body } = await server.call(name, { fields, token });
  if (body.type !== 'ok') throw new Error(JSON.stringify(body));
  return body.message as Message;
}

/** Sends as many requests as possible until it is stopped, whatever the answers. */
async function flood(stopped: () => boolean): Promise<number> {
  let asked = 0;
  while (!stopped()) {
    await fetch(`${server.origin}/api/tape?symbol=${SYMBOL}&limit=1000`).then((answer) => answer.text());
    asked += 1;
  }
  return asked;
}

const tickets = () => ok<Tickets>('GET microtrade/lists', { limit: '100' });

test(
  'voids no ticket and records no gap on the tape during a flood that lasts beyond the expiries',
  { timeout: 120_000 },
  async () => {
    const order = { symbol: SYMBOL, seconds: 30, stake: STAKE, currency: 'USDT', payout_ratio: '0.8' };
    for (let at = 0; at < TICKETS; at += 1) {
      await vi.waitFor(() => ok('POST microtrade/submit', { ...order, side: at % 2 === 0 ? 'up' : 'down' }), {
        timeout: 20_000,
        interval: 200,
      });
      await delay(300);
    }
    await delay(25_000);
    let over = false;
    const flooding = Promise.all(Array.from({ length: FLOODERS }, () => flood(() => over)));
    await vi.waitFor(
      async () => expect((await tickets()).filter(({ status }) => status === 'open')).toEqual([]),
      { timeout: 60_000, interval: 1000 },
    );
    over = true;
    const asked = (await flooding).reduce((sum, one) => sum + one, 0);
    expect(asked).toBeGreaterThan(100);
    const ended = await tickets();
    expect(ended).toHaveLength(TICKETS);
    expect(ended.filter(({ status }) => status === 'void')).toEqual([]);
    const entries = await ok<CallOutput<'GET tape'>>('GET tape', { symbol: SYMBOL, limit: 200 });
    expect(entries.filter(({ kind }) => kind !== 'quote')).toEqual([]);
  },
);

test(
  'restarts a market process that was killed, and reports that it is not ready meanwhile',
  { timeout: 60_000 },
  async () => {
    const ready = async () => (await fetch(`${server.origin}/readyz`)).status;
    expect(await ready()).toBe(200);
    const children = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'market-process'], {
      encoding: 'utf8',
    });
    const mine = children.trim().split('\n').map(Number);
    for (const pid of mine) process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 5000, interval: 20 });
    const newest = async () =>
      (await ok<CallOutput<'GET tape'>>('GET tape', { symbol: SYMBOL, limit: 1 })).at(-1)?.seq ?? 0;
    const before = await newest();
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 40_000, interval: 200 });
    await vi.waitFor(async () => expect(await newest()).toBeGreaterThan(before), { timeout: 20_000 });
    expect(server.logLines.some((text) => text.includes('restarting it'))).toBe(true);
  },
);
