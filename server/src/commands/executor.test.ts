/** Runs the executor on a real PostgreSQL: one lock per customer, one effect per key, and no lost commands after failures. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import { ok } from '@candor/domain/outcome.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { breaches } from '../app/breaches.ts';
import { LIMITS } from '../limits.ts';
import { command } from './command.ts';
import { give, usdtOf } from './testing/giving.ts';
import { openHouse } from './testing/house.ts';
import type { House } from './testing/house.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let house: House;

beforeEach(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  house = await openHouse(database);
});
afterEach(async () => {
  try {
    expect(await breaches(house.pool)).toEqual([]);
  } finally {
    await house.close();
    await database.drop();
  }
});

/** Moves USDT back to the house's equity, or refuses if the balance is too low. */
const take = command({
  name: 'test.take',
  gather: (_: { usdt: bigint }) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: ({ usdt }: { usdt: bigint }, facts) => {
    if (facts.balance('spot', 'USDT') < usdt)
      return { ok: false, refusal: { code: 'balance_insufficient' } } as const;
    return ok({
      answer: {},
      journals: [
        journal('start_over', `test:${facts.journalSeq}`, [
          { account: 'spot', currency: 'USDT', amount: -usdt },
          { account: 'equity', currency: 'USDT', amount: usdt },
        ]),
      ],
    });
  },
});

async function customer(): Promise<bigint> {
  const [book] = await house.customers(1);
  return book as bigint;
}

test('executes a customer’s commands in order, so that each sees the effects of earlier ones in its batch', async () => {
  const book = await customer();
  const answers = await Promise.all(
    [1n, 2n, 3n].map((part) => house.run(give, { usdt: part }, { book, key: `give-${part}` })),
  );
  expect(answers).toEqual([
    { ok: true, value: { had: '0', seq: '1' } },
    { ok: true, value: { had: '1', seq: '2' } },
    { ok: true, value: { had: '3', seq: '3' } },
  ]);
});

test('keeps the balance from going negative when withdrawals of most of the balance run in parallel', async () => {
  const book = await customer();
  await house.run(give, { usdt: amount('100') }, { book, key: 'give' });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      house.run(take, { usdt: amount('30') }, { book, key: `take-${at}` }),
    ),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(await usdtOf(house, book)).toBe('10.00000000');
});

test('applies one effect and returns one answer for twenty parallel requests with one key, and rejects a different request with that key', async () => {
  const book = await customer();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => house.run(give, { usdt: 5n }, { book, key: 'same', body: 'five' })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await usdtOf(house, book)).toBe('0.00000005');
  expect(await house.run(give, { usdt: 6n }, { book, key: 'same', body: 'six' })).toMatchObject({
    ok: false,
    refusal: { code: 'key_reused', field: 'Idempotency-Key' },
  });
  const other = await customer();
  expect(await house.run(give, { usdt: 6n }, { book: other, key: 'same', body: 'six' })).toMatchObject({
    ok: true,
  });
});

test('returns the stored refusal for its key even when the command would now succeed', async () => {
  const book = await customer();
  const refused = await house.run(take, { usdt: 7n }, { book, key: 'take' });
  expect(refused).toMatchObject({ ok: false });
  await house.run(give, { usdt: 7n }, { book, key: 'give' });
  expect(await house.run(take, { usdt: 7n }, { book, key: 'take' })).toEqual(refused);
});

test('delays only the customer whose book is locked by another transaction', async () => {
  const [held, free] = (await house.customers(2)) as [bigint, bigint];
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from book where id = $1 for update', [held]);
  const order: string[] = [];
  const waiting = house.run(draw, { needed: 1n }, { book: held, key: 'held' }).then(() => order.push('held'));
  for (let at = 0; at < 20; at += 1) await house.run(draw, { needed: 1n }, { book: free, key: `free-${at}` });
  order.push('free');
  await client.query('commit');
  await client.end();
  await waiting;
  expect(order).toEqual(['free', 'held']);
});

test('fails only the command with invalid data, not other commands of its batch', async () => {
  const overflow = command({
    name: 'test.overflow',
    gather: (_: Record<string, never>) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
    decide: (_: Record<string, never>, facts) =>
      ok({
        answer: {},
        journals: [
          // No journal template lets the fees account pay, so the database rejects this journal.
          journal('demo_grant', `test:${facts.journalSeq}`, [
            { account: 'equity', currency: 'USDT', amount: -1n },
            { account: 'fees', currency: 'USDT', amount: 1n },
          ]),
        ],
      }),
  });
  const books = await house.customers(9);
  const results = await Promise.allSettled(
    books.map((book, at) =>
      at === 4
        ? house.run(overflow, {}, { book, key: 'bad' })
        : house.run(give, { usdt: 3n }, { book, key: 'good' }),
    ),
  );
  expect(results.map((result) => result.status)).toEqual(
    books.map((_, at) => (at === 4 ? 'rejected' : 'fulfilled')),
  );
  for (const [at, book] of books.entries())
    expect(await usdtOf(house, book)).toBe(at === 4 ? '0' : '0.00000003');
});

test('rejects only the command that throws, and writes none of its effects', async () => {
  const broken = command({
    name: 'test.broken',
    gather: (_: Record<string, never>) => ({}),
    decide: (): never => {
      throw new TypeError('failed on purpose');
    },
  });
  const [bad, good] = (await house.customers(2)) as [bigint, bigint];
  const results = await Promise.allSettled([
    house.run(broken, {}, { book: bad, key: 'x' }),
    house.run(give, { usdt: 1n }, { book: good, key: 'x' }),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
  expect(house.logged).toHaveLength(1);
});

test('refuses commands immediately when the queue is full', async () => {
  const book = await customer();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => house.run(give, { usdt: 1n }, { book, key: `k${at}` })),
  );
  const refused = answers.filter((answer) => !answer.ok);
  expect(refused.length).toBe(28);
  expect(refused[0]).toMatchObject({ refusal: { code: 'too_many_requests' } });
});

/** Pays the requested amount from the house's slot, which is refilled from the other slots if it is short. */
const draw = command({
  name: 'test.draw',
  gather: (_: { needed: bigint }) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
  decide: (input, facts) => {
    if (!facts.houseHas('equity', 'USDT', input.needed)) {
      return { ok: false, refusal: { code: 'liquidity_insufficient' } } as const;
    }
    return give.decide({ usdt: input.needed }, facts);
  },
});

test('refills a slot that runs short from other slots, and refuses an amount above the total of all slots', async () => {
  const second = await openHouse(database, { slots: [1] });
  try {
    const [book] = (await second.customers(1)) as [bigint];
    const needed = amount('1000');
    expect(await second.run(draw, { needed }, { book, key: 'a' })).toMatchObject({ ok: true });
    const refused = await second.run(draw, { needed: amount('500000000001') }, { book, key: 'b' });
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'liquidity_insufficient' } });
    expect(await second.run(draw, { needed }, { book, key: 'c' })).toMatchObject({ ok: true });
  } finally {
    await second.close();
  }
});

test('keeps serving other customers while a lane waits for a long-held lock', async () => {
  const two = await openHouse(database, { slots: [0, 1] });
  const [held, free] = (await two.customers(2)) as [bigint, bigint];
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from book where id = $1 for update', [held]);
  const waiting = two.run(draw, { needed: 1n }, { book: held, key: 'held' });
  const slowest: number[] = [];
  const endMs = Date.now() + 1500;
  for (let at = 0; Date.now() < endMs; at += 1) {
    const startedMs = Date.now();
    expect(await two.run(draw, { needed: 1n }, { book: free, key: `free-${at}` })).toMatchObject({
      ok: true,
    });
    slowest.push(Date.now() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.query('commit');
  await client.end();
  expect(await waiting).toMatchObject({ ok: true });
  await two.close();
  // The other transaction holds the lock for another second after a lane starts to wait for it. Without a second lane, no
  // command would be answered in that time.
  expect(Math.max(...slowest)).toBeLessThan(900);
});

test('distributes commands over two lanes and preserves each customer’s order', async () => {
  const two = await openHouse(database, {
    slots: [2, 3],
    limits: { ...LIMITS.commands, batchMax: 8, laneBatchMin: 2 },
  });
  try {
    const books = await two.customers(40);
    const answers = await Promise.all(
      [0, 1, 2, 3, 4].flatMap((round) =>
        books.map(async (book) => {
          // Later rounds arrive while the lanes process earlier ones.
          await new Promise((resolve) => setTimeout(resolve, round * 3));
          return {
            book,
            round,
            answer: await two.run(draw, { needed: 1n }, { book, key: `round-${round}` }),
          };
        }),
      ),
    );
    for (const { round, answer } of answers) {
      expect(answer).toEqual({ ok: true, value: { had: String(round), seq: String(round + 1) } });
    }
    const slots = await two.owner<{ slot: number }>(
      `select distinct slot from journal where book = any($1)`,
      [books.map(String)],
    );
    expect(slots.map(({ slot }) => slot).toSorted((a, b) => a - b)).toEqual([2, 3]);
  } finally {
    await two.close();
  }
});

test('numbers each customer’s publications consecutively', async () => {
  const book = await customer();
  await house.run(give, { usdt: 1n }, { book, key: 'a' });
  await house.run(give, { usdt: 1n }, { book, key: 'b' });
  expect(house.published.map(({ prev, seq, moneyMoved }) => [prev, seq, moneyMoved])).toEqual([
    [0n, 1n, true],
    [1n, 2n, true],
  ]);
});

/** Throws an error with a code, like the errors of Node and PostgreSQL. */
const broken = command({
  name: 'test.broken',
  gather: (_: { error: Error }) => ({}),
  decide: ({ error }: { error: Error }) => {
    throw error;
  },
});

test.each([
  ['a Node error with a code', { code: 'ERR_INVALID_ARG_TYPE' }],
  ['an error with a SQLSTATE', { code: '23514', severity: 'ERROR' }],
])('fails only the command that throws %s, not other commands of its batch', async (_, marks) => {
  const [one, other, third] = (await house.customers(3)) as [bigint, bigint, bigint];
  const error = Object.assign(new Error('Connection to the peer lost'), marks);
  const answers = await Promise.allSettled([
    house.run(give, { usdt: 1n }, { book: one, key: 'a' }),
    house.run(broken, { error }, { book: other, key: 'a' }),
    house.run(give, { usdt: 1n }, { book: third, key: 'a' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await usdtOf(house, one)).toBe('0.00000001');
  expect(await usdtOf(house, third)).toBe('0.00000001');
  expect(house.logged).toEqual([{ message: 'commands: failed to execute test.broken', error }]);
});

test('rejects only the command whose answer cannot be serialised', async () => {
  const [one, other] = (await house.customers(2)) as [bigint, bigint];
  const unwritable = command({
    name: 'test.unwritable',
    gather: (_: Record<string, never>) => ({ balances: [['spot', 'USDT']], house: [['equity', 'USDT']] }),
    decide: (_, facts) => {
      const given = give.decide({ usdt: 5n }, facts);
      return given.ok ? ok({ ...given.value, answer: { usdt: 5n } }) : given;
    },
  });
  const answers = await Promise.allSettled([
    house.run(unwritable, {}, { book: one, key: 'a' }),
    house.run(give, { usdt: 1n }, { book: other, key: 'a' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await usdtOf(house, one)).toBe('0');
  expect(await usdtOf(house, other)).toBe('0.00000001');
});

test('logs an exception from a listener, and keeps executing commands', async () => {
  const error = new Error('listener failed on purpose');
  const deaf = await openHouse(database, {
    slots: [4],
    onCommitted: () => {
      throw error;
    },
  });
  try {
    const [book] = (await deaf.customers(1)) as [bigint];
    expect(await deaf.run(draw, { needed: 1n }, { book, key: 'a' })).toMatchObject({ ok: true });
    expect(await deaf.run(draw, { needed: 1n }, { book, key: 'b' })).toMatchObject({ ok: true });
    expect(await usdtOf(house, book)).toBe('0.00000002');
    expect(deaf.logged).toContainEqual({ message: 'commands: failed to publish committed changes', error });
  } finally {
    await deaf.close();
  }
});
