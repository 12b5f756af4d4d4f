/**
 * A customer with a hundred thousand journals over two months: every page, history and export is served within the time limit of
 * a request and is exact to the last digit.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { findHledger } from '../../../../tools/hledger.ts';
import pg from 'pg';
import { createPool } from '../../db/pool.ts';
import type { Pool } from '../../db/pool.ts';
import { readRecords } from '../../ledger/own-records.ts';
import type { RecordsAsked } from '../../ledger/own-records.ts';
import { customerText } from '../../ledger/ledger-text.ts';
import { limits as walletsLimits } from './limits.ts';
import { DayBids } from '../../quotes/day-bids.ts';
import { kindsOf } from '../../ledger/record-groups.ts';
import { accountsOf, changesOf } from './records.ts';
import { ValueHistory } from '../../worth/value-history.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const BOOK = 100001n;
const JOURNALS = 100_000;
const DAYS = 60;
const FIRST_DAY = 20_000;
/** The time of the last journal, a millisecond before the end of its day. */
const NOW_MS = (FIRST_DAY + DAYS) * DAY_MS - 1;
const QUICK_MS = 1500;

let database: TestDatabase;
let pool: Pool;

/**
 * Each journal buys 0.00001 BTC for two thirds of a USDT. Exceptions are the first journal, which grants the funds, and every
 * thousandth journal, which is a stake that the following journal returns. The bid rises by a thousand USDT a day.
 */
async function makeHistory(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica');
  const timeOf = `(${FIRST_DAY}::bigint * ${DAY_MS} + s * ${DAYS}::bigint * ${DAY_MS} / ${JOURNALS} - 1)`;
  await owner.query(
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select ${BOOK}, s,
        case when s = 1 then 'demo_grant' when s % 1000 = 0 then 'option_stake' when s % 1000 = 1 then 'option_return'
          else 'spot_buy' end,
        case when s = 1 then 'customer:${BOOK}' when s % 1000 in (0, 1) then 'option:' || s / 1000 else 'spot_order:' || s end,
        ${timeOf}, 0,
        (case when s = 1 then '{equity,equity,spot,option}' when s % 1000 = 0 then '{option,option_escrow}'
          when s % 1000 = 1 then '{option_escrow,option}' else '{spot,inventory,inventory,spot}' end)::account[],
        case when s = 1 then '{USDT,USDT,USDT,USDT}' when s % 1000 in (0, 1) then '{USDT,USDT}' else '{USDT,USDT,BTC,BTC}' end::text[],
        (case when s = 1 then '{-200000,-10,200000,10}' when s % 1000 in (0, 1) then '{-10,10}'
          else '{-0.66666667,0.66666667,-0.00001,0.00001}' end)::numeric[]
      from generate_series(1, ${JOURNALS}) s`,
  );
  await owner.query(
    `insert into option_ticket (book, id, product, symbol, side, seconds, currency, source, stake, payout_ratio, profit,
        stake_usdt, profit_usdt, status, accepted_ms, accepted_seq, expires_ms, pnl)
      select ${BOOK}, i, 'crypto', 'BTC/USDT', 'up', 60, 'USDT', 'option', 10, 0.82, 8.2, 10, 8.2, 'open', 0, 1, 60000, 0
      from generate_series(1, ${JOURNALS / 1000}) i`,
  );
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash)
      select 'BTC/USDT', d + 1, (${FIRST_DAY} + d)::bigint * ${DAY_MS} + 1, 0, 1000 * (d + 1), 1000 * (d + 1),
        1000 * (d + 1), 0, decode(repeat('00', 32), 'hex')
      from generate_series(0, ${DAYS - 1}) d`,
  );
  await owner.query(
    `insert into tape_minute select 'BTC/USDT', (${FIRST_DAY} + d)::bigint * ${DAY_MS}, d + 1, d + 1, 1, 1, 1, 1, 1, 1, 1, 1, 0
      from generate_series(0, ${DAYS - 1}) d`,
  );
  await owner.query(
    `insert into balance (book, account, currency, amount)
      select book, account, currency, sum(amount) from posting where not is_house(account) group by 1, 2, 3`,
  );
  await owner.query(
    `insert into house_balance (account, currency, slot)
      select distinct account, currency, 0 from posting where is_house(account)`,
  );
  await owner.query('analyze');
}

beforeAll(async () => {
  database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await makeHistory(owner);
  await owner.end();
  pool = createPool(database.url, { max: 2 });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function within<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  console.info(`${what}: ${took.toFixed(0)} ms`);
  expect(took, what).toBeLessThan(grantedMs(QUICK_MS));
  return result;
}

const usual: RecordsAsked = {
  ...{
    book: BOOK,
    before: undefined,
    kinds: undefined,
    accounts: accountsOf(undefined),
    currency: undefined,
  },
  ...{ fromMs: undefined, toMs: undefined, limit: 100, scannedMax: walletsLimits.recordsScannedMax },
};

test('serves any page quickly, and spreads a search with few matches over several pages', async () => {
  const newest = await within('newest page', () => readRecords(pool, usual));
  expect(newest.journals.map(({ seq }) => Number(seq))).toEqual(
    Array.from({ length: 100 }, (_, at) => JOURNALS - at),
  );
  await within('a page far back', () => readRecords(pool, { ...usual, before: 500n }));
  let seen = 0;
  let pages = 0;
  for (let before: bigint | undefined = undefined; ;) {
    const asked: RecordsAsked = { ...usual, before, kinds: kindsOf('demo') };
    const page = await within('a page of what is hardly there', () => readRecords(pool, asked));
    seen += page.journals.length;
    pages += 1;
    if (page.next === undefined) break;
    before = page.next;
  }
  expect([seen, pages]).toEqual([1, JOURNALS / walletsLimits.recordsScannedMax]);
  const staked = await within('a page of options', () =>
    readRecords(pool, { ...usual, accounts: accountsOf('option'), limit: 10 }),
  );
  expect(staked.journals.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 'option_stake' : 'option_return')),
  );
  expect(changesOf(staked.journals[0]!)).toEqual([
    { account: 'option', frozen: false, currency: 'USDT', amount: '-10' },
    { account: 'option', frozen: true, currency: 'USDT', amount: '10' },
  ]);
});

/** The customer's holdings after the first `count` journals. Stakes are included. */
function heldAfter(count: number): { usdt: bigint; coin: bigint } {
  const stakes = Math.floor(count / 1000);
  const returns = Math.max(0, Math.floor((count - 1) / 1000));
  const buys = BigInt(count - 1 - stakes - returns);
  return { usdt: amount('200010') - buys * amount('0.66666667'), coin: buys * amount('0.00001') };
}

test('values the holdings at the end of each day at that day’s bid, and answers repeated requests quickly', async () => {
  const dayBids = new DayBids({ pool, keptMax: 1000 });
  const values = new ValueHistory({ pool, instruments: new Map(), dayBids, limits: walletsLimits });
  const asked = { days: 90, nowMs: NOW_MS, now: amount('123') };
  const history = await within('value history', () => values.of(BOOK, asked));
  expect(history).toHaveLength(DAYS);
  const worth = ({ usdt, coin }: ReturnType<typeof heldAfter>, bid: bigint) =>
    usdt + (coin * bid) / amount('1');
  for (const [day, { timeMs, value }] of history.slice(0, -1).entries()) {
    expect(timeMs).toBe((FIRST_DAY + day + 1) * DAY_MS);
    // A journal at the last millisecond of a day is included in that day.
    const held = heldAfter(Math.floor(((day + 1) * JOURNALS) / DAYS));
    expect(value, `day ${day}`).toBe(worth(held, amount('1000') * BigInt(day + 1)));
  }
  expect(history.at(-1)).toEqual({ timeMs: NOW_MS, value: amount('123') });
  const again = await within('value history again', () => values.of(BOOK, asked));
  expect(again).toEqual(history);
  expect(await values.of(BOOK, { ...asked, days: 7 })).toEqual(history.slice(-8));
  expect(await values.of(BOOK + 1n, asked)).toEqual([{ timeMs: NOW_MS, value: amount('123') }]);
});

test('exports the newest journals with the older ones as an opening balance, in a form that hledger’s strict check accepts', async () => {
  const found = findHledger();
  if ('sentence' in found) throw new Error(found.sentence);
  const parts: string[] = [];
  const bounds = { journalsMax: 2500, journalsAtOnce: 1000 };
  await within('export', async () => {
    for await (const part of customerText(pool, { book: BOOK, ...bounds })) parts.push(part);
  });
  const text = parts.join('');
  expect(text.match(/^\d{4}-.*seq:/gm)).toHaveLength(2500);
  expect(text).toContain(`brought_forward | ${JOURNALS - 2500} older journals`);
  const folder = mkdtempSync(join(tmpdir(), 'candor-export-'));
  const file = join(folder, 'mine.journal');
  writeFileSync(file, text);
  const checked = await promisify(execFile)(found.path, ['-f', file, 'check', '--strict', 'payees']);
  expect(checked.stdout + checked.stderr).toBe('');
  rmSync(folder, { recursive: true, force: true });
});
