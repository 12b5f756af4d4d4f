/**
 * Statements of a random day of the real platform, with every kind of movement, agree to the last unit with other paths: plain sums
 * over the postings, the balances, and hledger, which shares no code with the platform. The files are read by unmodified readers.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'ofx-js';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { setForward } from '@candor/testing/set-forward.ts';
import { openWholeServer } from '@candor/testing/whole-server.ts';
import type { WholeServer } from '@candor/testing/whole-server.ts';
import { findHledger } from '../../tools/hledger.ts';
import { readStatement } from '../src/features/statements/statement.ts';
import type { Statement } from '../src/features/statements/statement.ts';
import { periodLedger } from '../src/ledger/period-text.ts';
import { readCoinMoves } from '../src/features/statements/coin-moves.ts';
import { costBasis } from '@candor/domain/statement/cost-basis.ts';
import { instruments } from '../src/quotes/catalogue.ts';
import { DayBids } from '../src/quotes/day-bids.ts';
import { fundDay } from './testing/fund-day.ts';
import { MoneyDay } from './testing/money-day.ts';
import { RandomDay } from './testing/random-day.ts';

const SEED = process.env['DAY_SEED'] ?? 'a day in november';
const OPERATIONS = 400;
const FAR_MS = Date.UTC(2090, 0);
const run = promisify(execFile);

let server: WholeServer;
let owner: pg.Pool;
let folder: string;
let hledger: string;
let token: string;
let bids: DayBids;
let spans: readonly Period[];
let books: readonly bigint[];

async function dayLater(): Promise<void> {
  await setForward(owner, 'day');
}

beforeAll(async () => {
  const found = findHledger();
  if ('sentence' in found) throw new Error(found.sentence);
  hledger = found.path;
  folder = mkdtempSync(join(tmpdir(), 'candor-statements-'));
  server = await openWholeServer({ evening: true });
  owner = new pg.Pool({ connectionString: server.ownerUrl, max: 2 });
  const money = await MoneyDay.open(server, owner);
  token = await server.login(0);
  const tokens = [token, await server.login(1), money.token];
  const day = new RandomDay(server, { seed: SEED, tokens, later: dayLater });
  await Promise.all([day.wholeDay(OPERATIONS), money.wholeDay(3)]);
  await fundDay(server, owner);
  bids = new DayBids({ pool: owner, keptMax: 1000 });
  const { rows } = await owner.query<{ first: string; last: string }>(
    'select min(time_ms) as first, max(time_ms) as last from journal where book <> 0',
  );
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last) + 1];
  const third = (part: number): number => Math.floor((first + ((last - first) * part) / 3) / 60_000) * 60_000;
  const edges = [0, third(1), third(2), last];
  spans = edges.slice(1).map((toMs, at) => ({ name: `part ${at + 1}`, fromMs: edges[at] ?? 0, toMs }));
  const found2 = await owner.query<{ book: string }>(
    'select distinct book from journal where book <> 0 order by 1',
  );
  books = found2.rows.map(({ book }) => BigInt(book));
}, 900_000);
afterAll(async () => {
  await owner.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function read(book: bigint, period: Period): Promise<Statement> {
  const statement = await readStatement({ pool: owner, bids, instruments }, { book, period, nowMs: FAR_MS });
  if (statement === undefined) throw new Error('expected a statement, found too many movements');
  return statement;
}

type Row = { account: string; currency: string; kind: string; time_ms: string; amount: string };

/** Returns a customer's individual postings, and the amounts that went into and out of escrow for options. */
async function postingsOf(book: bigint): Promise<(Row & { ms: number; units: bigint })[]> {
  const { rows } = await owner.query<Row>(
    `select p.account::text, p.currency, p.kind, j.time_ms, p.amount from posting p join journal j using (book, seq)
      where p.book = $1 and not is_house(p.account)
    union all select case t.source when 'option' then 'option_frozen' else 'promo_frozen' end, t.currency, j.kind, j.time_ms,
        case when j.kind = 'option_stake' then t.stake else -t.stake end
      from journal j join option_ticket t on t.book = j.book and 'option:' || t.id = j.ref
      where j.book = $1 and j.kind like 'option%'`,
    [book],
  );
  return rows.map((row) => ({ ...row, ms: Number(row.time_ms), units: fromNumeric(row.amount) }));
}

const groupOf: Readonly<Record<string, string>> = {
  ...{ spot: 'spot', spot_frozen: 'spot', contract: 'contract', contract_frozen: 'contract' },
  ...{ option: 'option', option_frozen: 'option', promo: 'experience', promo_frozen: 'experience' },
  fund_principal: 'fund',
};

test('opening and closing balances, and every kind of movement, equal the sums of the postings', async () => {
  const kinds = new Set<string>();
  for (const book of books) {
    const postings = await postingsOf(book);
    for (const period of spans) {
      const statement = await read(book, period);
      const sums = (of: (row: (typeof postings)[number]) => boolean): Map<string, bigint> => {
        const all = new Map<string, bigint>();
        for (const row of postings.filter(of)) {
          const key = `${groupOf[row.account]} ${row.currency}`;
          all.set(key, (all.get(key) ?? 0n) + row.units);
        }
        return new Map([...all].filter(([, sum]) => sum !== 0n).toSorted());
      };
      const stated = (of: 'opening' | 'closing'): Map<string, bigint> =>
        new Map(
          statement.accounts
            .map((one): [string, bigint] => [`${one.account} ${one.currency}`, amount(one[of])])
            .filter(([, sum]) => sum !== 0n)
            .toSorted(),
        );
      expect(stated('opening')).toEqual(sums(({ ms }) => ms < period.fromMs));
      expect(stated('closing')).toEqual(sums(({ ms }) => ms < period.toMs));
      const within = (ms: number): boolean => ms >= period.fromMs && ms < period.toMs;
      for (const kind of new Set(postings.filter(({ ms }) => within(ms)).map((row) => row.kind))) {
        kinds.add(kind);
        const moved = new Map<string, bigint>();
        for (const one of statement.movements.filter((movement) => movement.kind === kind)) {
          const sum = amount(one.received) + amount(one.paid);
          if (sum !== 0n) moved.set(`${one.account} ${one.currency}`, sum);
        }
        expect(new Map([...moved].toSorted())).toEqual(sums((row) => row.kind === kind && within(row.ms)));
      }
    }
  }
  console.info(`${books.length} customers, ${spans.length} periods, kinds: ${[...kinds].join(', ')}`);
  expect(kinds.size).toBeGreaterThan(25);
}, 120_000);

test('each period opens where the previous one closed, and the last one closes at the current balances', async () => {
  for (const book of books) {
    const statements = [];
    for (const period of spans) statements.push(await read(book, period));
    for (const [at, next] of statements.slice(1).entries()) {
      const closed = statements[at]?.accounts.filter(({ closing }) => closing !== '0') ?? [];
      const opened = next.accounts.filter(({ opening }) => opening !== '0');
      const figures = (rows: typeof closed, of: 'opening' | 'closing') =>
        rows.map((one) => `${one.account} ${one.currency} ${one[of]}`).toSorted();
      expect(figures(opened, 'opening')).toEqual(figures(closed, 'closing'));
    }
  }
});

test('fees equal the house’s fee receipts, except for the rounding of each fill', async () => {
  let compared = 0;
  for (const book of books) {
    for (const period of spans) {
      const { costs } = await read(book, period);
      const { rows } = await owner.query<{ part: string; currency: string; amount: string; count: string }>(
        `select case when p.kind like 'spot%' then 'spot_fee' when p.kind = 'exchange' then 'exchange_fee'
            when p.kind = 'withdrawal_pay' then 'withdrawal_fee' when p.account = 'interest' then 'loan_interest'
            else 'loan_fee' end as part, p.currency, sum(p.amount) as amount, count(*)
          from posting p join journal j using (book, seq)
          where p.book = $1 and j.time_ms >= $2 and j.time_ms < $3 and (p.account = 'fees' or (p.account = 'interest' and p.kind = 'loan_repay'))
            and (p.kind in ('exchange', 'withdrawal_pay', 'loan_repay') or p.kind like 'spot%') group by 1, 2`,
        [book, period.fromMs, period.toMs],
      );
      for (const row of rows) {
        const own = costs.find(({ kind, currency }) => kind === row.part && currency === row.currency);
        const apart = amount(own?.amount ?? '0') - fromNumeric(row.amount);
        expect(apart >= 0n && apart <= BigInt(row.count)).toBe(true);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(5);
});

/** A customer's balances as summed by hledger, as in "customer:100001:spot USDT 12.5". */
async function summedByHledger(file: string): Promise<string[]> {
  const { stdout } = await run(hledger, [
    '-f',
    file,
    'balance',
    '-O',
    'csv',
    '--flat',
    '-N',
    '--layout=bare',
  ]);
  const rows = stdout.trim().split('\n').slice(1);
  return rows.map((row) => {
    const [account = '', currency = '', held = ''] = row.split(',').map((field) => field.replaceAll('"', ''));
    return `${account} ${currency} ${formatAmount(amount(held))}`;
  });
}

test('hledger accepts the ledger of each period, and its balances are those of the statement', async () => {
  const file = join(folder, 'period.journal');
  for (const book of books.slice(0, 12)) {
    const period = spans[1];
    if (period === undefined) throw new Error('expected three periods');
    const text = await periodLedger(owner, { book, period, linesMax: 50_000 });
    if (text === undefined) throw new Error('expected a ledger, found too many journals');
    writeFileSync(file, text);
    const { stdout, stderr } = await run(hledger, ['-f', file, 'check', '--strict']);
    expect(stdout + stderr).toBe('');
    const sums = new Map<string, bigint>();
    for (const row of await summedByHledger(file)) {
      const [name = '', currency = '', held = '0'] = row.split(' ');
      const account = groupOf[name.split(':')[2] ?? ''];
      // The stakes of open options are in escrow there.
      if (!name.startsWith('customer:') || account === 'option' || account === 'experience') continue;
      const key = `${account} ${currency}`;
      sums.set(key, (sums.get(key) ?? 0n) + amount(held));
    }
    const { accounts } = await read(book, period);
    for (const one of accounts.filter(({ account }) => account !== 'option' && account !== 'experience'))
      expect([one.account, one.currency, sums.get(`${one.account} ${one.currency}`) ?? 0n]).toEqual([
        one.account,
        one.currency,
        amount(one.closing),
      ]);
  }
}, 60_000);

test('the coins whose cost is computed are exactly those that a customer holds', async () => {
  for (const book of books) {
    const moves = await readCoinMoves({ pool: owner, bids }, { book, toMs: FAR_MS, nowMs: FAR_MS });
    if (moves === undefined) throw new Error('expected movements, found too many');
    const { rows } = await owner.query<{ currency: string; amount: string }>(
      `select currency, sum(amount) as amount from (
          select currency, amount from balance where book = $1 and account not in ('promo', 'promo_frozen')
          union all select currency, amount from open_stake where book = $1 and account = 'option_frozen') h
        where currency <> 'USDT' group by currency having sum(amount) <> 0 order by 1`,
      [book],
    );
    const held = rows.map(({ currency, amount: text }) => [currency, fromNumeric(text)]);
    for (const method of ['fifo', 'average'] as const) {
      const { holdings, disposals } = costBasis(moves, method);
      const stated = [...holdings].map(([currency, { quantity }]) => [currency, quantity] as const);
      expect(stated.filter(([, quantity]) => quantity !== 0n).toSorted()).toEqual(held);
      for (const one of disposals) expect(one.gain).toBe(one.proceeds - one.cost);
    }
  }
});

async function ask<Name extends 'GET statement/file' | 'GET statement/one' | 'GET statement/periods'>(
  name: Name,
  input: Record<string, string> = {},
): Promise<CallOutput<Name>> {
  const { status, body } = await server.call(name, { token, fields: input });
  expect([status, body.type]).toEqual([200, 'ok']);
  return body.message as CallOutput<Name>;
}

async function newestMonth(): Promise<string> {
  const { months } = await ask('GET statement/periods');
  const [newest] = months;
  if (newest === undefined) throw new Error('expected a month, found none');
  return newest.period;
}

type OfxTransaction = { readonly TRNAMT: string; readonly FITID: string };
type OfxStatement = {
  readonly STMTRS: {
    readonly BANKACCTFROM: { readonly ACCTID: string };
    readonly BANKTRANLIST: { readonly STMTTRN?: OfxTransaction | readonly OfxTransaction[] };
    readonly LEDGERBAL: { readonly BALAMT: string };
  };
};

test('an unmodified reader adds up the OFX files to the closing balances', async () => {
  const { months } = await ask('GET statement/periods');
  const counts = await Promise.all(months.map(({ period }) => addsUp(period)));
  // A month that has just begun may have few accounts.
  expect(Math.max(...counts)).toBeGreaterThan(2);
});

/** Returns the number of accounts in the file. */
async function addsUp(period: string): Promise<number> {
  const { accounts } = await ask('GET statement/one', { period });
  const { body } = await ask('GET statement/file', { period, form: 'ofx' });
  const parsed = parseSync(body);
  const found = [parsed.OFX['BANKMSGSRSV1']['STMTTRNRS'] as OfxStatement | readonly OfxStatement[]].flat();
  for (const { STMTRS: statement } of found) {
    const transactions = [statement.BANKTRANLIST.STMTTRN ?? []].flat();
    const moved = transactions.reduce((sum, each) => sum + amount(each.TRNAMT), 0n);
    const name = statement.BANKACCTFROM.ACCTID.split('-');
    const stated = accounts.find(({ account, currency }) => account === name[1] && currency === name[2]);
    if (stated === undefined) throw new Error(`expected the account ${name.join(' ')}, found none`);
    expect(amount(stated.opening) + moved).toBe(amount(statement.LEDGERBAL.BALAMT));
    expect(new Set(transactions.map((each) => each.FITID)).size).toBe(transactions.length);
  }
  return found.length;
}

test('returns the statement as a PDF in each language', async () => {
  const period = await newestMonth();
  const languages = ['zh', 'en', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn'];
  for (const lang of languages) {
    const file = await ask('GET statement/file', { period, form: 'pdf', lang });
    expect(file).toMatchObject({ name: `candor-${period}.pdf`, type: 'application/pdf', encoding: 'base64' });
    expect(Buffer.from(file.body, 'base64').subarray(0, 8).toString('latin1')).toMatch(/^%PDF-1\.\d/);
  }
}, 120_000);
