/** Outcomes of a ticket at its strike and at its expiry: one case per row, with the expected outcome last. */
import { describe, expect, test } from 'vitest';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { WALL } from '../../identity/testing/gate.ts';
import { WEDNESDAY, entryAt, gainedByCustomer, posted } from '../../positions/testing/world.ts';
import { stakeJournal } from './money.ts';
import { decideFiring, endForStartOver } from './settling.ts';
import type { TicketFiring } from './settling.ts';
import { HEAD_SEQ, armed, counted, factsOf, ticketAfter, ticketRow, ticketsAfter } from './testing/world.ts';
import type { World } from './testing/world.ts';
import type { TicketRow } from './tables.ts';

/** Makes an entry `atMs` milliseconds after noon; the accepted entry is number 7. */
function at(seq: number, atMs: number, last: string, said?: 'gap'): TapeEntry {
  const entry = entryAt({ bid: last, seq: BigInt(seq), timeMs: WEDNESDAY + atMs });
  return said === undefined ? entry : { ...entry, gap: true };
}

const strikeBy = (before: TapeEntry, entry: TapeEntry): TicketFiring => ({
  id: 42n,
  part: 'strike',
  before,
  entry,
});
const expiryBy = (before: TapeEntry, entry: TapeEntry): TicketFiring => ({
  id: 42n,
  part: 'expiry',
  before,
  entry,
});

function fire(firing: TicketFiring, row: TicketRow, world: Partial<World> = {}) {
  const decision = decideFiring(firing, factsOf({ rows: [row], nowMs: WEDNESDAY + 40_000, ...world }));
  if (!decision.ok) throw new Error('expected a firing to be accepted, found a refusal');
  return decision.value;
}

const ACCEPTED = at(7, 0, '20000');
const STRIKE = at(8, 500, '20001');
const struck = (change: Partial<TicketRow> = {}) =>
  ticketRow({
    ...{ strike: amount('20001'), strikeMs: WEDNESDAY + 500, strikeSeq: 8n },
    ...{ struckFromMs: WEDNESDAY + 250, ...change },
  });

describe('a strike', () => {
  test('is taken from the next entry and moves no money', () => {
    const effects = fire(strikeBy(ACCEPTED, STRIKE), ticketRow());
    expect(effects.answer).toEqual({ fired: true });
    expect(ticketAfter(effects)).toEqual(struck());
    expect([effects.journals, effects.armings, effects.counts]).toEqual([undefined, undefined, undefined]);
    expect(effects.events?.[0]?.payload()).toMatchObject({
      ticket: { status: 'open', strike: '20001', strike_seq: 8, strike_at_ms: WEDNESDAY + 500 },
    });
  });

  const strikes: [what: string, before: TapeEntry, entry: TapeEntry, outcome: string][] = [
    ['three seconds later', ACCEPTED, at(8, 3000, '20001'), 'open, struck at 20001'],
    ['long after acceptance', ACCEPTED, at(8, 29_000, '20001'), 'open, struck at 20001'],
    ['after a reject entry', ACCEPTED, at(9, 500, '20001'), 'open, struck at 20001'],
    [
      'after an entry made before the acceptance',
      at(8, 200, '5'),
      at(9, 500, '20001'),
      'open, struck at 20001',
    ],
    ['long after expiry', ACCEPTED, at(8, 90_000, '20001'), 'void gap_strike'],
    ['a gap entry', ACCEPTED, at(8, 500, '20000', 'gap'), 'void gap_strike'],
    ['after a gap entry', at(7, 0, '20000', 'gap'), STRIKE, 'void gap_strike'],
    ['between two gap entries', at(7, 0, '20000', 'gap'), at(8, 1, '20000', 'gap'), 'void gap_strike'],
    ['in the same millisecond as the entry before', at(7, 500, '20000'), STRIKE, 'open, struck at 20001'],
    ['with a time before the previous entry’s', at(7, 600, '20000'), STRIKE, 'open, struck at 20001'],
  ];
  test.each(strikes)('strikes the ticket or voids it: %s', (_, before, entry, outcome) => {
    const { status, reason, strike } = ticketAfter(fire(strikeBy(before, entry), ticketRow()));
    const told = [status, reason].filter((word) => word !== null).join(' ');
    expect(strike === null ? told : `${told}, struck at ${formatAmount(strike)}`).toBe(outcome);
  });

  test('in a gap voids the ticket, returns the stake immediately and disarms both triggers', () => {
    const effects = fire(strikeBy(ACCEPTED, at(8, 500, '20000', 'gap')), ticketRow());
    expect(ticketAfter(effects)).toEqual(
      ticketRow({
        status: 'void',
        reason: 'gap_strike',
        endedDay: dayOf(WALL),
        settledMs: WEDNESDAY + 40_000,
        strikeSeq: 8n,
        struckFromMs: WEDNESDAY + 250,
      }),
    );
    expect(posted(effects)).toEqual(['option_return: option_escrow -180, option +100, trading +80']);
    expect(armed(effects)).toEqual(['BTC/USDT 42 strike off v1', 'BTC/USDT 42 expiry off v1']);
    expect(counted(effects)).toEqual([['option_exposure:BTC/USDT', amount('-80')]]);
    const params = { ticket: '42', symbol: 'BTC/USDT', amount: '100', currency: 'USDT' };
    expect(effects.appends?.map(({ row }) => row)).toMatchObject([
      { kind: 'option_voided', params, timeMs: WALL },
    ]);
  });
});

type Told = { readonly kind: string; readonly params: Readonly<Record<string, string>> };
const toldIn = ({ kind, params }: Told): Told => ({ kind, params });

const EXIT = at(40, 29_900, '20002');
const AFTER = at(41, 30_400, '19000');

describe('an expiry', () => {
  const expiries: [what: string, before: TapeEntry, entry: TapeEntry, up: string, down: string][] = [
    ['above the strike', EXIT, AFTER, 'won 80', 'lost -100'],
    ['a unit above the strike', at(40, 29_900, '20001.00000001'), AFTER, 'won 80', 'lost -100'],
    ['at the strike', at(40, 29_900, '20001'), AFTER, 'tied 0', 'tied 0'],
    ['a unit below the strike', at(40, 29_900, '20000.99999999'), AFTER, 'lost -100', 'won 80'],
    ['by the entry at expiry itself', at(40, 30_000, '20002'), AFTER, 'won 80', 'lost -100'],
    ['with any price right after the expiry', EXIT, at(41, 30_001, '1'), 'won 80', 'lost -100'],
    ['entries three seconds apart', at(40, 29_000, '20002'), at(41, 32_000, '1'), 'won 80', 'lost -100'],
    [
      'a gap entry before the expiry',
      at(40, 29_900, '20002', 'gap'),
      AFTER,
      'void gap_expiry 0',
      'void gap_expiry 0',
    ],
    [
      'a gap entry after the expiry',
      EXIT,
      at(41, 30_400, '20002', 'gap'),
      'void gap_expiry 0',
      'void gap_expiry 0',
    ],
    ['the strike itself as exit', at(8, 29_900, '20001'), at(9, 30_001, '3'), 'tied 0', 'tied 0'],
  ];
  test.each(expiries)('settles the ticket: %s', (_, before, entry, up, down) => {
    const heard = (['up', 'down'] as const).map((side) => {
      const effects = fire(expiryBy(before, entry), struck({ side }));
      const row = ticketAfter(effects);
      // In every outcome, the first of the two deciding entries is recorded.
      expect([row.settle, row.settleSeq, row.settledMs]).toEqual([
        before.last,
        before.seq,
        WEDNESDAY + 40_000,
      ]);
      expect(counted(effects)).toEqual([['option_exposure:BTC/USDT', amount('-80')]]);
      expect(effects.armings).toEqual([]);
      expect(effects.events?.[0]?.payload()).toMatchObject({
        ticket: { status: row.status, pnl: formatAmount(row.pnl), settle_seq: Number(before.seq) },
      });
      const messages = effects.appends?.map(({ row: notice }) => toldIn(notice as Told));
      const stake = { ticket: '42', symbol: 'BTC/USDT', amount: '100', currency: 'USDT' };
      const profit = row.status === 'won' ? { profit: '80' } : {};
      const kind = row.status === 'void' ? 'option_voided' : `option_${row.status}`;
      expect(messages).toEqual([{ kind, params: { ...stake, ...profit } }]);
      return [row.status, row.reason, formatAmount(row.pnl)].filter((word) => word !== null).join(' ');
    });
    expect(heard).toEqual([up, down]);
  });

  test('voids an unstruck ticket whose first entry is later than its expiry', () => {
    const row = ticketAfter(fire(expiryBy(ACCEPTED, at(8, 90_000, '20001')), ticketRow()));
    expect([row.status, row.reason, row.settle]).toEqual(['void', 'gap_strike', null]);
  });

  const currencies: [what: string, change: Partial<TicketRow>, won: string, lost: string, back: string][] = [
    [
      'USDT',
      {},
      'option_escrow -180, option +180',
      'option_escrow -180, trading +180',
      'option_escrow -180, option +100, trading +80',
    ],
    [
      'credit',
      { source: 'promo', stake: amount('12.5'), profit: amount('10') },
      'option_escrow -22.5, promo +12.5, option +10',
      'option_escrow -22.5, promotions +12.5, trading +10',
      'option_escrow -22.5, promo +12.5, trading +10',
    ],
    [
      'BTC',
      { currency: 'BTC', stake: amount('0.01000001'), profit: amount('0.008') },
      'option_escrow -0.01800001, option +0.01800001',
      'option_escrow -0.01800001, trading +0.01800001',
      'option_escrow -0.01800001, option +0.01000001, trading +0.008',
    ],
    [
      'ETH',
      { currency: 'ETH', stake: amount('1.5'), profit: amount('1.2') },
      'option_escrow -2.7, option +2.7',
      'option_escrow -2.7, trading +2.7',
      'option_escrow -2.7, option +1.5, trading +1.2',
    ],
  ];
  test.each(currencies)('posts the outcome of a stake in %s', (_, change, won, lost, back) => {
    const row = struck(change);
    const end = (settle: string) => fire(expiryBy(at(40, 29_900, settle), AFTER), row);
    const kept = change.source === 'promo' ? ['experience_keep: option -10, promo +10'] : [];
    expect(posted(end('20002'))).toEqual([`option_win: ${won}`, ...kept]);
    expect(posted(end('20000'))).toEqual([`option_loss: ${lost}`]);
    expect(posted(end('20001'))).toEqual([`option_return: ${back}`]);
    for (const settle of ['20002', '20000', '20001']) {
      const effects = end(settle);
      const postings = effects.journals?.flatMap((entry) => entry.postings) ?? [];
      expect(new Set(postings.map((line) => line.currency))).toEqual(new Set([row.currency]));
      expect(effects.journals?.map(({ ref }) => ref)).toEqual(
        change.source === 'promo' && settle === '20002' ? ['option:42', 'option:42'] : ['option:42'],
      );
      // In total, the customer's balance changes by exactly the profit or the loss.
      const all = { journals: [stakeJournal(row), ...(effects.journals ?? [])] };
      expect(gainedByCustomer(all)).toBe(formatAmount(ticketAfter(effects).pnl));
    }
  });
});

describe('a firing for which the ticket no longer waits', () => {
  test.each([
    ['the ticket doesn’t exist', ticketRow({ id: 43n })],
    ['the ticket was won', struck({ status: 'won' })],
    ['the ticket is void', ticketRow({ status: 'void', reason: 'gap_strike' })],
  ])('is ignored if %s', (_, row) => {
    for (const firing of [strikeBy(ACCEPTED, STRIKE), expiryBy(EXIT, AFTER)]) {
      expect(fire(firing, row)).toEqual({ answer: { fired: false } });
    }
  });

  test('keeps the first strike if the ticket is already struck', () => {
    const [first] = ticketsAfter(fire(strikeBy(ACCEPTED, STRIKE), ticketRow()));
    expect(ticketsAfter(fire(strikeBy(ACCEPTED, STRIKE), first ?? ticketRow()))).toEqual([first]);
  });
});

describe('an impossible firing', () => {
  const wrong: [what: string, firing: TicketFiring][] = [
    ['a later entry as strike', strikeBy(STRIKE, at(9, 900, '5'))],
    ['an entry made before the acceptance', strikeBy(ACCEPTED, at(8, 249, '5'))],
    ['an earlier entry', strikeBy(at(6, 0, '5'), ACCEPTED)],
    ['an entry before the previous one', strikeBy(ACCEPTED, at(6, 500, '5'))],
    ['an entry of a different symbol', strikeBy(ACCEPTED, { ...STRIKE, symbol: 'ETH/USDT' })],
    ['a previous entry of a different symbol', expiryBy({ ...EXIT, symbol: 'ETH/USDT' }, AFTER)],
    ['an entry at expiry', expiryBy(at(39, 29_900, '5'), at(40, 30_000, '5'))],
    ['the second entry after the expiry', expiryBy(at(41, 30_001, '5'), at(42, 30_002, '5'))],
  ];
  test.each(wrong)('throws if it names %s', (_, firing) => {
    expect(() => fire(firing, struck())).toThrow('42');
  });

  test('throws if the escrow doesn’t cover the ticket', () => {
    const house = { option_escrow: '179.99999999', trading: '1000000' };
    expect(() => fire(expiryBy(EXIT, AFTER), struck(), { house })).toThrow('to cover ticket 42');
    expect(fire(expiryBy(EXIT, AFTER), struck(), { house: { option_escrow: '180' } }).answer.fired).toBe(
      true,
    );
  });
});

describe('a demo start-over', () => {
  const open = [
    struck({ id: 1n }),
    ticketRow({ id: 2n, source: 'promo', stake: amount('12.5'), profit: amount('10'), symbol: 'XAU/USD' }),
    ticketRow({ id: 3n, currency: 'BTC', stake: amount('0.01'), profit: amount('0.008') }),
    struck({ id: 4n, status: 'lost', settledMs: WEDNESDAY }),
  ];

  test('voids every open ticket and returns its stake to the account it came from', () => {
    const effects = endForStartOver(factsOf({ rows: open }));
    expect(ticketsAfter(effects).map(({ id, status, reason, pnl }) => [id, status, reason, pnl])).toEqual(
      [1n, 2n, 3n].map((id) => [id, 'void', 'start_over', 0n]),
    );
    expect(posted(effects)).toEqual([
      'option_return: option_escrow -180, option +100, trading +80',
      'option_return: option_escrow -22.5, promo +12.5, trading +10',
      'option_return: option_escrow -0.018, option +0.01, trading +0.008',
    ]);
    expect(counted(effects).map(([name]) => name)).toEqual(
      ['BTC/USDT', 'XAU/USD', 'BTC/USDT'].map((symbol) => `option_exposure:${symbol}`),
    );
    expect(armed(effects)).toHaveLength(6);
    expect(effects.events).toHaveLength(3);
  });

  test('throws if the escrow doesn’t cover all tickets together', () => {
    const holds = (option_escrow: string) => () =>
      endForStartOver(factsOf({ rows: open, house: { option_escrow } }));
    expect(holds('202.5')).not.toThrow();
    expect(holds('202.49999999')).toThrow('ticket 1, ticket 2, ticket 3');
  });

  test('changes nothing when no ticket is open', () => {
    const effects = endForStartOver(factsOf({ rows: [] }));
    expect(Object.values(effects).flat()).toEqual([]);
  });
});

test('the accepted entry in these cases is the newest entry of the example market', () =>
  expect(ACCEPTED.seq).toBe(HEAD_SEQ));
