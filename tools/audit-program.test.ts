/**
 * `npm run audit` as operators run it: on a platform where customers traded it reports no violation, and it names every planted
 * one.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../server/src/db/pool.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const PROGRAM = fileURLToPath(new URL('audit.ts', import.meta.url));

let server: WholeServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  const token = await server.login();
  const done = async (name: string, fields: Record<string, unknown>) => {
    await until(async () => (await server.call(name, { token, fields })).body.type === 'ok');
  };
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' };
  await done('POST coin/trade', order);
  await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '5000' });
  const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.02', leverage: 10 };
  await done('POST lever/submit', opening);
  await owner.query(
    `insert into audit (time_ms, operator, role, action, subject) values (1, 'ada', 'admin', 'denied', 'y')`,
  );
  // A signed root covers every journal.
  const unsealed = `select count(*)::int as n from book b where b.seq > coalesce((select max(s.seq) from journal_seal s where s.book = b.id), 0)`;
  await until(async () => (await owner.query<{ n: number }>(unsealed)).rows[0]?.n === 0);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
});

/** Waits for a price, or for the next root. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 160; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('expected the condition to become true in time, found it still false');
}

function audit(): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: server.appUrl };
    execFile(process.execPath, [PROGRAM], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        said: stdout + stderr,
      });
    });
  });
}

test('reports no violation on an honest platform', async () => {
  expect(await audit()).toMatchObject({ code: 0, said: expect.stringContaining('Every invariant holds.') });
}, 90_000);

const undone = 'drop table if exists kept_aside; create table kept_aside as';
test.each<[string, string, string, string, RegExp]>([
  [
    'the amount of a journal',
    `${undone} select * from journal where kind = 'spot_buy'`,
    `update journal set amounts = (select array_agg(a * 2) from unnest(amounts) a) where kind = 'spot_buy'`,
    `update journal j set amounts = k.amounts from kept_aside k where j.book = k.book and j.seq = k.seq`,
    /L2: a customer balance is the sum of its postings[^]*L31: what was sealed is what is there/,
  ],
  [
    'the time of an old journal',
    `${undone} select * from journal where book = 0 and seq = 1`,
    `update journal set time_ms = time_ms + 1 where book = 0 and seq = 1`,
    `update journal j set time_ms = k.time_ms from kept_aside k where j.book = k.book and j.seq = k.seq`,
    /L31: what was sealed is what is there\n {2}.*book 0/,
  ],
  [
    'a record in the operators’ log',
    `${undone} select * from audit where operator = 'ada'`,
    `update audit set reason = 'as agreed' where operator = 'ada'`,
    `update audit a set reason = k.reason from kept_aside k where a.seq = k.seq`,
    /L21: the operators’ log is complete/,
  ],
  [
    'a tape entry that no row names',
    `${undone} select * from tape where symbol = 'ETH/USDT' and seq = 1`,
    `update tape set bid = bid - 1 where symbol = 'ETH/USDT' and seq = 1`,
    `update tape t set bid = k.bid from kept_aside k where t.symbol = k.symbol and t.seq = k.seq`,
    /L16: each tape is a signed chain\n {2}entry 1 of ETH\/USDT: hash_differs/,
  ],
  [
    'the price of a fill',
    `${undone} select * from spot_fill`,
    `update spot_fill set price = price - 0.0000001`,
    `update spot_fill f set price = k.price from kept_aside k where f.book = k.book and f.order_id = k.order_id`,
    /L16: each fill is at the price of the entry of the tape that it names/,
  ],
])(
  'finds %s if the database owner changed it',
  async (_, keep, change, undo, says) => {
    await owner.query(`set session_replication_role = replica; ${keep}`);
    await owner.query(change);
    try {
      const { code, said } = await audit();
      expect(said).toMatch(says);
      expect(code).toBe(1);
    } finally {
      await owner.query(undo);
      await owner.query('drop table kept_aside; set session_replication_role = origin');
    }
  },
  90_000,
);

test('runs with longer timeouts than the serving roles, and writes nothing', async () => {
  const pool = createPool(server.appUrl, { max: 1, auditing: true });
  try {
    await pool.query('select pg_sleep(3.2)');
    await expect(pool.query('delete from mail')).rejects.toThrow(/read-only transaction/);
  } finally {
    await pool.end();
  }
}, 30_000);
