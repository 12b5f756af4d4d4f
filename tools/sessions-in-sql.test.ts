/**
 * The database has the same calendar of forex and metals as the domain, in every year in which trading or a replay is possible.
 */
import { HOUR_MS } from '@candor/domain/time.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionAt } from '../domain/src/market/session.ts';
import { instruments } from '../server/src/quotes/catalogue.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/**
 * Times about five hours apart over thirty years, and the milliseconds around each full hour of a week around every clock change.
 */
const times = [
  ...Array.from({ length: 50_000 }, (_, at) => Date.UTC(2010, 0, 1) + at * (5 * HOUR_MS + 777_777)),
  ...[2016, 2022, 2026, 2031].flatMap((year) =>
    [0, 2, 3, 9, 10, 11].flatMap((month) =>
      Array.from({ length: 31 * 24 }, (_, at) => Date.UTC(year, month, 1) + at * HOUR_MS).flatMap((hour) => [
        hour - 1,
        hour,
      ]),
    ),
  ),
];

test.each(['EUR/USD', 'XAU/USD', 'BTC/USDT'])(
  'computes the same sessions for %s in SQL as in the domain',
  async (symbol) => {
    const { rows } = await owner.query<{ opens: string | null }>(
      'select session_reopens_ms($1, t) as opens from unnest($2::bigint[]) with ordinality as u (t, n) order by n',
      [symbol, times],
    );
    const calendar = instruments.get(symbol)?.calendar ?? 'always';
    const wrong = rows.flatMap(({ opens }, at) => {
      const time = times[at] as number;
      const { reopensAtMs } = sessionAt(calendar, time);
      return (opens === null ? null : Number(opens)) === reopensAtMs ? [] : [new Date(time).toISOString()];
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  },
  60_000,
);

test('gives every instrument the calendar of its symbol', () => {
  const said = [...instruments.values()].map(({ symbol, calendar }) => [symbol, calendar]);
  const of = (symbol: string) =>
    symbol.endsWith('/USDT') ? 'always' : symbol.startsWith('XA') ? 'metal' : 'forex';
  expect(said).toEqual([...instruments.keys()].map((symbol) => [symbol, of(symbol)]));
});
