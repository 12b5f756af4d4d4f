/**
 * A server is killed while price alerts are waiting. After the restart, every alert is sent once as the tape determines,
 * including alerts reached meanwhile.
 */
import { expect, test } from 'vitest';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { ownersUrl } from '../src/db/postgres-cluster.ts';
import { createPool } from '../src/db/pool.ts';
import { notNotifiedByTheTape } from '../src/features/price-alerts/testing/by-the-tape.ts';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];
const SHARES = [-20_000, -5000, -2000, -700, 700, 2000, 5000, 20_000];
/**
 * Alerts set after the restart, so close to the price that the market soon reaches some of them, wherever it moved while the
 * server was down.
 */
const NEAR = [-20_000, 20_000];

async function ask(origin: string, path: string, at: { token?: string; body: object }): Promise<string> {
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(at.token === undefined ? {} : { authorization: at.token }),
    },
    body: JSON.stringify(at.body),
  });
  const answer = (await response.json()) as { type: string; message: string };
  if (answer.type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(answer)}`);
  return answer.message;
}

async function setAll(origin: string, url: string, shares: readonly number[]): Promise<number> {
  const token = await ask(origin, 'user/login', { body: { account: 'lena', password: 'Demo-lena-1' } });
  const pool = createPool(url, { max: 1 });
  let count = 0;
  for (const symbol of SYMBOLS) {
    const heads = await pool.query<{ last: number }>(
      'select last::float8 as last from tape_head where symbol = $1',
      [symbol],
    );
    const last = heads.rows[0]?.last ?? 0;
    for (const share of shares) {
      const price = (last + last / share).toFixed(2);
      await ask(origin, 'price_alert', { token, body: { symbol, price } });
      count += 1;
    }
  }
  await pool.end();
  return count;
}

const reached = async (url: string): Promise<number> => {
  const pool = createPool(url, { max: 1 });
  const found = await pool.query(`select from price_alert where status = 'reached'`);
  await pool.end();
  return found.rowCount ?? 0;
};

test(
  'sends each alert once after being killed and restarted, for the first entry that reached the alert',
  { timeout: 180_000 },
  async () => {
    const data = makeDataFolder();
    const port = await freePort();
    let server = await startServer({ data: data.path, port });
    try {
      const count = await setAll(server.origin, await ownersUrl(data.path), SHARES);
      await expect
        .poll(async () => reached(await ownersUrl(data.path)), { timeout: 20_000 })
        .toBeGreaterThan(1);
      server.process.kill('SIGKILL');
      await server.ended;
      server = await startServer({ data: data.path, port });
      const url = await ownersUrl(data.path);
      const before = await reached(url);
      expect(before).toBeLessThan(count);
      await setAll(server.origin, url, NEAR);
      await expect.poll(() => reached(url), { timeout: 40_000 }).toBeGreaterThan(before);
      const pool = createPool(url, { max: 1 });
      expect(await notNotifiedByTheTape(pool)).toEqual([]);
      await pool.end();
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
      data.remove();
    }
  },
);
