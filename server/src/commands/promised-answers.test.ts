/**
 * Orders that came without a key have no row for their answer. If the connection is lost at their commit, their outcome
 * is found by their receipts: no order is executed twice, and none is lost.
 */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { command } from './command.ts';
import type { Ordered } from './command.ts';
import { openHouse } from './testing/house.ts';
import type { House } from './testing/house.ts';

let database: TestDatabase;
let pool: Pool;
let house: House;
/** What is lost at each of the next commits: the request before it reaches the database, or the answer on the way back. */
let losses: ('request' | 'answer')[];
/** How many attempts to load a batch time out on a working connection after a loss. */
let timeouts: number;

beforeEach(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  [losses, timeouts] = [[], 0];
  pool = createPool(database.url, { max: 4 });
  const losing = { connect: async () => losingCommits(await pool.connect()) } as unknown as Pool;
  house = await openHouse(database, { pool: losing, signReceipts: () => randomBytes(64) });
});
afterEach(async () => {
  await house.close();
  await pool.end();
  await database.drop();
});

type Query = (
  asked: {
    readonly name?: string;
    readonly statements?: readonly { readonly name: string }[];
    handleReadyForQuery?: () => void;
    handleError?: (error: Error) => void;
  },
  values?: readonly unknown[],
) => Promise<unknown>;

let hasLost = false;

function losingCommits(connection: Connection): Connection {
  const query = connection.query.bind(connection) as unknown as Query;
  let isLost = false;
  const lost = () => new Error('Connection terminated unexpectedly');
  const losing: Query = (asked, values) => {
    if (isLost) return Promise.reject(lost());
    const isTogether = asked.statements !== undefined;
    const name = isTogether ? asked.statements?.at(-1)?.name : asked.name;
    const loss = name === 'commit' ? losses.shift() : undefined;
    if (loss !== undefined) hasLost = true;
    const isLoad =
      name === 'heads' || (asked.statements ?? []).some((statement) => statement.name === 'heads');
    if (isLoad && hasLost && timeouts > 0) {
      timeouts -= 1;
      const error = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
      if (!isTogether) return Promise.reject(error);
      asked.handleError?.(error);
      return Promise.resolve();
    }
    if (loss === undefined) return query(asked, values);
    isLost = true;
    if (!isTogether)
      return loss === 'request' ? Promise.reject(lost()) : query(asked).then(() => Promise.reject(lost()));
    if (loss === 'request') asked.handleError?.(lost());
    else {
      asked.handleReadyForQuery = () => asked.handleError?.(lost());
      void query(asked);
    }
    return Promise.resolve();
  };
  connection.query = losing as never;
  return connection;
}

const give = command({
  name: 'test.give',
  gather: (_: object) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: (_: object, facts) =>
    ok({
      answer: { seq: String(facts.journalSeq) },
      journals: [
        journal('demo_grant', `test:${facts.journalSeq}`, [
          { account: 'equity', currency: 'USDT', amount: -1n },
          { account: 'spot', currency: 'USDT', amount: 1n },
        ]),
      ],
    }),
});

async function orderOf(book: bigint, key: string): Promise<{ answer: unknown; order: Ordered }> {
  const order: Ordered = { text: `order ${book} ${key}`, symbol: '-' };
  const answer = await house.executor.submit({
    ...{ command: give, input: {}, book, key, freshKey: true, bodyHash: '', order },
    deadlineMs: Date.now() + 10_000,
  });
  return { answer, order };
}

test.each([
  ['the answer of a commit', ['answer'], 0],
  ['a commit', ['request'], 0],
  ['a commit, and then the answer of the next', ['request', 'answer'], 0],
  ['two commits and an answer', ['request', 'request', 'answer'], 0],
  ['the answer of a commit, and the next load times out', ['answer'], 1],
  ['the answer of a commit, and the next two loads time out', ['answer'], 2],
  ['a commit, and the next load times out', ['request'], 1],
] as const)('executes each order exactly once if the connection loses %s', async (_name, lost, timedOut) => {
  const books = await house.customers(6);
  // The first batch prepares the statements one by one. A later batch sends them together.
  for (const round of [1, 2]) {
    [losses, timeouts, hasLost] = [[...lost], timedOut, false];
    const done = await Promise.all(books.map((book) => orderOf(book, `~${round}`)));
    expect([losses, timeouts]).toEqual([[], 0]);
    expect(done.map(({ answer }) => answer)).toEqual(
      books.map(() => ({ ok: true, value: { seq: String(round) } })),
    );
    for (const [at, { order }] of done.entries()) {
      const { text = '', place = -1, leaf } = order.receipt ?? {};
      const [stored] = await house.owner<{ line: string; answer: string }>(
        `select split_part(answers, chr(10), $2 + 1) as line, encode(substr(leaves, 65 * $2 + 34, 32), 'hex') as answer
          from receipt_batch where number = $1`,
        [text.split('|')[1], place],
      );
      expect(stored?.line).toBe(`${books[at]} {"ok":true,"value":{"seq":"${round}"}}`);
      expect(leaf).toContain(stored?.answer);
    }
  }
  const held = await house.owner<{ amount: string }>(
    `select amount from balance where book >= 100000 and account = 'spot' order by book`,
  );
  expect(held.map(({ amount }) => amount)).toEqual(books.map(() => '0.00000002'));
  const rows = await house.owner<{ answers: number; orders: number }>(
    `select (select count(*)::int from answer) as answers,
      (select sum(octet_length(leaves) / 65)::int from receipt_batch) as orders`,
  );
  expect(rows).toEqual([{ answers: 0, orders: 2 * books.length }]);
});
