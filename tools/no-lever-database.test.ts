/**
 * Nothing in the database can decide an outcome, a price or a payout for a customer: every column, function, guard and privilege
 * of a freshly migrated PostgreSQL is on a list with the purpose for which it is allowed, and the serving role is denied
 * everything that would be a lever. To prove that the test would fail, it plants violations, each in a transaction that is rolled
 * back.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amount, formatAmount } from '../domain/src/money/amount.ts';
import { OPTION_DURATIONS, optionProfit } from '../domain/src/trading/option.ts';
import { allowTicketsOfAnyTime } from '@candor/testing/any-time.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { COLUMNS } from '@candor/testing/no-lever/allowed-columns.ts';
import {
  FUNCTIONS,
  GUARD_RIGHTS,
  PUBLIC_RIGHTS,
  TAPE_RIGHTS,
  TRIGGERS,
  rightLines,
} from '@candor/testing/no-lever/allowed-rights.ts';
import { askForSessions } from '@candor/testing/acting-as.ts';
import { servingLines } from '@candor/testing/no-lever/table-owners.ts';
import { differences, leverNames, rightsToHistory } from '@candor/testing/no-lever/compare.ts';
import { databaseSurface } from '@candor/testing/no-lever/database-surface.ts';

let database: TestDatabase;
let owner: pg.Client;
let serving: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await askForSessions(database.ownerUrl);
  [owner, serving] = [database.ownerUrl, database.url].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await owner.connect();
  await serving.connect();
});
afterAll(async () => {
  await owner.end();
  await serving.end();
  await database.drop();
});

async function violations(): Promise<string[]> {
  const { columns, functions, triggers, rights, powers } = await databaseSurface(owner);
  const known = {
    columns: Object.entries(COLUMNS).flatMap(([table, purposes]) =>
      Object.values(purposes).flatMap((names) => names.split(' ').map((name) => `${table}.${name}`)),
    ),
    rights: [
      ...servingLines('candor_app'),
      ...servingLines('candor_door'),
      ...rightLines(TAPE_RIGHTS, 'candor_tape'),
      ...rightLines(GUARD_RIGHTS, 'candor_guard'),
      ...rightLines(PUBLIC_RIGHTS, 'public'),
    ],
  };
  return [
    ...differences('The column', { found: columns, allowed: known.columns }),
    ...differences('The function', { found: functions, allowed: Object.keys(FUNCTIONS) }),
    ...differences('The guard', { found: triggers, allowed: Object.keys(TRIGGERS) }),
    ...differences('The right', { found: rights, allowed: known.rights }),
    ...leverNames('The column', columns),
    ...leverNames('The function', functions),
    ...leverNames('The guard', triggers),
    ...rightsToHistory(rights),
    ...powers.map((sentence) => `${sentence}.`),
  ];
}

test('finds no lever in the database', async () => {
  expect(await violations()).toEqual([]);
});

describe('a planted lever', () => {
  const planted: readonly (readonly [what: string, sql: string, says: RegExp])[] = [
    [
      'a win rate of a customer',
      'alter table customer add column win_rate numeric',
      /"customer\.win_rate" is on no list/,
    ],
    [
      'the name of such a column',
      'alter table customer add column win_rate numeric',
      /"customer\.win_rate" has the word "win"/,
    ],
    [
      'a price of a ticket',
      'alter table option_ticket add column manual_price numeric',
      /manual_price" has the word "manual"/,
    ],
    [
      'an innocent column',
      'alter table position add column note text',
      /column "position\.note" is on no list/,
    ],
    ['a table', 'create table house_odds (book bigint)', /column "house_odds\.book" is on no list/],
    ['a view', 'create view quote_for as select 1 as bid', /column "quote_for\.bid" is on no list/],
    [
      'a missing column',
      'alter table tape drop column gap',
      /column "tape\.gap" is on a list and is not there/,
    ],
    [
      'a function',
      `create function settle_as(ticket bigint, outcome text) returns void language sql security definer return null`,
      /"definer settle_as\(ticket, outcome\)" is on no list/,
    ],
    [
      'a guard that now runs with its owner’s privileges',
      'alter function journal_unexplained security definer',
      /"definer journal_unexplained\(of_book, of_seq, of_kind\)" is on no list/,
    ],
    [
      'a disabled guard',
      'alter table option_ticket disable trigger option_ticket_verified',
      /"option_ticket\.option_ticket_verified off" is on no list/,
    ],
    [
      'a missing guard',
      'drop trigger journal_append_only on journal',
      /journal_append_only" is on a list and is not there/,
    ],
    [
      'an unknown trigger',
      `create function skew() returns trigger language plpgsql as 'begin return new; end';
       create trigger skew before insert on tape for each row execute function skew()`,
      /guard "tape\.skew" is on no list/,
    ],
    [
      'the right to change the tape',
      'grant update on tape to candor_app',
      /candor_app may update tape, which is history/,
    ],
    [
      'the right to change a price of the tape',
      'grant update (last) on tape to candor_app',
      /candor_app may update tape\.last, which is history/,
    ],
    [
      'the right to delete checkpoints',
      'grant delete on checkpoint to public',
      /public may delete checkpoint, which is history/,
    ],
    [
      'the right to empty the journal',
      'grant truncate on journal to candor_app',
      /candor_app may truncate journal, which is history/,
    ],
    [
      'the right to rewrite the log',
      'grant update on audit to candor_app',
      /candor_app may update audit, which is history/,
    ],
    [
      'the right to write balances',
      'grant update on balance to candor_app',
      /may update balance, which journals alone move/,
    ],
    [
      'the right to delete tickets',
      'grant delete on option_ticket to candor_app',
      /"candor_app: delete option_ticket" is on no list/,
    ],
    [
      'the right to add a template',
      'grant insert on journal_template to candor_app',
      /may insert journal_template, which journals/,
    ],
    [
      'a read privilege for every role',
      'grant select on option_ticket to public',
      /"public: select option_ticket" is on no list/,
    ],
    [
      'default privileges',
      'alter default privileges grant update on tables to candor_app',
      /rights are given beforehand/,
    ],
    [
      'a role of administrators',
      'alter role candor_app createrole',
      /candor_app has an attribute of administrators/,
    ],
    ['membership', 'grant pg_write_all_data to candor_app', /candor_app is a member of pg_write_all_data/],
    ['ownership', 'alter table tape owner to candor_app', /candor_app owns tape/],
    [
      'the right to create objects',
      'grant create on schema public to candor_app',
      /candor_app may make things in the schema public/,
    ],
    [
      'the right to disable triggers',
      'grant set on parameter session_replication_role to candor_app',
      /may set session_replication_role/,
    ],
    [
      'temporary tables',
      `do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`,
      /candor_app may make temporary things in the database/,
    ],
    [
      'a function without a fixed search path',
      'alter function proposal_steps() reset search_path',
      /function proposal_steps looks names up where whoever runs it likes/,
    ],
    [
      'a later function without a fixed search path',
      'create function later() returns int language plpgsql as $$ begin return (select count(*) from operator); end $$',
      /function later looks names up where/,
    ],
    [
      'a search path with temporary tables first',
      'alter function proposal_steps() set search_path = public',
      /function proposal_steps looks names up/,
    ],
    ['another schema', 'create schema backstage', /there is a schema besides public: backstage/],
    ['a rule', 'create rule quiet as on insert to tape do instead nothing', /there is a rule on tape/],
  ];
  test.each(planted)('is reported: %s', async (_, sql, says) => {
    await owner.query('begin');
    try {
      await owner.query(sql);
      expect((await violations()).join('\n')).toMatch(says);
    } finally {
      await owner.query('rollback');
    }
  });

  test('is rolled back completely', async () => expect(await violations()).toEqual([]));
});

/** A ticket accepted at the first of four entries: struck at 101, ending at 102 (up wins), and expired before the entry of 90. */
const LAID = `
  insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
    select 'BTC/USDT', seq, time_ms, time_ms, last, last, last, 0, sha256('')
    from (values (1, 1000, 100), (2, 2000, 101), (3, 30500, 102), (4, 31500, 90)) as t (seq, time_ms, last);
  insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
      stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
    values (1, 1, 'crypto', 'BTC/USDT', 'up', 30, 'USDT', 'option', 10, 0.8, 8, 10, 8, 'open', 1500, 1, 31000, 0);
  update option_ticket set strike = 101, strike_ms = 2000, strike_seq = 2, struck_from_ms = accepted_ms`;
const ENDS = `update option_ticket set settled_ms = 32000`;

/** A ticket over 30 s with a stake of 10 and these terms, as the serving role may write it. */
const ticketPaying = (ratio: string, profit: string, seconds = 30): string =>
  `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
      stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
    values (1, 2, 'crypto', 'BTC/USDT', 'up', ${seconds}, 'USDT', 'option', 10, ${ratio}, ${profit}, 10, ${profit}, 'open',
      1500, 1, ${1000 + seconds * 1000}, 0)`;

describe('the serving role', () => {
  beforeAll(() => allowTicketsOfAnyTime(database));
  const denied = /permission denied|must be owner|append-only/;
  const tries: readonly (readonly [what: string, sql: string, says: RegExp])[] = [
    ['a changed price on the tape', 'update tape set last = 1', denied],
    ['a deleted entry', 'delete from tape where seq = 3', denied],
    ['an empty tape', 'truncate tape', denied],
    ['a replaced entry', `insert into tape select * from tape where seq = 3`, /duplicate key/],
    ['a changed checkpoint', 'update checkpoint set hash = hash', denied],
    ['a changed journal', `update journal set ref = 'y'`, denied],
    ['a changed record in the log', `update audit set reason = 'y'`, denied],
    ['a balance', 'update balance set amount = 1', denied],
    ['a balance of the house', `insert into house_balance values ('equity', 'USDT', 0, 1)`, denied],
    ['a journal template of a new kind', `insert into journal_template values ('gift', 'spot', 1)`, denied],
    ['disabled guards', 'alter table option_ticket disable trigger all', denied],
    ['a replaced guard', 'create function option_ticket_new() returns int language sql return 1', denied],
    ['disabling all triggers', 'set session_replication_role = replica', denied],
    ['a deleted ticket', 'delete from option_ticket', denied],
    ['a temporary table named proposal', 'create temporary table proposal (book bigint)', denied],
    ['a temporary table named operator', 'create table pg_temp.operator (account text)', denied],
    ['a temporary view named operator', `create temporary view operator as select 'eve' as account`, denied],
    [
      'a win recorded as a loss',
      `${ENDS}, status = 'lost', settle = 102, settle_seq = 3, pnl = -10`,
      /does not bear out/,
    ],
    [
      'a win recorded as a tie',
      `${ENDS}, status = 'tied', settle = 102, settle_seq = 3, pnl = 0`,
      /does not bear out/,
    ],
    ['a later exit', `${ENDS}, status = 'lost', settle = 90, settle_seq = 4, pnl = -10`, /does not bear out/],
    [
      'an earlier exit',
      `${ENDS}, status = 'tied', settle = 101, settle_seq = 2, pnl = 0`,
      /does not bear out/,
    ],
    [
      'an exit at an invented price',
      `${ENDS}, status = 'won', settle = 103, settle_seq = 3, pnl = 8`,
      /does not bear out/,
    ],
    [
      'a void without a gap',
      `${ENDS}, status = 'void', reason = 'gap_expiry', settle = 102, settle_seq = 3`,
      /does not bear out/,
    ],
    [
      'a void at the strike without one',
      `${ENDS}, status = 'void', reason = 'gap_strike'`,
      /does not bear out/,
    ],
    ['a different strike', 'update option_ticket set strike = 105, strike_ms = 2000', /is not allowed after/],
    ['a smaller payout', 'update option_ticket set payout_ratio = 0.1, profit = 1', /permission denied/],
    ['a different side', `update option_ticket set side = 'down'`, /permission denied/],
    ['a different expiry', 'update option_ticket set seconds = 60, expires_ms = 61000', /permission denied/],
    ['a different acceptance', 'update option_ticket set accepted_seq = 3', /permission denied/],
    [
      'a win that was never open',
      `insert into option_ticket select book, 2, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
        stake_usdt, profit_usdt, 'won', reason, accepted_ms, accepted_seq, expires_ms, 101, 2000, 2, 1500, 102, 3, 32000, 8
        from option_ticket`,
      /cannot have the status won/,
    ],
    ['a payout for one customer', ticketPaying('0.79', '7.9'), /does not have the published payout/],
    ['a gain that does not follow from the payout', ticketPaying('0.8', '1'), /violates check constraint/],
  ];
  test.each(tries)('is denied: %s', async (_, sql, says) => {
    await serving.query('begin');
    try {
      await serving.query(LAID);
      await expect(serving.query(sql)).rejects.toThrow(says);
    } finally {
      await serving.query('rollback');
    }
  });

  test('can write the published payouts, each for its duration', async () => {
    expect(OPTION_DURATIONS.length).toBe(5);
    for (const { seconds, payoutRatio } of OPTION_DURATIONS) {
      for (const other of OPTION_DURATIONS) {
        const [ratio, profit] = [other.payoutRatio, optionProfit(amount('10'), other.payoutRatio)].map(
          formatAmount,
        );
        const written = serving.query(`begin; ${ticketPaying(ratio ?? '', profit ?? '', seconds)}`).then(
          () => 'written',
          () => 'refused',
        );
        expect(await written).toBe(other.payoutRatio === payoutRatio ? 'written' : 'refused');
        await serving.query('rollback');
      }
    }
  });

  test('can write rows that match the tape', async () => {
    await serving.query('begin');
    await serving.query(LAID);
    await serving.query(`${ENDS}, status = 'won', settle = 102, settle_seq = 3, pnl = 8`);
    await expect(serving.query('update option_ticket set settled_ms = 1')).rejects.toThrow(
      'cannot go from won to won',
    );
    await serving.query('rollback');
  });
});
