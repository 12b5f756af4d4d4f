/** Operators' actions wait for the log, one after another. Customers' orders never wait for operators. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { lockLogSql } from './audit.ts';

const HELD_MS = 3000;
/** Much longer than an order takes, and much shorter than a wait for a lock. */
const PROMPT_MS = 900;

let server: WholeServer;
let owner: pg.Client;
let theo: ConsoleLine;
beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  owner = new pg.Client(server.ownerUrl);
  await owner.connect();
  theo = await openConsoleLine(server, 'theo');
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});

test('executes orders immediately while the log is locked, and operators’ actions once the log is released', async () => {
  const token = await server.login(0);
  const other = await server.login(1);
  const bought = await buy(token);
  expect(bought.error).toBeUndefined();
  await owner.query('begin');
  await owner.query(lockLogSql);
  const until = Date.now() + HELD_MS;
  // The actions and the orders use the same accounts.
  const acts = [1, 2, 3].map((at) =>
    theo.ask('POST propose', {
      proposal: { kind: 'house_move', from: 'inventory', to: 'insurance', currency: 'USDT', amount: `${at}` },
      reason: 'Asked for while the log was held',
    }),
  );
  const took: number[] = [];
  const violations: unknown[] = [];
  while (Date.now() < until) {
    const began = Date.now();
    const heard = await Promise.all([token, other, token, other].map(buy));
    took.push(Date.now() - began);
    violations.push(...heard.flatMap(({ error }) => (error === undefined ? [] : [error])));
    await delay(20);
  }
  await owner.query('commit');
  const done = await Promise.all(acts);
  expect(done.map(({ body }) => body.type)).toEqual(['ok', 'ok', 'ok']);
  expect(violations).toEqual([]);
  expect(Math.max(...took)).toBeLessThan(PROMPT_MS);
}, 40_000);

test('executes other customers’ orders while an operator’s action is in progress', async () => {
  const [concerned, other] = [await server.login(0), await server.login(1)];
  const found = await owner.query<{ id: string }>(
    `select c.id from customer c join session s on s.customer = c.id order by s.id desc limit 2`,
  );
  const customer = found.rows[1]?.id ?? '';
  await owner.query('begin');
  await owner.query(lockLogSql);
  const until = Date.now() + HELD_MS;
  const act = theo.ask('POST propose', {
    proposal: { kind: 'correction', customer, currency: 'USDT', amount: '1', takes: false },
    reason: 'Asked for while the log was held',
  });
  await delay(50);
  const waiting = buy(concerned);
  const took: number[] = [];
  while (Date.now() < until) {
    const began = Date.now();
    expect(await buy(other)).toEqual({ error: undefined });
    took.push(Date.now() - began);
    await delay(20);
  }
  await owner.query('commit');
  expect((await act).body.type).toBe('ok');
  expect([undefined, 'busy']).toContain((await waiting).error);
  expect(Math.max(...took)).toBeLessThan(PROMPT_MS);
}, 40_000);

async function buy(token: string): Promise<{ error: string | undefined }> {
  const { body } = await server.call('POST coin/trade', {
    token,
    fields: { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '10' },
  });
  return { error: body.type === 'ok' ? undefined : body.error };
}
