/**
 * The database rejects a ticket whose outcome contradicts the tape. The tests run plain SQL as the serving role, which bypasses
 * the server's rules; even then only the outcome that follows from the tape can be written.
 */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { allowTicketsOfAnyTime } from '@candor/testing/any-time.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { allowBareJournals } from '@candor/testing/bare-journals.ts';

let database: TestDatabase;
let serving: pg.Client;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  await allowBareJournals(database);
  serving = new pg.Client({ connectionString: database.url });
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await serving.connect();
  await owner.connect();
  for (const [symbol, steps] of Object.entries(TAPES)) await lay(symbol, steps);
  await allowTicketsOfAnyTime(database);
});
afterAll(async () => {
  await serving.end();
  await owner.end();
  await database.drop();
});
beforeEach(() => serving.query('begin'));
afterEach(() => serving.query('rollback'));

/** A whole second. Tickets are accepted 200 ms later. */
const START = 1_700_000_000_000;
type Step = readonly [atMs: number, last: number | 'gap' | 'reject'];

/** Tickets are accepted at the first entry and struck at the second. Tickets of 30 s expire 30,000 ms after `START`. */
const TAPES = {
  /** Settles at 104, the price of the entry made exactly at expiry, whatever the prices around it. */
  RISES: [
    [0, 100],
    [400, 101],
    [1000, 102],
    [29_600, 103],
    [30_000, 104],
    [30_001, 90],
    [30_002, 91],
  ],
  STANDS: [
    [0, 100],
    [400, 101],
    [29_000, 101],
    [31_000, 102],
  ],
  /** Entries exactly three seconds apart, at the strike and at the expiry, which is not a gap. */
  JUST: [
    [0, 100],
    [3000, 101],
    [29_000, 104],
    [32_000, 90],
  ],
  LATE_STRIKE: [
    [0, 100],
    [3001, 101],
    [30_000, 104],
    [30_001, 90],
  ],
  STRUCK_IN_GAP: [
    [0, 100],
    [400, 'gap'],
    [30_000, 104],
    [30_001, 90],
  ],
  ACCEPTED_IN_GAP: [
    [0, 'gap'],
    [400, 101],
    [30_000, 104],
    [30_001, 90],
  ],
  ACCEPTED_AT_REJECT: [
    [0, 'reject'],
    [400, 101],
    [30_000, 104],
    [30_001, 90],
  ],
  LATE_PROOF: [
    [0, 100],
    [400, 101],
    [29_999, 104],
    [33_000, 90],
  ],
  REFUSED: [
    [0, 100],
    [400, 'reject'],
    [900, 101],
    [29_999, 104],
    [30_000, 'reject'],
    [30_100, 'reject'],
    [30_200, 90],
  ],
  STRUCK_AFTER: [
    [0, 100],
    [30_001, 101],
    [30_400, 90],
  ],
  GAP_AFTER: [
    [0, 100],
    [400, 101],
    [29_999, 104],
    [30_500, 'gap'],
  ],
  GAP_BEFORE: [
    [0, 100],
    [400, 101],
    [29_999, 'gap'],
    [30_500, 104],
  ],
  /** A tape without an entry after the expiry. */
  NOT_OVER: [
    [0, 100],
    [400, 101],
    [30_000, 104],
  ],
  /** A tape with an entry that was made before the acceptance but arrived after it. */
  LATE_FEED: [
    [0, 100],
    [199, 105],
    [400, 101],
    [30_000, 104],
    [30_001, 90],
  ],
  NOT_STRUCK: [[0, 100]],
} satisfies Record<string, readonly Step[]>;
type Tape = keyof typeof TAPES;

async function lay(symbol: string, steps: readonly Step[]): Promise<void> {
  const column = (get: (step: Step) => unknown) => steps.map(get);
  await serving.query(
    `insert into tape (symbol, seq, time_ms, feed_time_ms, bid, ask, last, volume, hash, gap, cause, reason,
        refused, refused_count)
      select $1, seq, $2 + ms, $2 + ms, last, last, last, 0, sha256(''), gap or rejected,
        case when rejected then 'reject' end, case when rejected then 'jump' end,
        case when rejected then sha256('') end, case when rejected then 1 end
      from unnest($3::bigint[], $4::numeric[], $5::boolean[], $6::boolean[])
        with ordinality as t (ms, last, gap, rejected, seq)`,
    [
      symbol,
      START,
      column(([atMs]) => atMs),
      column(([, last]) => (typeof last === 'number' ? last : 100)),
      column(([, last]) => last === 'gap'),
      column(([, last]) => last === 'reject'),
    ],
  );
}

type Values = Readonly<Record<string, string | number | null>>;

async function accept(symbol: string, given: Values = {}, by = serving): Promise<void> {
  const row: Values = {
    ...{
      book: 1,
      id: 7,
      product: 'crypto',
      symbol,
      side: 'up',
      seconds: 30,
      currency: 'USDT',
      source: 'option',
    },
    ...{ stake: 10, payout_ratio: 0.8, profit: 8, stake_usdt: 10, profit_usdt: 8, status: 'open' },
    ...{ accepted_ms: START + 200, accepted_seq: 1, expires_ms: START + 30_000, pnl: 0 },
    ...given,
  };
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`);
  await by.query(`insert into option_ticket (${names.join()}) values (${places.join()})`, Object.values(row));
}

/** Updates the ticket. A strike and a settlement are written by two updates. */
async function change({ strike, strike_ms, ...values }: Values, by = serving): Promise<void> {
  const isStruck = strike !== undefined && strike !== null;
  if (isStruck && values['status'] !== undefined) {
    await update({ strike, strike_ms: strike_ms ?? null }, by);
    return update(values, by);
  }
  return update({ ...values, ...(strike === undefined ? {} : { strike, strike_ms: strike_ms ?? null }) }, by);
}

const STRUCK = `select t.seq from tape t where t.symbol = option_ticket.symbol and t.seq > accepted_seq`;

async function update(values: Values, by: Pick<pg.Pool, 'query'>): Promise<void> {
  const sets = Object.keys(values).map((name, at) => `${name} = $${at + 1}`);
  // A strike must name an entry that follows the accepted one and was made after acceptance.
  if ((values['strike'] ?? null) !== null) {
    sets.push(`strike_seq = coalesce((${STRUCK} and t.time_ms = ${values['strike_ms'] ?? 0} limit 1), 2)`);
  }
  if (values['reason'] === 'gap_strike')
    sets.push(`strike_seq = (${STRUCK} and t.cause is null order by t.seq limit 1)`);
  if ((values['strike'] ?? null) !== null || values['reason'] === 'gap_strike')
    sets.push(`struck_from_ms = accepted_ms`);
  await by.query(`update option_ticket set ${sets.join()} where id = 7`, Object.values(values));
}

/** Returns "written", the name of the constraint that rejected the statement, or the error's message. */
async function said(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'written';
  } catch (error) {
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  }
}

const struck = { strike: 101, strike_ms: START + 400 };
const settled_ms = START + 34_000;
const won = { ...struck, status: 'won', settle: 104, settle_seq: 5, settled_ms, pnl: 8 };
/** The same win on tapes whose exit is the third entry. */
const wonAtThird = { ...won, settle_seq: 3 };
const lost = { ...won, status: 'lost', pnl: -10 };
const tied = { ...struck, status: 'tied', settle: 101, settle_seq: 3, settled_ms, pnl: 0 };
const voidAtStrike = { status: 'void', reason: 'gap_strike', settled_ms };
const voidAtExpiry = { ...wonAtThird, status: 'void', reason: 'gap_expiry', pnl: 0 };
const BORNE_OUT = 'option_ticket_verified';

const ends: readonly [what: string, symbol: Tape, ticket: Values, end: Values, outcome: string][] = [
  ['a strike', 'RISES', {}, struck, 'written'],
  ['a win of an up ticket after the price rose', 'RISES', {}, won, 'written'],
  ['a loss of a down ticket after the price rose', 'RISES', { side: 'down' }, lost, 'written'],
  ['a tie of an up ticket at an unchanged price', 'STANDS', {}, tied, 'written'],
  ['a tie of a down ticket at an unchanged price', 'STANDS', { side: 'down' }, tied, 'written'],
  [
    'a win with entries exactly three seconds apart',
    'JUST',
    {},
    { ...wonAtThird, strike_ms: START + 3000 },
    'written',
  ],
  [
    'a strike more than three seconds after acceptance',
    'LATE_STRIKE',
    {},
    { ...struck, strike_ms: START + 3001 },
    'written',
  ],
  ['a strike after a reject entry', 'REFUSED', {}, { ...struck, strike_ms: START + 900 }, 'written'],
  [
    'a settlement between rejects',
    'REFUSED',
    {},
    { ...won, settle: 104, settle_seq: 4, strike_ms: START + 900 },
    'written',
  ],
  ['a strike after an entry that was made before the acceptance', 'LATE_FEED', {}, struck, 'written'],
  ['a void because the first entry came after the expiry', 'STRUCK_AFTER', {}, voidAtStrike, 'written'],
  ['a void because the strike falls in a gap', 'STRUCK_IN_GAP', {}, voidAtStrike, 'written'],
  ['a void because the ticket was accepted in a gap', 'ACCEPTED_IN_GAP', {}, voidAtStrike, 'written'],
  [
    'a settlement after a silence of the feed',
    'LATE_PROOF',
    {},
    { ...lost, settle: 90, settle_seq: 4 },
    'written',
  ],
  ['a void because of a gap after expiry', 'GAP_AFTER', {}, voidAtExpiry, 'written'],
  ['a void because of a gap before expiry', 'GAP_BEFORE', {}, { ...voidAtExpiry, settle: 100 }, 'written'],

  ['a win recorded as a loss', 'RISES', {}, lost, BORNE_OUT],
  ['a loss recorded as a win', 'RISES', { side: 'down' }, won, BORNE_OUT],
  ['a win recorded as a tie', 'RISES', {}, { ...won, status: 'tied', pnl: 0 }, BORNE_OUT],
  ['a tie recorded as a win', 'STANDS', {}, { ...tied, status: 'won', pnl: 8 }, BORNE_OUT],
  ['an invented strike', 'RISES', {}, { ...struck, strike: 100.5 }, BORNE_OUT],
  ['the accepted price as strike', 'RISES', {}, { strike: 100, strike_ms: START }, BORNE_OUT],
  ['a later price as strike', 'RISES', {}, { strike: 102, strike_ms: START + 1000 }, BORNE_OUT],
  [
    'the strike with a time that differs from its entry’s',
    'RISES',
    {},
    { ...struck, strike_ms: START + 401 },
    BORNE_OUT,
  ],
  ['an earlier entry as strike', 'LATE_FEED', {}, { strike: 105, strike_ms: START + 199 }, BORNE_OUT],
  ['a strike before its entry arrived', 'NOT_STRUCK', {}, struck, BORNE_OUT],
  ['a void only because it is late', 'LATE_STRIKE', {}, voidAtStrike, BORNE_OUT],
  ['a strike after expiry', 'STRUCK_AFTER', {}, { ...struck, strike_ms: START + 30_001 }, BORNE_OUT],
  ['a strike at a reject entry', 'REFUSED', {}, struck, BORNE_OUT],
  [
    'a reject as exit',
    'REFUSED',
    {},
    { ...won, settle: 104, settle_seq: 5, strike_ms: START + 900 },
    BORNE_OUT,
  ],
  ['a void only because of a silence', 'LATE_PROOF', {}, voidAtExpiry, BORNE_OUT],
  ['an exit from before a silence', 'LATE_PROOF', {}, wonAtThird, BORNE_OUT],
  [
    'an exit after an expiry that had a price',
    'RISES',
    {},
    { ...lost, settle: 90, settle_seq: 6 },
    BORNE_OUT,
  ],
  ['a strike without a price', 'STRUCK_IN_GAP', {}, { ...struck, strike: 100 }, BORNE_OUT],
  ['a settlement that changes the strike', 'RISES', {}, { ...lost, strike: 105 }, BORNE_OUT],
  ['an invented exit price', 'RISES', {}, { ...won, settle: 103 }, BORNE_OUT],
  ['an earlier exit', 'RISES', {}, { ...won, settle: 103, settle_seq: 4 }, BORNE_OUT],
  ['a later exit', 'RISES', {}, { ...lost, settle: 90, settle_seq: 6 }, BORNE_OUT],
  ['an exit before the strike', 'RISES', {}, { ...lost, settle: 100, settle_seq: 1 }, BORNE_OUT],
  ['an exit that doesn’t exist', 'RISES', {}, { ...won, settle_seq: 8 }, BORNE_OUT],
  ['a settlement not proven yet', 'NOT_OVER', {}, wonAtThird, BORNE_OUT],
  ['a void at expiry not proven yet', 'NOT_OVER', {}, voidAtExpiry, BORNE_OUT],
  ['a void at the strike before its entry arrived', 'NOT_STRUCK', {}, voidAtStrike, BORNE_OUT],
  ['a void at the strike without a gap', 'RISES', {}, voidAtStrike, BORNE_OUT],
  ['a void at the strike after exactly three seconds', 'JUST', {}, voidAtStrike, BORNE_OUT],
  ['a void at expiry without a gap', 'RISES', {}, { ...voidAtExpiry, settle_seq: 5 }, BORNE_OUT],
  ['a void because of a gap elsewhere', 'RISES', {}, { ...voidAtExpiry, settle: 102 }, BORNE_OUT],
  [
    'a void at expiry after exactly three seconds',
    'JUST',
    {},
    { ...voidAtExpiry, strike_ms: START + 3000 },
    BORNE_OUT,
  ],
  ['a win without a strike', 'STRUCK_IN_GAP', {}, { ...wonAtThird, strike: 100 }, BORNE_OUT],
  ['a win accepted in a gap', 'ACCEPTED_IN_GAP', {}, wonAtThird, BORNE_OUT],
  ['a win accepted at a reject', 'ACCEPTED_AT_REJECT', {}, wonAtThird, BORNE_OUT],
  ['a void accepted at a reject', 'ACCEPTED_AT_REJECT', {}, voidAtStrike, BORNE_OUT],
  ['a win in a gap at expiry', 'LATE_PROOF', {}, wonAtThird, BORNE_OUT],
  ['a win with no price after expiry', 'GAP_AFTER', {}, wonAtThird, BORNE_OUT],
  [
    'a loss with no price before expiry',
    'GAP_BEFORE',
    {},
    { ...lost, settle: 100, settle_seq: 3 },
    BORNE_OUT,
  ],
  [
    'a void by a start-over that didn’t happen',
    'RISES',
    {},
    { ...voidAtStrike, reason: 'start_over' },
    BORNE_OUT,
  ],
];
test.each(ends)(
  'accepts an outcome only if it follows from the tape: %s',
  async (_, symbol, ticket, end, outcome) => {
    await accept(symbol, ticket);
    expect(await said(change(end))).toBe(outcome);
  },
);

describe('an outcome that contradicts itself', () => {
  const rows: readonly [what: string, end: Values][] = [
    ['a win with a larger profit', { ...won, pnl: 9 }],
    ['a win without a profit', { ...won, pnl: 0 }],
    ['a loss of less than the stake', { ...won, status: 'lost', pnl: -9 }],
    ['a settlement without a time', { ...won, settled_ms: null }],
    ['a time without a settlement', { settled_ms }],
    ['a settlement without a strike', { ...won, strike: null, strike_ms: null }],
    ['a settlement without an exit', { ...won, settle: null, settle_seq: null }],
    ['an exit without an entry number', { ...won, settle_seq: null }],
    ['an exit of an open ticket', { ...struck, settle: 104, settle_seq: 5 }],
    ['a strike without a time', { strike: 101 }],
    ['a win with a reason', { ...won, reason: 'gap_expiry' }],
    ['a void without a reason', { ...voidAtStrike, reason: null }],
    ['a void with an unknown reason', { ...voidAtStrike, reason: 'house' }],
    ['an unknown status', { ...won, status: 'paid' }],
    ['a void at expiry without a gap', { ...voidAtExpiry, settle: null, settle_seq: null }],
  ];
  test.each(rows)('is rejected: %s', async (_, end) => {
    await accept('RISES');
    expect(await said(change(end))).toMatch(/^option_ticket_(\w+_)?check\d*$/);
  });
});

describe('a change to the accepted terms', () => {
  const minute = { seconds: 60, payout_ratio: 0.82, profit: 8.2, expires_ms: START + 60_000 };
  const rows: readonly [what: string, values: Values][] = [
    ['the side', { side: 'down' }],
    ['the stake', { stake: 5, profit: 4 }],
    ['the stake in USDT', { stake_usdt: 5 }],
    ['the profit in USDT', { profit_usdt: 4 }],
    ['the duration', minute],
    ['the time of acceptance', { accepted_ms: START + 1200, expires_ms: START + 31_000 }],
    ['the time of acceptance within its second', { accepted_ms: START + 300 }],
    ['the accepted entry', { accepted_seq: 2 }],
    ['the symbol', { symbol: 'STANDS' }],
    ['the product', { product: 'forex' }],
    ['the currency', { currency: 'BTC' }],
    ['the source', { source: 'promo' }],
    ['the owner', { book: 2 }],
    ['the id', { id: 8 }],
  ];
  test.each(rows)('is rejected: %s', async (_, values) => {
    await accept('RISES');
    expect(await said(change(values))).toMatch(/permission denied/);
  });

  test('is rejected even together with a valid outcome', async () => {
    await accept('RISES');
    expect(await said(change({ ...won, side: 'up', stake_usdt: 11 }))).toMatch(/permission denied/);
  });

  test.each([
    ['a different strike', { strike: 102, strike_ms: START + 1000 }],
    ['a removed strike', { strike: null, strike_ms: null }],
  ])('is rejected for a struck ticket: %s', async (_, values) => {
    await accept('RISES');
    await change(struck);
    expect(await said(change(values))).toBe('option_ticket_transition');
  });

  test.each([
    ['reopened', { status: 'open', settle: null, settle_seq: null, settled_ms: null, pnl: 0 }],
    ['settled again', won],
    ['settled at a different time', { settled_ms: settled_ms + 1 }],
    ['unchanged', { pnl: won.pnl }],
  ])('is rejected for a closed ticket: %s', async (_, values) => {
    await accept('RISES');
    await change(won);
    expect(await said(change(values))).toBe('option_ticket_transition');
  });
});

describe('inserting and deleting tickets', () => {
  test.each([
    ['won', won],
    ['void', voidAtStrike],
    ['struck', struck],
  ])('rejects a new ticket that is already %s', async (_, values) => {
    expect(await said(accept('RISES', values))).toBe('option_ticket_new');
  });

  test.each([
    ['an expiry off the second', { expires_ms: START + 30_200 }],
    ['a profit that differs from the payout', { profit: 7 }],
    ['an invented payout', { payout_ratio: 0.9, profit: 9 }],
    ['no stake', { stake: 0, profit: 0 }],
  ])('rejects a new ticket with %s', async (_, values) => {
    expect(await said(accept('RISES', values))).toMatch(/check|terms/);
  });

  test('rejects an upsert that changes a ticket', async () => {
    await accept('RISES');
    const over = `insert into option_ticket select * from option_ticket
      on conflict (book, id) do update set status = 'void', reason = 'gap_strike', settled_ms = ${settled_ms},
        struck_from_ms = excluded.accepted_ms, strike_seq = 2`;
    expect(await said(serving.query(over))).toBe(BORNE_OUT);
  });

  test('rejects a strike and an outcome in one update, because the strike would not be verified', async () => {
    await accept('RISES');
    const once = `update option_ticket set strike = 90, strike_ms = ${START + 400}, status = 'won', settle = 104,
      settle_seq = 5, settled_ms = ${settled_ms}, pnl = 8`;
    expect(await said(serving.query(once))).toBe('option_ticket_transition');
  });

  test('rejects a whole statement if one of its rows contradicts the tape', async () => {
    await accept('RISES');
    await accept('RISES', { id: 8, side: 'down' });
    await serving.query(
      `update option_ticket set strike = 101, strike_ms = ${START + 400}, strike_seq = 2, struck_from_ms = accepted_ms`,
    );
    const both = `update option_ticket set status = 'won', settle = 104, settle_seq = 5, settled_ms = ${settled_ms}, pnl = 8`;
    expect(await said(serving.query(both))).toBe(BORNE_OUT);
  });

  test.each(['delete from option_ticket', 'truncate option_ticket'])('rejects "%s"', async (sql) => {
    expect(await said(serving.query(sql))).toMatch('permission denied');
  });
});

describe('a ticket of a customer who started over', () => {
  const anew = { status: 'void', reason: 'start_over', settled_ms };
  const began = (book: number, timeMs: number) =>
    serving
      .query(
        `select open_house_balances('{equity,custody}', '{USDT,USDT}', 0::smallint),
          open_balances('{${book}}', '{spot}', '{USDT}')`,
      )
      .then(() =>
        serving.query(
          `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
            values (${book}, 1, 'house_opening', 'house', ${timeMs}, 0, '{custody,equity}', '{USDT,USDT}', '{-1,1}'),
              (${book}, 2, 'start_over', 'customer:1', ${timeMs}, 0, '{equity,spot}', '{USDT,USDT}', '{-1,1}')`,
        ),
      );

  test('is accepted as void, even after its strike', async () => {
    await accept('RISES');
    await change(struck);
    await began(1, settled_ms);
    expect(await said(change(anew))).toBe('written');
  });

  const rows: readonly [what: string, book: number, timeMs: number, end: Values, outcome: string][] = [
    ['a different customer started over', 2, settled_ms, anew, BORNE_OUT],
    ['the customer started over a millisecond later', 1, settled_ms + 1, anew, BORNE_OUT],
    ['the customer started over before the acceptance', 1, START, { ...anew, settled_ms: START }, BORNE_OUT],
    ['the strike is invented', 1, settled_ms, { ...anew, ...struck, strike: 5 }, BORNE_OUT],
  ];
  test.each(rows)('is rejected as void if %s', async (_, book, timeMs, end, outcome) => {
    await accept('RISES');
    await began(book, timeMs);
    expect(await said(change(end))).toBe(outcome);
  });
});

/**
 * Only the owner can bypass the guards. The audit examines the tape with separate queries and must report the same violations.
 */
describe('the audit of rows written by the owner past the guards', () => {
  test.each(ends.filter(([, , , end]) => 'status' in end))(
    'reports an outcome that contradicts the tape, and no other: %s',
    async (_, symbol, ticket, end, outcome) => {
      await owner.query('begin');
      try {
        await owner.query('alter table option_ticket disable trigger user');
        await accept(symbol, ticket, owner);
        await change(end, owner);
        const found = (await breaches(owner)).filter(({ invariant }) =>
          invariant.startsWith('L16: each ticket'),
        );
        expect(found).toHaveLength(outcome === 'written' ? 0 : 1);
      } finally {
        await owner.query('rollback');
      }
    },
  );
});
