/**
 * Money moves only with a row: whatever a kind's template allows, the serving role can post no journal that no row explains, and
 * no play money on a live platform.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let owner: pg.Client;
let serving: pg.Client;
const BOOK = 100_001;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  serving = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await serving.connect();
  // Every customer has enough money, so that no posting is rejected for lack of it.
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(`insert into book (id) values (${BOOK})`);
  await owner.query(`insert into balance (book, account, currency, amount)
    select b, a, 'USDT', 1000 from unnest(array[0, ${BOOK}]) b, unnest(enum_range(null::account)) a where not is_house(a)`);
  await owner.query(`insert into house_balance (account, currency, slot, amount)
    select a, 'USDT', 0, case a when 'custody' then -1000 else 1000 end from unnest(enum_range(null::account)) a where is_house(a)`);
  // The house's first entry exists, as on every platform with customers.
  await owner.query(`insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
    values (0, 1, 'house_opening', 'house:demo', 0, 0, '{custody,equity}', '{USDT,USDT}', '{-1,1}'),
      (0, 2, 'house_allocation', 'house:demo', 0, 0, '{equity,trading}', '{USDT,USDT}', '{-1,1}')`);
  await owner.query('commit');
  // Without evidence of custody, capital could not leave for any reason. That guard is off here, so that only the check of the
  // reason can reject the journal.
  await allowBareJournals(database, ['capital_out_covered']);
});
afterAll(async () => {
  await Promise.all([owner.end(), serving.end()]);
  await database.drop();
});

/** The server's journals have references of these forms; here the rows do not exist. */
const REFERENCES = [
  'x',
  'house:demo',
  `customer:${BOOK}`,
  'spot_order:7',
  'position:7',
  'option:7',
  'exchange:7',
  'transfer:7',
  'experience_credit:7',
  'deposit:7',
  'withdrawal:7',
  'fund_order:7',
  'fund_payment:7:1',
  'fund_day:7',
  'loan:7',
  'loan_payment:7',
  'referral_reward:7',
  'proposal:7',
  'strategy_trade:7',
  'strategy_report:7',
  'house_debt:7',
];

/** Every combination in which a kind could move one unit from one account to another. */
const PAIRS = `select g.kind, g.account as giver, t.account as taker from journal_template g join journal_template t using (kind)
  where g.account <> t.account and g.sign <= 0 and t.sign >= 0 order by 1, 2, 3`;

type Pair = { kind: string; giver: string; taker: string };

async function tried(
  { kind, giver, taker }: Pair,
  { book, ref }: { book: number; ref: string },
): Promise<string> {
  try {
    // The statement is a transaction of its own, so that deferred checks run too, after one round trip instead of three.
    await serving.query({
      name: 'bare',
      text: `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        values ($1, 9, $2, $3, 0, 0, array[$4, $5]::text[]::account[], '{USDT,USDT}', '{-1,1}')`,
      values: [book, kind, ref, giver, taker],
    });
    return 'posted';
  } catch (error) {
    return (error as pg.DatabaseError).constraint ?? (error as Error).message;
  }
}

const GUARDS =
  /^(journal_(reason|holds|by_two|once)|(deposit|withdrawal|fund|loan|referral|strategy|debt_payment)_journal|no_play_capital|experience_kept|credit_stays_credit)$/;

test('rejects a journal that no row explains, of every kind and with every reference', async ({ signal }) => {
  const { rows } = await owner.query<Pair>(PAIRS);
  const { rows: kinds } = await owner.query<{ kind: string }>('select distinct kind from journal_template');
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(kinds.map(({ kind }) => kind)));
  const posted: string[] = [];
  for (const pair of rows) {
    // After its timeout, the test leaves the connection to the other tests.
    signal.throwIfAborted();
    for (const ref of REFERENCES) {
      for (const book of [0, BOOK]) {
        const outcome = await tried(pair, { book, ref });
        if (!GUARDS.test(outcome))
          posted.push(`${pair.kind} ${pair.giver}>${pair.taker} ${ref} in ${book}: ${outcome}`);
      }
    }
  }
  expect(posted).toEqual([]);
}, 300_000);

test('rejects a kind that no guard handles, whatever its template', async () => {
  await owner.query(`insert into journal_template values ('gift', 'equity', -1), ('gift', 'spot', 1)`);
  const gift = { kind: 'gift', giver: 'equity', taker: 'spot' };
  expect(await tried(gift, { book: BOOK, ref: 'x' })).toBe('journal_reason');
});

test('rejects a journal in immediate mode too, not only at commit', async () => {
  await serving.query('begin');
  await serving.query('set constraints all immediate');
  await expect(
    serving.query(`insert into journal values (${BOOK}, 9, 'start_over', 'customer:${BOOK}', 0, 0, '{equity,spot}',
      '{USDT,USDT}', '{-1,1}')`),
  ).rejects.toMatchObject({ constraint: 'journal_reason' });
  await serving.query('rollback');
});

test('counts debts of the house in USDT, and accepts payments of them only in USDT', async () => {
  await owner.query('begin; set local session_replication_role = replica');
  await owner.query(
    `insert into balance (book, account, currency, amount) values (${BOOK}, 'contract', 'BTC', 0)`,
  );
  await owner.query(
    `insert into house_balance (account, currency, slot, amount) values ('trading', 'BTC', 0, 1)`,
  );
  await owner.query(`insert into house_debt values (${BOOK}, 7, 7, 2, 0, 'owed', 0, 0, 'contract')`);
  await owner.query('commit');
  const paid = async (currency: string): Promise<string> => {
    await serving.query('begin');
    try {
      await serving.query(
        `insert into journal values (${BOOK}, 9, 'debt_payment', 'house_debt:7', 0, 0, '{trading,contract}', array[$1, $1], '{-1,1}')`,
        [currency],
      );
      await serving.query(`update house_debt set paid = 1 where book = ${BOOK}`);
      await serving.query('commit');
      return 'paid';
    } catch (error) {
      await serving.query('rollback');
      return (error as pg.DatabaseError).constraint ?? (error as Error).message;
    }
  };
  expect(await paid('BTC')).toBe('debt_payment_journal');
  // The database accepts the journal; the guard of the debt requires that a close left such a debt.
  expect(await paid('USDT')).toBe('house_debt_verified');
});

describe('a live platform', () => {
  test.each(['house_opening', 'house_allocation', 'demo_grant', 'start_over'])(
    'rejects a journal of the kind %s',
    async (kind) => {
      const live = await freshDatabase();
      const client = new pg.Client({ connectionString: live.ownerUrl });
      await client.connect();
      try {
        await client.query(
          `insert into operator (account, role, person, password_hash, created_ms) values ('ada', 'admin', 'ada', '', 0)`,
        );
        const posting = `insert into journal select ${BOOK}, 1, kind, 'x', 0, 0, array_agg(account), array_agg('USDT'::text),
        array_agg(1) from journal_template where kind = '${kind}' group by kind`;
        await expect(client.query(posting)).rejects.toMatchObject({ constraint: 'no_play_capital' });
      } finally {
        await client.end();
        await live.drop();
      }
    },
  );
});
