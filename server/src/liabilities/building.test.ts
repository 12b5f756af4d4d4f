/**
 * Statements built from customers with balances, positions, amounts on hold and debts. Every claim is in the tree, an independent
 * implementation recomputes it, each customer finds their own leaves, and only the database's owner can change anything.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { ask } from '../ledger/invariants.ts';
import { openThinMarket } from '../positions/testing/thin-house.ts';
import { checkOwnLeaf } from '../../../verifier/src/liabilities/own-leaf.ts';
import { checkLiabilities } from '../../../verifier/src/watch/check-liabilities.ts';
import { buildLiabilities, pruneLiabilities } from './building.ts';
import { readLiabilityFile } from './files.ts';
import { liabilityInvariants } from './invariants.ts';
import { readOwnLiability } from './own.ts';

const HOUR_MS = 3_600_000;
const CUSTOMERS = 300;
let database: TestDatabase;
let market: Awaited<ReturnType<typeof openThinMarket>>;
let tape: Pool;
let app: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  // Capital leaves here without a proposal, so that the guard of coverage has to reject it.
  await allowBareJournals(database, ['journal_by_two']);
  market = await openThinMarket(database, {
    customers: CUSTOMERS,
    own: '1000.00000001',
    house: { trading: '1000000', insurance: '1000000', equity: '1000000' },
  });
  tape = createPool(database.tapeUrl, { max: 1 });
  app = createPool(database.appUrl, { max: 2 });
  await market.price('20000', '20010');
  const [gains, loses] = market.books as [bigint, bigint];
  for (const [book, side] of [
    [gains, 'long'],
    [loses, 'short'],
  ] as const) {
    const opened = await market.open(book, { side, quantity: amount('0.1'), leverage: 100 });
    if (!opened.ok) throw new Error(opened.refusal.code);
  }
  await market.open(loses, { price: amount('10000'), quantity: amount('0.1') });
  await market.price('20500', '20510');
  expect(await buildLiabilities(tape, HOUR_MS)).toBe(1n);
});
afterAll(async () => {
  await Promise.all([tape.end(), app.end()]);
  await market.closeHouses();
  await database.drop();
});

const file = async (path: string): Promise<Uint8Array> => {
  const found = await readLiabilityFile(app, path.replace('/log/', ''));
  if (found === undefined) throw new Error(`${path} answers 404`);
  return found.body;
};

async function newest() {
  const [row] = await market.house.owner<{
    number: string;
    as_of_ms: string;
    leaves: string;
    root: Buffer;
    sums: string;
  }>('select number, as_of_ms, leaves, root, sums from liability_statement order by number desc limit 1');
  if (row === undefined) throw new Error('expected a statement, found none');
  const { number, as_of_ms, leaves, root, sums } = row;
  return {
    ...{ kind: 'liabilities' as const, number: Number(number), asOfMs: Number(as_of_ms) },
    ...{ leaves: Number(leaves), root: root.toString('hex'), sums },
  };
}

/** Runs the watch's check of the liabilities, with the tape's prices. */
async function alarms(): Promise<readonly string[]> {
  const found = await checkLiabilities(
    {
      file,
      tape: async (symbol, seq) => {
        const [head] = await market.house.owner<{ bid: string; ask: string }>(
          'select trim_scale(bid)::text as bid, trim_scale(ask)::text as ask from tape where symbol = $1 and seq = $2',
          [symbol, seq],
        );
        const rest = { seq, time_ms: 1, feed_time_ms: 1, last: '1', volume: '0', hash: '' };
        return head === undefined ? [] : [{ ...rest, ...head }];
      },
      random: () => 0,
      nowMs: Date.now,
      statedAfter: () => 0,
    },
    await newest(),
  );
  return found.map(({ kind }) => kind);
}

async function ownOf(book: bigint) {
  const found = await readOwnLiability(app, book, new Map());
  if (found === undefined) throw new Error('expected a statement, found none');
  return { ...found, salt: found.salt.toString('hex') };
}

async function expectedOf(book: bigint): Promise<Record<string, bigint>> {
  const rows = await market.house.owner<{ currency: string; units: string }>(
    `select currency, trunc(sum(amount) * 100000000)::text as units from (
        select currency, amount from balance where book = $1
        union all select 'USDT', amount from open_profit where book = $1) c group by currency having sum(amount) > 0`,
    [book.toString()],
  );
  return Object.fromEntries(rows.map(({ currency, units }) => [currency, BigInt(units)]));
}

test('states the claims of every customer, which anyone can recompute', async () => {
  expect(await alarms()).toEqual([]);
  const [sums] = await market.house.owner<{ stated: string; owed: string }>(
    `select (select sum from liability_tree where currency = 'USDT')::text as stated,
      (((select sum(amount) from balance where currency = 'USDT') + (select sum(amount) from open_profit)) * 100000000)::numeric(60,0)::text as owed`,
  );
  expect(sums?.stated).toBe(sums?.owed);
  expect((await newest()).leaves).toBe(2 * CUSTOMERS);
});

test('counts the gain of an open position, but not the loss of another', async () => {
  const [gains, loses] = market.books as [bigint, bigint];
  const claims = await Promise.all([ownOf(gains), ownOf(loses)]);
  expect(claims.map(({ claims: [claim] }) => claim?.profit)).toEqual(['49.00000000', '0.00000000']);
});

test('gives each customer leaves that only their own number opens', async () => {
  const { root } = await newest();
  for (const book of market.books.slice(0, 20)) {
    const own = await ownOf(book);
    const asked = { own, loggedRoot: root, expected: await expectedOf(book) };
    expect(checkOwnLeaf({ ...asked, customer: book.toString() })).toEqual([]);
    expect(checkOwnLeaf({ ...asked, customer: (book + 1n).toString() })).not.toEqual([]);
    expect(new Set(own.leaves.map((leaf) => leaf.amount)).size).toBe(2);
  }
});

test('a statement has no leaf for a customer without claims', async () => {
  const own = await ownOf(1n);
  expect(own).toMatchObject({ seq: 0, leaves: [], claims: [] });
});

test('builds no second statement within the interval', async () => {
  expect(await buildLiabilities(tape, HOUR_MS)).toBeUndefined();
});

test('building statements breaks no invariant', async () => {
  expect(await ask(market.house.pool, liabilityInvariants)).toEqual([]);
});

describe('the serving roles', () => {
  const refused = async (pool: Pool, sql: string): Promise<string> =>
    pool.query(sql).then(
      () => 'done',
      (error: Error) => error.message,
    );

  test.each([
    'select seed from liability_statement',
    'select liabilities_build(0)',
    'select liability_claims(9)',
    `insert into liability_claim (statement, book, currency, seq, held, staked, profit, owed, income)
      values (1, 1, 'USDT', 1, 0, 0, 0, 0, 0)`,
    `insert into liability_tile (statement, currency, number, first, leaves, hash, sum, width)
      values (1, 'USDT', 9, sha256(''), '', sha256(''), 0, 1)`,
    `update liability_tree set sum = 1`,
    'delete from liability_statement',
    'delete from liability_claim',
    'delete from liability_tile',
    'insert into liability_pruned (statement, at_ms) values (1, 1)',
    'select liabilities_prune()',
  ])('cannot: %s', async (sql) => {
    expect(await refused(app, sql)).toMatch(/permission denied/);
  });

  test('cannot build from several snapshots', async () => {
    expect(await refused(tape, 'select liabilities_build(0)')).toBe(
      'liabilities must be read at the isolation level repeatable read',
    );
  });
});

test.each(['liability_statement', 'liability_tree', 'liability_claim', 'liability_tile'])(
  'keeps %s unchanged, even for the owner',
  async (table) => {
    await expect(market.house.owner(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`);
    await expect(market.house.owner(`truncate ${table}`)).rejects.toThrow(`${table} is append-only`);
  },
);

test.each([
  `insert into liability_claim (statement, book, currency, seq, held, staked, profit, owed, income) values (9, 1, 'USDT', 1, -1, 0, 0, 0, 0)`,
  `insert into liability_claim (statement, book, currency, seq, held, staked, profit, owed, income) values (9, 1, 'USDT', 1, 0, 0, -1, 0, 0)`,
  `insert into liability_tile (statement, currency, number, first, leaves, hash, sum, width) values (9, 'USDT', 9, sha256(''), '', sha256(''), -1, 1)`,
  `insert into liability_tree (statement, currency, leaves, sum, root) values (9, 'USDT', 1, -1, sha256(''))`,
])('stores no negative amount: %s', async (sql) => {
  await expect(market.house.owner(sql)).rejects.toThrow(/violates check constraint/);
});

const DUE = 'no statement of liabilities lets 5 USDT leave the house';
/** Writes the rows of a withdrawal of capital without its proposal, and rolls back. Returns the outcome. */
const leaves = async (
  pool = app,
  before = 'select 1',
  { agoMs = 0, amount: out = '5' }: { readonly agoMs?: number; readonly amount?: string } = {},
): Promise<string> => {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query(before);
    await connection.query('set constraints check_due_run immediate');
    const moved = await connection.query<{ seq: string }>(
      'update book set seq = seq + 1 where id = 0 returning seq',
    );
    await connection.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        values (0, $1, 'house_capital', 'x', extract(epoch from clock_timestamp()) * 1000 - $2::int, 0, '{custody,equity}', '{USDT,USDT}', array[$3::numeric, -$3::numeric])`,
      [moved.rows[0]?.seq, agoMs, out],
    );
    return 'left';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await connection.query('rollback');
    connection.release();
  }
};

describe('capital', () => {
  const changed = async (sql: string): Promise<void> =>
    void (await market.house.owner(
      `set session_replication_role = replica; ${sql}; set session_replication_role = default`,
    ));

  test('can be withdrawn while the liabilities are stated and covered', async () => {
    expect(await leaves()).toBe('left');
  });

  test.each([
    [
      'stated more than two hours ago',
      'liability_statement',
      'as_of_ms = as_of_ms - 7300000',
      'as_of_ms = as_of_ms + 7300000',
    ],
    [
      'above the reserves',
      'liability_tree',
      'sum = sum + 1e21::numeric(30,0)',
      'sum = sum - 1e21::numeric(30,0)',
    ],
  ])(
    'cannot be withdrawn while the liabilities are %s, but customers may withdraw',
    async (_, table, change, undo) => {
      await changed(`update ${table} set ${change}`);
      try {
        expect(await leaves()).toBe(DUE);
        const [books] = await market.house.owner<{ hold: boolean }>('select books_hold() as hold');
        expect(books).toEqual({ hold: true });
        expect(liabilityInvariants.some(({ quick }) => quick === true)).toBe(false);
      } finally {
        await changed(`update ${table} set ${undo}`);
      }
    },
  );
});

test('lists every kind of journal that may take money out of custody', async () => {
  const kinds = await market.house.owner<{ kind: string }>(
    "select kind from journal_template where account = 'custody' and sign >= 0 order by kind",
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['house_capital', 'strategy_result', 'withdrawal_pay']);
});

describe('capital of a live platform', () => {
  const live = (evidence: string): string => `
    create or replace function is_live_house() returns boolean language sql stable as 'select true';
    set local session_replication_role = replica;
    insert into custody_statement (currency, source, amount, as_of_ms, noted_ms, noted_by, evidence)
      select 'USDT', 'bank', 1e9, extract(epoch from clock_timestamp()) * 1000 - age, 0, 'x', evidence from ${evidence};
    set local session_replication_role = default`;
  const of = (ageMs: number, hash = `'sha256:${'ab'.repeat(32)}'`): string =>
    live(`(values (${ageMs}::bigint, ${hash})) as e (age, evidence)`);
  const paid = (kind: string, agoMs: number, units = '999999999'): string => `;
    set local session_replication_role = replica;
    insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values (1, 900000, '${kind}', 'x', extract(epoch from clock_timestamp()) * 1000 - ${agoMs}, 0, '{custody,spot}', '{USDT,USDT}', array[${units}, -(${units})]);
    set local session_replication_role = default;`;

  /**
   * Returns SQL by which a share of all that the books hold leaves them at some time. The current statements of custody still
   * include it.
   */
  const booked = (kind: string, agoMs: number, share: number): string =>
    paid(kind, agoMs) +
    `set local session_replication_role = replica;
    update house_balance set amount = amount * (1 - ${share}) where account = 'custody' and currency = 'USDT';
    set local session_replication_role = default;`;

  test.each([
    ['can be withdrawn with evidence from an hour ago', of(HOUR_MS), 'left'],
    ['is blocked if the evidence is more than a day old', of(25 * HOUR_MS), DUE],
    ['is blocked if the evidence is dated in the future', of(-HOUR_MS), DUE],
    ['is blocked without evidence', of(HOUR_MS, 'null'), DUE],
    [
      'is blocked after a payout of all that the evidence shows',
      of(HOUR_MS) + paid('withdrawal_pay', 0),
      DUE,
    ],
    ['is blocked after a later withdrawal of other capital', of(HOUR_MS) + paid('house_capital', 0), DUE],
    ['is blocked after a later loss of the strategy', of(HOUR_MS) + paid('strategy_result', 0), DUE],
    [
      'can be withdrawn after a payout before the evidence',
      of(HOUR_MS) + paid('withdrawal_pay', 2 * HOUR_MS),
      'left',
    ],
    ['can be withdrawn after a small later payout', of(HOUR_MS) + paid('withdrawal_pay', 0, '1'), 'left'],
    ['can be withdrawn after an incoming payment', of(HOUR_MS) + paid('deposit', 0, '-1e9'), 'left'],
    [
      'is blocked after a payout later than the older of two banks’ evidence',
      of(3 * HOUR_MS) +
        ';' +
        of(HOUR_MS).replaceAll("'bank'", "'other'") +
        paid('withdrawal_pay', 2 * HOUR_MS, '2e9'),
      DUE,
    ],
    [
      'is blocked by capital withdrawn before the evidence that its bank has not paid yet',
      of(HOUR_MS) + booked('house_capital', 2 * HOUR_MS, 0.95),
      DUE,
    ],
    [
      'is blocked by payouts from days ago that the banks of two statements have not paid yet',
      of(HOUR_MS) +
        ';' +
        of(HOUR_MS).replaceAll("'bank'", "'other'") +
        booked('withdrawal_pay', 72 * HOUR_MS, 0.95),
      DUE,
    ],
    [
      'can be withdrawn up to the amount that earlier withdrawals left free',
      of(HOUR_MS) + booked('house_capital', 2 * HOUR_MS, 0.5),
      'left',
    ],
    ['is blocked if its journal is backdated', of(HOUR_MS), DUE, 2 * HOUR_MS],
  ])('%s', async (_, before, expected, agoMs = 0) => {
    const owner = createPool(database.ownerUrl, { max: 1 });
    try {
      expect(await leaves(owner, before, { agoMs })).toBe(expected);
    } finally {
      await owner.end();
    }
  });
});

test('counts a forged custody statement of a live platform only up to the amount in its books', async () => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  const connection = await owner.connect();
  try {
    await connection.query('begin');
    await connection.query(`
      create or replace function is_live_house() returns boolean language sql stable as 'select true';
      set local session_replication_role = replica;
      insert into custody_statement (currency, source, amount, as_of_ms, noted_ms, noted_by, evidence)
        select c, 'bank', 1e12, extract(epoch from clock_timestamp()) * 1000 - 1000, 0, 'x', 'sha256:${'ab'.repeat(32)}'
        from unnest(array['USDT', 'XXX']) c`);
    const { rows } = await connection.query<{ currency: string; held: boolean }>(
      `select r.currency, r.amount = coalesce(-(select sum(h.amount) from house_balance h
          where h.account = 'custody' and h.currency = r.currency), 0) as held from reserve r order by 1`,
    );
    expect(rows).toEqual([
      { currency: 'USDT', held: true },
      { currency: 'XXX', held: true },
    ]);
  } finally {
    await connection.query('rollback');
    connection.release();
    await owner.end();
  }
});

describe('a third party or the customer detects a change by the database’s owner', () => {
  const forge = async (sql: string): Promise<void> =>
    void (await market.house.owner(
      `set session_replication_role = replica; ${sql}; set session_replication_role = default`,
    ));
  const breaches = async (): Promise<readonly string[]> =>
    (await ask(market.house.pool, liabilityInvariants)).map(({ detail }) => detail);
  const finding = async (book: bigint): Promise<readonly string[]> => {
    const { root } = await newest();
    const own = await ownOf(book);
    const found = checkOwnLeaf({
      own,
      customer: `${book}`,
      loggedRoot: root,
      expected: await expectedOf(book),
    });
    return found.map(({ kind }) => kind);
  };

  test('a sum lowered in the published tree', async () => {
    await forge(`update liability_tile set sum = sum - 1 where number = 0`);
    try {
      expect(await alarms()).toEqual(['liabilities_differ']);
      expect(await breaches()).toEqual(['statement 1, tile 0 of USDT', 'statement 1, tree of USDT']);
    } finally {
      await forge(`update liability_tile set sum = sum + 1 where number = 0`);
    }
  });

  test('a customer left out of the next statement', async () => {
    const book = market.books[50] as bigint;
    const expected = await expectedOf(book);
    const [before] = await market.house.owner<{ amount: string }>(
      `select amount from balance where book = $1 and account = 'contract'`,
      [book.toString()],
    );
    await forge(`update balance set amount = 0 where book = ${book}`);
    await forge(`update liability_statement set as_of_ms = as_of_ms - ${HOUR_MS}`);
    expect(await buildLiabilities(tape, HOUR_MS)).toBe(2n);
    await forge(
      `update balance set amount = ${before?.amount} where book = ${book} and account = 'contract'`,
    );
    expect(await expectedOf(book)).toEqual(expected);
    expect(await alarms()).toEqual([]);
    expect(await finding(book)).toEqual(['leaf_missing']);
    expect(await finding(market.books[51] as bigint)).toEqual([]);
    // The ledger is not sealed in this test, so `sealed` marks its journals as sealed.
    await forge(`insert into ledger_seal values (1, 1, 0, sha256(''), sha256('')); insert into journal_seal
      select book, max(seq), sha256(''), 1 from journal where book = ${book} group by book`);
    expect(await breaches()).toContain(`book ${book} is missing`);
  });

  test('a balance lowered in the next statement', async () => {
    const book = market.books[60] as bigint;
    await forge(`update balance set amount = amount - 1 where book = ${book} and account = 'contract'`);
    await forge(`update liability_statement set as_of_ms = as_of_ms - ${HOUR_MS}`);
    expect(await buildLiabilities(tape, HOUR_MS)).toBe(3n);
    await forge(`update balance set amount = amount + 1 where book = ${book} and account = 'contract'`);
    expect(await finding(book)).toEqual(['leaf_differs']);
    expect(await breaches()).toContain(`999.00000001 USDT of book ${book}, the ledger had 1000.00000001`);
  });
});

describe('pruning', () => {
  const DAY_MS = 86_400_000;
  /** A morning three days ago, so that a statement of that time is older than 48 hours. */
  const morningMs = (Math.floor(Date.now() / DAY_MS) - 3) * DAY_MS + HOUR_MS;
  const forge = async (sql: string): Promise<void> =>
    void (await market.house.owner(
      `set session_replication_role = replica; ${sql}; set session_replication_role = default`,
    ));
  const prunedFile = async (path: string): Promise<string> => new TextDecoder().decode(await file(path));
  const prune = 'insert into liability_pruned (statement, at_ms) values (2, 1)';

  beforeAll(async () => {
    await forge(
      `update liability_statement set as_of_ms = ${morningMs} + (number - 1) * ${HOUR_MS} where number < 3`,
    );
  });

  test('rejects pruning a statement that was not in the log for 48 hours, even by the owner', async () => {
    await expect(market.house.owner(prune)).rejects.toThrow(
      'statement 2 of liabilities cannot be pruned yet',
    );
    await forge(`insert into tlog_entry (index, kind, key, position, entry, time_ms)
      values (0, 'liabilities', '', 1, 'x', ${morningMs}), (1, 'liabilities', '', 2, 'x', ${Date.now() - 47 * HOUR_MS}),
        (2, 'liabilities', '', 3, 'x', ${morningMs})`);
    await forge(`insert into tlog_checkpoint values (3, sha256(''), 1, '')`);
    await expect(market.house.owner(prune)).rejects.toThrow(
      'statement 2 of liabilities cannot be pruned yet',
    );
    await forge(`update tlog_entry set time_ms = ${morningMs}; delete from tlog_checkpoint`);
    await expect(market.house.owner(prune)).rejects.toThrow(
      'statement 2 of liabilities cannot be pruned yet',
    );
    expect(await pruneLiabilities(tape)).toEqual([]);
    await forge(`insert into tlog_checkpoint values (3, sha256(''), 1, '')`);
  });

  test('deletes the leaves of an old statement, and keeps their proof', async () => {
    const before = await prunedFile('/log/liabilities/2');
    // The first statement of its month stays whole, and the newest one is too recent.
    expect(await pruneLiabilities(tape)).toEqual([2n]);
    expect(await pruneLiabilities(tape)).toEqual([]);
    expect(await prunedFile('/log/liabilities/2')).toBe(before);
    expect(await prunedFile('/log/liabilities/2/USDT/tiles')).toMatch(
      /^candor-liability-pruned-v1\|2\|\d+\n$/,
    );
    expect(await prunedFile('/log/liabilities/2/USDT/0')).toMatch(/^candor-liability-pruned-v1\|2\|\d+\n$/);
    expect(await prunedFile('/log/liabilities/1/USDT/0')).toMatch(/^[0-9a-f]{64}\|\d+\n/);
    const [left] = await market.house.owner<{ claims: string; tiles: string; sum: string | null }>(
      `select (select count(*) from liability_claim where statement = 2) as claims,
        (select count(*) from liability_tile where statement = 2) as tiles,
        (select sum from liability_tree where statement = 2)::text as sum`,
    );
    expect(left).toMatchObject({ claims: '0', tiles: '0' });
    expect(before).toContain(`|${left?.sum}\n`);
    expect(
      (await ask(market.house.pool, liabilityInvariants)).filter(({ detail }) =>
        detail.includes('statement 2'),
      ),
    ).toEqual([]);
  });

  test.each(['liability_claim', 'liability_tile'])(
    'deletes nothing else of %s, even as the owner',
    async (table) => {
      const message = `${table} is append-only until its statement is pruned`;
      await expect(market.house.owner(`delete from ${table} where statement = 3`)).rejects.toThrow(message);
      await expect(market.house.owner('delete from liability_pruned')).rejects.toThrow(
        'liability_pruned is append-only',
      );
    },
  );
});
