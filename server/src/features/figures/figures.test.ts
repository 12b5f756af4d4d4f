/** Figures are counted once from sealed journals, and drawn by the house's time. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@candor/domain/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { withdrawalCases } from '../withdrawals/work-queue.ts';
import { figuresConsoleHandlers } from './console-handlers.ts';
import { countFigures } from './counting.ts';
import { limits } from './limits.ts';
import type { SeriesDeps } from './store.ts';

const DAY = Date.UTC(2026, 10, 25);
const NOON = DAY + 12 * HOUR_MS;
const MIRA = 200_001;
const NOOR = 200_002;

let database: TestDatabase;
let pool: Pool;
let owner: pg.Client;

/** Only a few columns of these rows are read here, and the tables demand more of a row. */
async function loosen(table: string): Promise<void> {
  const { rows } = await owner.query<{ sql: string }>(
    `select format('alter table %I drop constraint %I', $1::text, c.conname) as sql from pg_constraint c
        where c.conrelid = to_regclass(quote_ident($1)) and c.contype = 'c'
      union all select format('alter table %I alter column %I drop not null', $1::text, a.attname) from pg_attribute a
        where a.attrelid = to_regclass(quote_ident($1)) and a.attnum > 0 and a.attnotnull and a.attname not in ('book', 'id')`,
    [table],
  );
  await owner.query(rows.map(({ sql }) => sql).join('; '));
}

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.doorUrl, { max: 4 });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // Rows as a platform has them, without the story that leads to each.
  await owner.query('set session_replication_role = replica');
  // The market's clock and the house's time are one.
  await owner.query('update clock set base_wall_ms = 0, base_market_ms = 0, speed = 1, ahead_ms = 0');
  for (const table of ['position', 'option_ticket']) await loosen(table);
});
beforeEach(async () => {
  await owner.query(`truncate journal, journal_seal, ledger_seal, figure, figure_customer, "position", option_ticket, customer, withdrawal,
    tape, tape_head, books_breach cascade`);
  await owner.query('update figure_progress set seal = 0, observed_ms = 0');
});
afterAll(async () => {
  await owner.end();
  await pool.end();
  await database.drop();
});

type Posting = readonly [account: string, currency: string, amount: string];
type Written = {
  readonly kind: string;
  readonly ref?: string;
  readonly atMs?: number;
  readonly postings: readonly Posting[];
};

const numbers = new Map<number, number>();
async function post(book: number, { kind, ref, atMs = NOON, postings }: Written): Promise<void> {
  const seq = (numbers.get(book) ?? 0) + 1;
  numbers.set(book, seq);
  await owner.query(
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      values ($1, $2, $3, $4, $5, 0, $6::text[]::account[], $7, $8::text[]::numeric(38,8)[])`,
    [
      book,
      seq,
      kind,
      ref ?? `${kind}:${seq}`,
      atMs,
      ...([0, 1, 2] as const).map((at) => postings.map((one) => one[at])),
    ],
  );
}
let roots = 0;
/** Seals what was written since the last root, as `seal_ledger` does. */
async function seal(): Promise<void> {
  roots += 1;
  await owner.query(
    `insert into journal_seal (book, seq, hash, number) select j.book, max(j.seq), sha256(''), $1 from journal j
      where j.seq > coalesce((select max(s.seq) from journal_seal s where s.book = j.book), 0) group by j.book`,
    [roots],
  );
  await owner.query(`insert into ledger_seal values ($1, $2, 0, sha256(''), sha256(''))`, [roots, NOON]);
}
beforeEach(() => {
  roots = 0;
  numbers.clear();
});

const deps: SeriesDeps = {
  get pool() {
    return pool;
  },
  cases: [withdrawalCases],
  now: () => NOON + 30 * MINUTE_MS,
  wallNow: () => NOON + 30 * MINUTE_MS,
  marketNow: () => NOON + 30 * MINUTE_MS,
};

async function figures(span: 'hour' | 'day', fromMs = DAY, toMs = DAY + DAY_MS, given = deps) {
  const handler = figuresConsoleHandlers(given)['GET figures'];
  const answer = await handler({ span, from: fromMs / 1000, to: toMs / 1000 }, {} as never);
  if (!answer.ok) throw new Error(`expected figures, got ${answer.refusal.code}`);
  return answer.value;
}
/** Lines such as "deposits USDT 12:100". */
const lines = async (span: 'hour' | 'day' = 'hour', given = deps) =>
  (await figures(span, DAY, DAY + DAY_MS, given)).series.flatMap(({ series, key, points }) =>
    points.map(({ at, value }) => `${series} ${key} ${(at * 1000 - DAY) / HOUR_MS}:${value}`),
  );
const countedLines = async (span: 'hour' | 'day' = 'hour') => {
  await countFigures(pool);
  return (await lines(span)).filter((line) => !/^(funds|promised|claims|custody) /.test(line));
};

const deposit = (amount: string, currency = 'USDT', atMs = NOON) => ({
  ...{ kind: 'deposit', atMs },
  postings: [
    ['custody', currency, `-${amount}`],
    ['spot', currency, amount],
  ] as const,
});

describe('deposits and withdrawals', () => {
  test('are counted by currency, hour and day in USDT, once they are sealed', async () => {
    await owner.query(
      `insert into tape_head (symbol, seq, bid, ask, last, time_ms) values ('BTC/USDT', 1, 50000, 50001, 50000, 1)`,
    );
    await post(MIRA, deposit('100'));
    await post(MIRA, deposit('0.5', 'BTC', NOON + HOUR_MS));
    expect(await countedLines()).toEqual([]);
    await seal();
    await post(NOOR, deposit('7', 'USDT', NOON + 1));
    await post(NOOR, {
      kind: 'withdrawal_pay',
      postings: [
        ['spot_frozen', 'USDT', '-50'],
        ['custody', 'USDT', '49'],
        ['fees', 'USDT', '1'],
      ],
    });
    await seal();
    const found = await countedLines();
    expect(found).toEqual(['deposits USDT 12:107', 'fees withdrawal 12:1', 'withdrawals USDT 12:49']);
    // The hour that has not begun yet is not drawn.
    expect(await countedLines('day')).toEqual([
      'deposits BTC 0:25000',
      'deposits USDT 0:107',
      'fees withdrawal 0:1',
      'withdrawals USDT 0:49',
    ]);
  });

  test('are counted once, however often and by however many processes counting runs', async () => {
    await post(MIRA, deposit('100'));
    await seal();
    await Promise.all([countFigures(pool), countFigures(pool), countFigures(pool)]);
    await post(MIRA, deposit('1'));
    await seal();
    await Promise.all([countFigures(pool), countFigures(pool)]);
    expect(await countedLines()).toEqual(['deposits USDT 12:101']);
  });

  test('are counted to the newest root, as many roots at a time as seal few enough books', async () => {
    for (const book of [MIRA, NOOR]) {
      // oxlint-disable-next-line no-await-in-loop -- roots follow one another
      for (let at = 0; at < 2; at += 1) await post(book, deposit('1')).then(seal);
    }
    await post(MIRA, deposit('1'));
    await post(NOOR, deposit('1'));
    await seal();
    const counted = async (books: number) => {
      const { rows } = await pool.query<{ roots: number }>('select figures_count($1) as roots', [books]);
      return rows[0]?.roots;
    };
    expect([await counted(3), await counted(1), await counted(1), await counted(1)]).toEqual([3, 1, 1, 0]);
    expect(await countedLines()).toEqual(['deposits USDT 12:6']);
    expect((await figures('hour')).counted_to).toBe(NOON / 1000);
  });
});

test('draws the journals of a market whose clock is years behind at the house’s time', async () => {
  const years = 3000 * DAY_MS;
  await owner.query('update clock set base_market_ms = -$1::bigint', [years]);
  await post(MIRA, deposit('5', 'USDT', NOON - years));
  await seal();
  const found = await countedLines();
  await owner.query('update clock set base_market_ms = 0');
  expect(found).toEqual(['deposits USDT 12:5']);
});

const position = (id: number, product: string) =>
  owner.query(`insert into "position" select p.* from jsonb_populate_record(null::"position", $1) p`, [
    JSON.stringify({
      book: MIRA,
      id,
      product,
      symbol: 'BTC/USDT',
      side: 'long',
      status: 'closed',
      collateral: 'contract',
    }),
  ]);
const ticket = (book: number, id: number, source: string, status: string) =>
  owner.query(`insert into option_ticket select p.* from jsonb_populate_record(null::option_ticket, $1) p`, [
    JSON.stringify({ ...{ book, id, source, status, symbol: 'BTC/USDT' }, stake_usdt: 10, profit_usdt: 8 }),
  ]);

test('tells fees and results apart by product, and customers who lost from those who won', async () => {
  await position(11, 'contract');
  await position(12, 'forex');
  await ticket(MIRA, 21, 'option', 'lost');
  await ticket(NOOR, 22, 'promo', 'lost');
  await ticket(NOOR, 23, 'option', 'won');
  await post(MIRA, {
    ...{ kind: 'spot_buy', ref: 'spot_order:1' },
    postings: [
      ['spot', 'USDT', '-101'],
      ['fees', 'USDT', '0.9'],
      ['rounding', 'USDT', '0.1'],
      ['inventory', 'USDT', '100'],
    ],
  });
  await post(MIRA, {
    ...{ kind: 'contract_close', ref: 'position:11' },
    postings: [
      ...([
        ['contract_frozen', 'USDT', '-50'],
        ['contract', 'USDT', '20'],
      ] as const),
      ...([
        ['trading', 'USDT', '28'],
        ['fees', 'USDT', '2'],
      ] as const),
    ],
  });
  await post(MIRA, {
    ...{ kind: 'contract_close', ref: 'position:12' },
    postings: [
      ['contract', 'USDT', '3'],
      ['trading', 'USDT', '-3'],
    ],
  });
  await post(MIRA, {
    kind: 'option_loss',
    ref: 'option:21',
    postings: [
      ['option_escrow', 'USDT', '-18'],
      ['trading', 'USDT', '18'],
    ],
  });
  await post(NOOR, {
    kind: 'option_loss',
    ref: 'option:22',
    postings: [
      ['option_escrow', 'USDT', '-18'],
      ['promotions', 'USDT', '18'],
    ],
  });
  await post(NOOR, {
    kind: 'option_win',
    ref: 'option:23',
    postings: [
      ['option_escrow', 'USDT', '-18'],
      ['option', 'USDT', '18'],
    ],
  });
  await post(NOOR, {
    kind: 'option_stake',
    ref: 'option:24',
    postings: [
      ['option', 'USDT', '-10'],
      ['option_escrow', 'USDT', '10'],
    ],
  });
  // An allocation of the house is no income.
  await post(0, {
    kind: 'house_move',
    postings: [
      ['fees', 'USDT', '-4'],
      ['equity', 'USDT', '4'],
    ],
  });
  await seal();
  expect(await countedLines()).toEqual([
    'closed  12:2',
    'fees contract 12:2',
    'fees spot 12:1',
    // Mira lost 30 and 10 and won 3. Noor lost 10 of credit and won 8.
    'lost  12:2',
    'result contract 12:28',
    'result forex 12:-3',
    'result option 12:2',
    'traded  12:2',
  ]);
  // Within the same day, Noor wins enough.
  await ticket(NOOR, 25, 'option', 'won');
  await post(NOOR, {
    kind: 'option_win',
    ref: 'option:25',
    postings: [
      ['option_escrow', 'USDT', '-18'],
      ['option', 'USDT', '18'],
    ],
  });
  await seal();
  expect(await countedLines('day')).toContain('lost  0:1');
});

test('reads registrations, decisions, void options, halts and breaches from their own rows', async () => {
  const registered = (id: number, ms: number) =>
    owner.query(
      `insert into customer (id, account, account_key, password_hash, birth_date, invited_by, language, registered_ms)
        values ($1::bigint, 'c' || $1::bigint, 'c' || $1::bigint, '', '1990-01-01', 0, 'en', $2)`,
      [id, ms],
    );
  await registered(1, DAY - 1);
  await registered(2, DAY);
  await registered(3, DAY + HOUR_MS - 1);
  for (const [id, minutes] of [
    [1, 1],
    [2, 30],
    [3, 4],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await owner.query(
      `insert into withdrawal (book, id, currency, network, address_id, address, amount, fee, status, reason, version, requested_ms,
          deadline_ms, needs_second, decided_by, decided_ms)
        values (1, $1::bigint, 'USDT', 'tron', 1, 'T', 7, 1, 'failed', 'x', 1, $2::bigint - $3::bigint, 0, false, 'theo', $2::bigint)`,
      [id, NOON, minutes * MINUTE_MS],
    );
  }
  await owner.query(`insert into tape_head (symbol) values ('BTC/USDT')`);
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap)
      select 'BTC/USDT', n, $1::bigint + n, 0, 1, 1, 1, 0, sha256(''), n % 2 = 0 from generate_series(1, 5) n`,
    [NOON],
  );
  await owner.query(`insert into books_breach (invariant, detail, found_ms) values ('L4: holds', 'x', $1)`, [
    NOON,
  ]);
  await owner.query(
    `insert into option_ticket select p.* from jsonb_populate_record(null::option_ticket, $1) p`,
    [
      JSON.stringify({
        book: 1,
        id: 1,
        symbol: 'BTC/USDT',
        status: 'void',
        reason: 'gap_strike',
        settled_ms: NOON,
      }),
    ],
  );
  expect(await lines()).toEqual([
    'registered  0:2',
    'voids BTC/USDT 12:1',
    'halts BTC/USDT 12:2',
    'breaches L4 12:1',
    'queue withdrawal 12:4',
  ]);
});

test('records claims, custody and exposure at most every five minutes, and keeps the newest of an hour', async () => {
  const observed = async () => {
    await pool.query('select figures_observe()');
    const { rows } = await pool.query<{ line: string }>(
      `select f.series || ' ' || f.key || ' ' || trim_scale(f.value) as line from figure f where f.span = 'day' order by 1`,
    );
    return rows.map(({ line }) => line);
  };
  const balances = (custody: number, spent: number) =>
    owner.query(
      `insert into house_balance (account, currency, slot, amount) values ('custody', 'USDT', 0, -$1::numeric), ('trading', 'USDT', 0, $2)
        on conflict (account, currency, slot) do update set amount = excluded.amount`,
      [custody, spent],
    );
  await balances(1000, 300);
  const before = ['claims USDT 700', 'custody USDT 1000', 'funds  300', 'promised  0'];
  expect(await observed()).toEqual(before);
  await balances(2000, 300);
  expect(await observed()).toEqual(before);
  await owner.query('update figure_progress set observed_ms = observed_ms - 300000');
  expect(await observed()).toEqual(['claims USDT 1700', 'custody USDT 2000', 'funds  300', 'promised  0']);
});

test('answers at most a hundred spans, up to the current one', async () => {
  expect(await figures('hour', 0, DAY + DAY_MS)).toMatchObject({
    from: (NOON + HOUR_MS - limits.spansMax * HOUR_MS) / 1000,
    to: (NOON + HOUR_MS) / 1000,
  });
  expect(await figures('day', NOON, NOON + 1)).toMatchObject({ from: DAY / 1000, to: (DAY + DAY_MS) / 1000 });
  const handler = figuresConsoleHandlers(deps)['GET figures'];
  expect(await handler({ span: 'day', from: 5, to: 5 }, {} as never)).toMatchObject({
    ok: false,
    refusal: { code: 'parameter_wrong' },
  });
});
