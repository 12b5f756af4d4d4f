/**
 * A server is killed between a plan's due time and its purchase. After the restart, each due time has exactly one outcome, at a
 * price on the tape.
 */
import { expect, test } from 'vitest';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';
import { breaches } from '../../app/breaches.ts';
import { ownersUrl } from '../../db/postgres-cluster.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { makePlanDue } from './testing/buyer.ts';

const SYMBOLS = ['BTC/USDT', 'ETH/USDT'];
const EACH = 8;

async function ask<Payload>(
  origin: string,
  path: string,
  at: { token?: string; body: object },
): Promise<Payload> {
  const response = await fetch(`${origin}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(at.token === undefined ? {} : { authorization: at.token }),
    },
    body: JSON.stringify(at.body),
  });
  const answer = (await response.json()) as { type: string; message: Payload };
  if (answer.type !== 'ok')
    throw new Error(`expected an answer from ${path}, found ${JSON.stringify(answer)}`);
  return answer.message;
}

async function createAll(origin: string): Promise<string[]> {
  const token = await ask<string>(origin, 'user/login', {
    body: { account: 'lena', password: 'Demo-lena-1' },
  });
  const ids: string[] = [];
  for (const symbol of SYMBOLS) {
    for (let at = 0; at < EACH; at += 1) {
      const body = { symbol, amount: '25', every: 'day', on_day: 0, hour: at };
      ids.push((await ask<{ id: string }>(origin, 'recurring/create', { token, body })).id);
    }
  }
  return ids;
}

const outcomes = async (owner: Pool): Promise<number> =>
  (await owner.query(`select from recurring_purchase`)).rowCount ?? 0;

test('executes each due plan once if the server is killed and restarted', { timeout: 180_000 }, async () => {
  const data = makeDataFolder();
  const port = await freePort();
  let server = await startServer({ data: data.path, port });
  try {
    const ids = await createAll(server.origin);
    let owner = createPool(await ownersUrl(data.path), { max: 4 });
    await Promise.all(ids.map((id) => makePlanDue(owner, id)));
    server.process.kill('SIGKILL');
    await owner.end();
    await server.ended;
    server = await startServer({ data: data.path, port });
    owner = createPool(await ownersUrl(data.path), { max: 2 });
    await expect.poll(() => outcomes(owner), { timeout: 40_000 }).toBe(ids.length);
    await expect
      .poll(
        async () => (await owner.query(`select from recurring_purchase where status <> 'bought'`)).rowCount,
        { timeout: 40_000 },
      )
      .toBe(0);
    const orders = await owner.query(`select from spot_order where budget = 25`);
    expect(orders.rowCount).toBe(ids.length);
    expect(await breaches(owner)).toEqual([]);
    await owner.end();
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
    data.remove();
  }
});
