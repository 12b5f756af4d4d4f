/** The database computes the same answer about a trailing stop from complete minutes as from single entries. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const ENTRIES = 6000;

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

/** A deterministic random walk with an occasional gap entry. */
const bids = Array.from({ length: ENTRIES }).reduce<number[]>((walked, _, at) => {
  const step = Math.round(Math.sin(at * at * 0.37) * 40 + Math.sin(at / 700) * 3);
  walked.push((walked.at(-1) ?? 100_000) + step);
  return walked;
}, []);
const isGap = (seq: number): boolean => seq % 97 === 0;

type Asked = Readonly<{ long: boolean; distance: number; armed: number; watched: number; upto: number }>;

function firstOf({ long, distance, armed, watched, upto }: Asked): number | null {
  let best = -Infinity;
  for (let seq = armed; seq <= upto; seq += 1) {
    const bid = bids[seq - 1] as number;
    const price = long ? bid : -(bid + 1);
    best = Math.max(best, price);
    if (seq > watched && !isGap(seq) && best - price >= distance) return seq;
  }
  return null;
}

test('computes the same answer from minutes as from entries, over ranges of every length on both sides', async () => {
  await owner.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, gap, hash)
      select 'BTC/USDT', s, s * 700, s * 700, b, b + 1, b, 0, g, sha256('') from unnest($1::bigint[], $2::numeric[], $3::boolean[]) as u (s, b, g)`,
    [bids.map((_, at) => at + 1), bids, bids.map((_, at) => isGap(at + 1))],
  );
  await owner.query(
    `insert into tape_minute (symbol, minute_ms, first_seq, last_seq, open, high, low, close, bid_high, bid_low, ask_high, ask_low, volume)
      select symbol, time_ms / 60000 * 60000, min(seq), max(seq), 1, 1, 1, 1, max(bid), min(bid), max(ask), min(ask), 0
      from tape group by symbol, time_ms / 60000`,
  );
  const asked = Array.from({ length: 300 }, (_, at) => {
    const armed = 1 + ((at * 7919) % (ENTRIES - 10));
    const upto = Math.min(ENTRIES, armed + 1 + ((at * at * 31) % 5000));
    // Every third stop is watched from a later entry than the one from which its best price is computed.
    const watched = at % 3 === 0 ? armed + (at % 20) : armed;
    return { long: at % 2 === 0, distance: 30 + ((at * 53) % 900), armed, watched, upto };
  });
  const { rows } = await owner.query<{ first: string | null }>(
    `select trailed_first('BTC/USDT', l, d, a, w, u) as first
      from unnest($1::boolean[], $2::numeric[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as q (l, d, a, u, w, n) order by n`,
    [
      asked.map(({ long }) => long),
      asked.map(({ distance }) => distance),
      asked.map(({ armed }) => armed),
      asked.map(({ upto }) => upto),
      asked.map(({ watched }) => watched),
    ],
  );
  const found = rows.map(({ first }) => (first === null ? null : Number(first)));
  expect(found).toEqual(asked.map(firstOf));
  expect(new Set(found).size).toBeGreaterThan(60);
  expect(found).toContain(null);
});
