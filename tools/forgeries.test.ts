/**
 * Tries two hundred forgeries over all tables with the privileges of the role that accepts orders, on a database in which
 * customers traded: the database rejects each of them or the audit finds it. The forger also holds a session of each customer, so
 * that no forgery is rejected for lack of a session. `FORGERY_SEED` and `FORGERY_COUNT` select different forgeries.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { breaches } from '../server/src/app/breaches.ts';
import type { Breach } from '../server/src/ledger/invariants.ts';
import { createPool } from '../server/src/db/pool.ts';
import { daily, makePlanDue } from '../server/src/features/recurring/testing/buyer.ts';
import { verifyAudit } from '../server/src/operators/audit.ts';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { forgeriesOf, groundOf } from '@candor/testing/forgeries.ts';
import type { Forgery } from '@candor/testing/forgeries.ts';
import { askExamples } from '@candor/testing/signing.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';

const SEED = Number(process.env['FORGERY_SEED'] ?? 17);
const COUNT = Number(process.env['FORGERY_COUNT'] ?? 200);

let server: WholeServer;
let owner: pg.Client;
let serving: pg.Client;
let sessions: Awaited<ReturnType<typeof actingAs>>[];

beforeAll(async () => {
  server = await openWholeServer({ midweek: true });
  await askExamples(server.ownerUrl);
  const tokens = [await trade(0), await trade(1)];
  owner = new pg.Client({ connectionString: server.ownerUrl });
  serving = new pg.Client({ connectionString: server.appUrl });
  await owner.connect();
  await serving.connect();
  sessions = await Promise.all(tokens.map((token) => actingAs(owner, token)));
}, 60_000);
afterAll(async () => {
  await Promise.all([owner.end(), serving.end()]);
  await server.stop();
});

async function trade(customer: 0 | 1): Promise<string> {
  const token = await server.login(customer);
  const done = async (name: string, fields: Record<string, unknown>) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const { body } = await server.call(name, { token, fields });
      if (body.type === 'ok') return body.message as Record<string, unknown>;
      if (tries === 19) throw new Error(JSON.stringify(body));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    throw new Error('unreachable');
  };
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', quantity: '0.01' };
  await done('POST coin/trade', order);
  await done('POST coin/trade', { ...order, side: 'sell', quantity: '0.002' });
  await done('POST coin/trade', { ...order, type: 'limit', price: '1000' });
  for (const to of ['contract', 'option']) {
    await done('POST wallet/transfer', { currency: 'USDT', from: 'spot', to, amount: '5000' });
  }
  const opening = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.02', leverage: 10 };
  const { id } = await done('POST lever/submit', opening);
  await done('POST lever/submit', opening);
  await done('POST lever/close', { id, quantity: '0.01' });
  const ticket = {
    symbol: 'BTC/USDT',
    side: 'up',
    seconds: 30,
    stake: '10',
    currency: 'USDT',
  };
  await done('POST microtrade/submit', ticket);
  await buyRegularly((await done('POST recurring/create', daily))['id'] as string);
  return token;
}

/** Makes a plan due, and waits for its purchase. */
async function buyRegularly(plan: string): Promise<void> {
  const pool = createPool(server.ownerUrl, { max: 1 });
  await makePlanDue(pool, plan);
  await vi.waitFor(
    async () =>
      expect((await pool.query('select from recurring_purchase where plan = $1', [plan])).rowCount).toBe(1),
    { timeout: 20_000, interval: 100 },
  );
  await pool.end();
}

/** The queries of `npm run audit`. */
async function auditOf(client: pg.Client): Promise<Breach[]> {
  const log = await verifyAudit(client);
  const found = await breaches(client);
  return log.violation === undefined ? found : [...found, { invariant: 'L21', detail: log.violation }];
}

/** Returns a sentence that begins with the result of the forgery. All changes are rolled back. */
async function fate(forgery: Forgery, usual: ReadonlySet<string>): Promise<string> {
  await serving.query('begin');
  try {
    for (const session of sessions) await showActing(serving, session);
    let touched = 0;
    for (const statement of forgery.sql) touched += (await serving.query(statement)).rowCount ?? 0;
    await serving.query('set constraints all immediate');
    if (touched === 0) return 'touched nothing';
    const found = (await auditOf(serving)).filter(
      ({ invariant, detail }) => !usual.has(`${invariant} ${detail}`),
    );
    return found[0] === undefined ? 'SLIPPED' : `found: ${found[0].invariant}`;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    // A statement that PostgreSQL cannot parse was not rejected by a guard, so such a forgery proves nothing about the database.
    return /^(42(?!501)|22|235?02$|0A)/.test(code) && !MEANT.test(message)
      ? `MALFORMED: ${message}`
      : `refused: ${message}`;
  } finally {
    await serving.query('rollback');
  }
}
/** These rejections are intended, although they have the error code of a malformed statement. */
const MEANT =
  /cannot be used|only be updated to DEFAULT|does not exist|generated|invalid input value for enum|out of range|cannot set/;

test(
  `rejects or finds each of ${COUNT} forgeries of seed ${SEED}`,
  async () => {
    const usual = new Set((await auditOf(serving)).map(({ invariant, detail }) => `${invariant} ${detail}`));
    expect([...usual]).toEqual([]);
    const forgeries = forgeriesOf(await groundOf(owner), { seed: SEED, count: COUNT });
    const fates: string[] = [];
    for (const forgery of forgeries) fates.push(`${await fate(forgery, usual)} | ${forgery.what}`);
    const counted = (begin: string) => fates.filter((line) => line.startsWith(begin)).length;
    console.log(
      `${fates.join('\n')}\n${counted('refused')} refused, ${counted('found')} found, ${counted('touched')} touched nothing`,
    );
    expect(fates.filter((line) => /^(SLIPPED|MALFORMED)/.test(line))).toEqual([]);
    expect(counted('refused') + counted('found')).toBeGreaterThan(COUNT * 0.9);
  },
  60_000 + COUNT * 300,
);
