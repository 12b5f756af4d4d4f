/** Test helpers: a running server, customers with plans, and plans that the database's owner makes due. */
import { HOUR_MS } from '@candor/domain/time.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { vi } from 'vitest';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { createPool } from '../../../db/pool.ts';
import type { Pool } from '../../../db/pool.ts';
import { inTransaction } from '../../../db/transaction.ts';

export type Plan = CallOutput<'POST recurring/create'>;
export type Purchase = CallOutput<'GET recurring/purchases'>['items'][number];

/** A running server reacts within seconds. The longer timeout allows for a machine that runs several tests at once. */
export const SOON = { timeout: 20_000, interval: 50 };
export const daily = { symbol: 'BTC/USDT', amount: '50', every: 'day', on_day: 0, hour: 9 } as const;

type DueHow = {
  readonly hoursAgo?: number;
  /** Whether the engine is notified of the plan. If not, only an engine that starts later finds it. */
  readonly tells?: boolean;
};

/** Makes a plan due at the last full hour, or some hours before that. Only the database's owner can do this. */
export async function makePlanDue(
  owner: Pool,
  id: string,
  { hoursAgo = 0, tells = true }: DueHow = {},
): Promise<number> {
  return inTransaction(owner, async (connection) => {
    const made = await connection.query<{ due_ms: string }>(
      `update recurring_plan p set every = 'day', on_day = 0, hour = (m.due / ${HOUR_MS}) % 24, due_ms = m.due, version = p.version + 1,
          armed_seq = least(p.armed_seq, (select h.seq from tape_head h where h.symbol = p.symbol))
        from (select (market_ms()::bigint / ${HOUR_MS} - $2) * ${HOUR_MS} as due) m where p.id = $1 returning p.due_ms`,
      [id, hoursAgo],
    );
    if (tells) {
      await connection.query(
        `insert into engine_inbox (symbol, kind, book, row_id, version, condition, level, armed_seq)
          select p.symbol, k.kind, p.book, p.id, p.version, k.condition, (p.due_ms + k.later) / 100000000::numeric, p.armed_seq
          from recurring_plan p, (values ('recurring_due', 'time_at_or_after', 0), ('recurring_late', 'clock_at_or_after', ${HOUR_MS}))
            k (kind, condition, later)
          where p.id = $1`,
        [id],
      );
    }
    return Number(made.rows[0]?.due_ms);
  });
}

export type Buying = Awaited<ReturnType<typeof openBuying>>;

/**
 * @param fillAgeMs The maximum age in milliseconds at which an entry fills an order. With 0 each order waits for the next entry,
 * as is usual with an external feed.
 */
export async function openBuying(fillAgeMs = 4_000) {
  const feed = { kind: 'simulated', seed: 'recurring', history: false, fillAgeMs } as const;
  const server: WholeServer = await openWholeServer({ midweek: true, feed });
  const owner: Pool = createPool(server.ownerUrl, { max: 3 });
  const tokens = [await server.login(0), await server.login(1)] as const;

  async function said(name: string, fields: object = {}, at: 0 | 1 = 0) {
    const { body } = await server.call(name, { token: tokens[at], fields: { ...fields } });
    return body;
  }
  async function done<Payload>(name: string, fields: object = {}, at: 0 | 1 = 0): Promise<Payload> {
    const body = await said(name, fields, at);
    if (body.type !== 'ok') throw new Error(`expected ${name} to succeed, found ${JSON.stringify(body)}`);
    return body.message as Payload;
  }
  const create = (fields: object = {}, at: 0 | 1 = 0) =>
    done<Plan>('POST recurring/create', { ...daily, ...fields }, at);
  async function planOf(id: string, at: 0 | 1 = 0): Promise<Plan> {
    const { items } = await done<CallOutput<'GET recurring/plans'>>('GET recurring/plans', {}, at);
    const found = items.find((one) => one.id === id);
    if (found === undefined) throw new Error(`expected a plan ${id}, found none`);
    return found;
  }
  const purchasesOf = async (id: string, at: 0 | 1 = 0): Promise<Purchase[]> =>
    (await done<CallOutput<'GET recurring/purchases'>>('GET recurring/purchases', { id }, at)).items;

  /** Moves a recorded outcome back by some days, so that the plan can be due at the same time again. */
  async function forget(id: string, dueMs: number, days: number): Promise<void> {
    await owner.query(
      `begin; alter table recurring_purchase disable trigger user;
        update recurring_purchase set due_ms = due_ms - ${days * 24 * HOUR_MS} where plan = ${id} and due_ms = ${dueMs};
        alter table recurring_purchase enable trigger user; commit`,
    );
  }

  const makeDue = (id: string, how: DueHow = {}) => makePlanDue(owner, id, how);

  const outcomeOf = (id: string, dueMs: number, at: 0 | 1 = 0): Promise<Purchase> =>
    vi.waitFor(async () => {
      const found = (await purchasesOf(id, at)).find(
        ({ due_at, status }) => due_at * 1000 === dueMs && status !== 'ordered',
      );
      if (found === undefined) throw new Error(`expected an outcome of plan ${id} at ${dueMs}, found none`);
      return found;
    }, SOON);

  async function toldOf(at: 0 | 1 = 0): Promise<string[]> {
    const { items } = await done<CallOutput<'GET user/usermessage'>>(
      'GET user/usermessage',
      { limit: '100' },
      at,
    );
    return items.flatMap(({ kind }) => (kind.startsWith('recurring_') ? [kind] : [])).toReversed();
  }

  async function close(): Promise<void> {
    await owner.end();
    await server.stop();
  }
  return {
    server,
    owner,
    tokens,
    said,
    done,
    create,
    planOf,
    purchasesOf,
    forget,
    makeDue,
    outcomeOf,
    toldOf,
    close,
  };
}
