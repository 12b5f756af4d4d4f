/** Evidence files: stored once even under concurrent requests, and limited in number per day. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, refuse } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { limits as chatLimits } from './limits.ts';
import { EvidenceFiles } from './evidence.ts';
import { conversationOf, openConversation } from './store.ts';

const NOT_SIGNED = 0n;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function scene() {
  const party = { kind: 'visitor', hash: randomBytes(32) } as const;
  await openConversation(pool, party, { language: 'en', nowMs: 1 });
  const conversation = (await conversationOf(pool, party))?.id ?? 0n;
  const work = { atOnce: 0, most: 0, files: 0 };
  let nowMs = 1_000_000;
  const files = new EvidenceFiles({
    pool,
    now: () => nowMs,
    evidenceOf: async (_, { id }) => {
      work.atOnce += 1;
      work.most = Math.max(work.most, work.atOnce);
      work.files += 1;
      await delay(2);
      work.atOnce -= 1;
      if (id === NOT_SIGNED) return refuse('order_state_wrong');
      return ok({ symbol: 'BTC/USDT', body: JSON.stringify({ of: String(id) }) });
    },
  });
  const kept = async () =>
    (await pool.query('select from chat_evidence where conversation = $1', [conversation])).rowCount;
  const of = (id: bigint) => files.of({ conversation, customer: 7n, deal: { id } });
  return { of, kept, work, later: (ms: number) => (nowMs += ms) };
}

test('stores one file for concurrent requests for the same deal, and builds files one at a time', async () => {
  const { of, kept, work } = await scene();
  const asked = await Promise.all([of(1n), of(1n), of(1n), of(2n)]);
  const ids = asked.map((one) => (one.ok ? one.value : one.refusal.code));
  expect([ids[0] === ids[1], ids[1] === ids[2], ids[2] === ids[3]]).toEqual([true, true, false]);
  expect([await kept(), work.most]).toEqual([2, 1]);
});

test('limits the files built and stored per day, without counting refused requests', async () => {
  const { of, kept, work, later } = await scene();
  const max = chatLimits.evidenceDayMax;
  for (let at = 0; at <= max; at += 1) expect(await of(NOT_SIGNED)).toMatchObject({ ok: false });
  work.files = 0;
  const asked = await Promise.all(Array.from({ length: max + 3 }, (_, at) => of(BigInt(at + 1))));
  expect(asked.filter(({ ok: good }) => good)).toHaveLength(max);
  expect(asked.at(-1)).toMatchObject({
    refusal: { code: 'too_many_attempts', params: { seconds: '86400' } },
  });
  expect([await kept(), work.files]).toEqual([max, max]);
  later(chatLimits.evidenceDayMs);
  expect(await of(99n)).toMatchObject({ ok: true });
});
