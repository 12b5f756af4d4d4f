/** The tests of a seeded year, for a short and for a whole one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { periodOf, periodsBetween } from '@candor/domain/statement/period.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { findHledger } from '../../../tools/hledger.ts';
import { breaches } from '../../src/app/breaches.ts';
import type { Statement } from '../../src/features/statements/statement.ts';
import { periodLedger } from '../../src/ledger/period-text.ts';
import type { Instruments } from '../../src/positions/market.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import { DayBids } from '../../src/quotes/day-bids.ts';
import { readBooks, readTape } from './second-books.ts';
import type { Books } from './second-books.ts';
import { SeededYear } from './seeded-year.ts';
import type { YearPlan } from './seeded-year.ts';
import {
  differencesOf,
  holdingDifferencesOf,
  statementOf,
  summed,
  taxDifferencesOf,
} from './year-agreement.ts';

const LONG = 1_500_000;
const run = promisify(execFile);

function named(name: string): Period {
  const period = periodOf(name);
  if (period === undefined) throw new Error(`expected a period, found ${name}`);
  return period;
}

export function statementsOfAYear(plan: YearPlan): void {
  let year: SeededYear | undefined;
  let deps: { pool: SeededYear['owner']; instruments: Instruments; bids: DayBids };
  const customers = new Map<bigint, Books>();
  const ids = new Map<string, bigint>();
  const nowMs = Date.parse(plan.to) + DAY_MS;
  // The first week belongs to the fund.
  const names = periodsBetween(Date.parse(plan.from) - 14 * DAY_MS, nowMs);
  const months = names.months.map(named).toReversed();
  const years = names.years.map(named).toReversed();
  const read = (book: bigint, period: Period): Promise<Statement> =>
    statementOf(deps, { book, period, nowMs });
  const bookOf = (account: string): bigint => {
    const id = ids.get(account);
    if (id === undefined) throw new Error(`expected a customer ${account}, found none`);
    return id;
  };

  beforeAll(async () => {
    year = await SeededYear.open(plan);
    await year.run();
    await year.goTo(nowMs);
    deps = { pool: year.owner, instruments, bids: new DayBids({ pool: year.owner, keptMax: 10_000 }) };
    const tape = await readTape(year.owner);
    const { rows } = await year.owner.query<{ id: string; account: string }>(
      'select id, account from customer order by id',
    );
    for (const { id, account } of rows) {
      ids.set(account, BigInt(id));
      customers.set(BigInt(id), await readBooks(year.owner, tape, BigInt(id)));
    }
    const journals = [...customers.values()].reduce((sum, books) => sum + books.journals.length, 0);
    console.info(`${customers.size} customers, ${journals} journals`, JSON.stringify(year.counts()));
  }, LONG);
  afterAll(() => year?.stop());

  const allDifferences = async (changed = customers): Promise<string[]> => {
    const all: string[] = [];
    for (const [book, books] of changed) {
      const asked = { book, nowMs };
      for (const period of [...months, ...years])
        all.push(...(await differencesOf(deps, books, { ...asked, period })));
      for (const one of years) all.push(...(await taxDifferencesOf(deps, books, { ...asked, year: one })));
      for (const { toMs } of months)
        all.push(...(await holdingDifferencesOf(deps, books, { ...asked, toMs })));
    }
    return all;
  };

  test(
    'states every balance, movement, cost, lot and result of each month and year as recomputed from the ledger',
    async () => {
      expect(await allDifferences()).toEqual([]);
    },
    LONG,
  );

  test(
    'the year has every kind of movement and cost',
    async () => {
      const [kinds, costs] = [new Set<string>(), new Set<string>()];
      for (const book of customers.keys()) {
        for (const one of years) {
          const { movements, costs: charged } = await read(book, one);
          for (const { group } of movements) kinds.add(group);
          for (const { kind } of charged) costs.add(kind);
        }
      }
      console.info([...kinds].join(' '), [...costs].join(' '));
      expect([...kinds].toSorted()).toEqual(plan.groups.toSorted());
      expect([...costs].toSorted()).toEqual(plan.costs.toSorted());
    },
    LONG,
  );

  test('the year has positions on coins, currencies and gold, with their overnight fees', async () => {
    const { rows } = await deps.pool.query<{ symbol: string; charged: boolean }>(
      `select symbol, bool_or(nights <> '[]') as charged from position where entry_price is not null group by 1 order by 1`,
    );
    const all = ['BTC/USDT', 'ETH/USDT', 'EUR/GBP', 'GBP/USD', 'XAU/USD'];
    expect(rows.filter(({ charged }) => charged).map(({ symbol }) => symbol)).toEqual(all);
  });

  /** Recomputes statements from books that were changed in one place. */
  test.each<[what: string, change: (books: Books) => void]>([
    ['one unit of one posting', ({ journals }) => changeFirst(journals, 'spot_buy', 'spot')],
    ['one unit of one fee', ({ journals }) => changeFirst(journals, 'withdrawal_pay', 'fees')],
    ['one unit of one overnight fee', ({ journals }) => changeFirst(journals, 'contract_close', 'interest')],
    [
      'the size of one lot',
      ({ journals }) => {
        for (const { kind, postings } of journals)
          if (kind === 'spot_buy' && postings.some(({ currency }) => currency === 'BTC'))
            for (const posting of postings)
              posting.amount += posting.currency === 'BTC' && posting.account === 'spot' ? 1n : 0n;
      },
    ],
  ])(
    'finds a change of %s',
    async (_, change) => {
      const changed = structuredClone(
        new Map([...customers].map(([book, { bidBefore: _bid, ...books }]) => [book, books])),
      );
      const all = new Map<bigint, Books>();
      for (const [book, books] of changed) {
        const bidBefore = customers.get(book)?.bidBefore ?? (() => undefined);
        const whole = { ...books, bidBefore };
        change(whole);
        all.set(book, whole);
      }
      const found = await allDifferences(all);
      expect(found.length).toBeGreaterThan(0);
    },
    LONG,
  );

  test(
    'a year is the sum of its months, and each month opens where the previous one closed',
    async () => {
      for (const book of customers.keys()) {
        const parts: Statement[] = [];
        for (const month of months) parts.push(await read(book, month));
        for (const one of years) {
          const own = parts.filter(({ period }) => period.startsWith(one.name));
          expect(summed(own)).toEqual(summed([await read(book, one)]));
        }
        for (const [at, next] of parts.slice(1).entries()) {
          const before = parts[at];
          const figures = (of: 'opening' | 'closing', from: Statement | undefined) =>
            from?.accounts
              .filter((row) => row[of] !== '0')
              .map((row) => `${row.account} ${row.currency} ${row[of]}`);
          expect(figures('opening', next)).toEqual(figures('closing', before));
          expect(next.opening_value_usdt).toBe(before?.closing_value_usdt);
        }
      }
    },
    LONG,
  );

  test(
    'hledger recomputes the balances of each month from the exported ledger',
    async () => {
      const found = findHledger();
      if ('sentence' in found) throw new Error(found.sentence);
      const folder = mkdtempSync(join(tmpdir(), 'candor-hledger-'));
      const file = join(folder, 'period.journal');
      for (const [account, book] of ids) {
        if (!['lena', 'mona', 'felia', 'ivan'].includes(account)) continue;
        for (const period of months) {
          const text = await periodLedger(deps.pool, { book, period, linesMax: 50_000 });
          writeFileSync(file, text ?? '');
          const checked = await run(found.path, ['-f', file, 'check', '--strict']);
          expect(checked.stdout + checked.stderr).toBe('');
          const stated = (await read(book, period)).accounts
            .filter(({ account: of, closing }) => (of === 'spot' || of === 'contract') && closing !== '0')
            .map((one) => `${one.account} ${one.currency} ${amount(one.closing)}`);
          expect([...(await summedBy(found.path, file))].toSorted()).toEqual(stated.toSorted());
        }
      }
      rmSync(folder, { recursive: true });
    },
    LONG,
  );

  test('counts a trade a second before midnight in the old year, and one a second after it in the new one', async () => {
    const book = bookOf('lena');
    const midnightMs = Date.UTC(2016, 0);
    const sold = (customers.get(book)?.journals ?? []).filter(
      ({ kind, timeMs }) => kind === 'spot_sell' && Math.abs(timeMs - midnightMs) < 2_000,
    );
    expect(sold.map(({ timeMs }) => Math.floor((timeMs - midnightMs) / 1000))).toEqual([-1, 1]);
    const span = (name: string, fromMs: number, toMs: number): Period => ({ name, fromMs, toMs });
    const [before, after] = [
      await read(book, span('before', midnightMs - 2_000, midnightMs)),
      await read(book, span('after', midnightMs, midnightMs + 3_000)),
    ];
    for (const { movements } of [before, after])
      expect(movements.filter(({ kind }) => kind === 'spot_sell').map(({ count }) => count)).toEqual([1, 1]);
    expect(await read(book, named('2015-12'))).toMatchObject({ to: midnightMs / 1000, final: true });
  });

  test('a customer who does nothing has the same balance in every month, and no costs', async () => {
    const book = bookOf('ivan');
    for (const month of months.filter(({ name }) => name >= '2016')) {
      const { accounts, movements, costs, ...values } = await read(book, month);
      // Only the experience credit expires.
      expect(movements.filter(({ kind }) => kind !== 'experience_expire')).toEqual([]);
      expect(costs).toEqual([]);
      for (const one of accounts.filter(({ account }) => account !== 'experience'))
        expect(one.closing).toBe(one.opening);
      expect(values.closing_value_usdt).toBe(values.opening_value_usdt);
    }
  });

  test('February of a leap year ends after its 29th day', async () => {
    const leap = named('2016-02');
    expect(new Date(leap.toMs - 1).toISOString()).toBe('2016-02-29T23:59:59.999Z');
    if (nowMs < leap.toMs) return;
    const [last, next] = [await read(bookOf('lena'), leap), await read(bookOf('lena'), named('2016-03'))];
    const within = (customers.get(bookOf('lena'))?.journals ?? []).filter(
      ({ timeMs }) => timeMs >= Date.UTC(2016, 1, 29) && timeMs < leap.toMs,
    );
    expect(within.length).toBeGreaterThan(2);
    expect(next.opening_value_usdt).toBe(last.closing_value_usdt);
  });

  test('a month before the first journal is empty', async () => {
    const period = named('2015-11');
    expect(await read(bookOf('lena'), period)).toMatchObject({ accounts: [], movements: [], costs: [] });
  });

  test(
    'the year breaks no invariant of the books',
    async () => {
      expect(await breaches(deps.pool)).toEqual([]);
    },
    LONG,
  );
}

function changeFirst(journals: Books['journals'], kind: string, account: string): void {
  const found = journals
    .filter((journal) => journal.kind === kind)
    .flatMap(({ postings }) => postings)
    .find((posting) => posting.account === account);
  if (found !== undefined) found.amount += 1n;
}

/** The customer's spot and contract balances, which hledger sums; frozen amounts count too. */
async function summedBy(hledger: string, file: string): Promise<Set<string>> {
  const asked = ['-f', file, 'balance', '-O', 'csv', '--flat', '-N', '--layout=bare'];
  const { stdout } = await run(hledger, asked);
  const sums = new Map<string, bigint>();
  for (const row of stdout.trim().split('\n').slice(1)) {
    const [name = '', currency = '', held = ''] = row.split(',').map((field) => field.replaceAll('"', ''));
    const [side, , account = ''] = name.split(':');
    const group = account.replace('_frozen', '');
    if (side !== 'customer' || (group !== 'spot' && group !== 'contract')) continue;
    const key = `${group} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount(held));
  }
  return new Set([...sums].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `${key} ${sum}`));
}
