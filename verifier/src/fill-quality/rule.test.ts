/** Fills of the public list against a handmade tape: the entry that the rule gives, and the finding for each wrong line. */
import { describe, expect, test } from 'vitest';
import type { TapeEntry } from '../chain.ts';
import { FillChecker, checkList } from './check-lists.ts';
import { entryOf } from './lines.ts';
import { qualityRows } from './statistics.ts';
import { voidDays, voidDifferences } from './voids.ts';

const SYMBOL = 'BTC/USDT';
/**
 * Entries a second apart, the first at 1 s. A number is a bid, with the ask one higher; a gap or reject repeats the price.
 */
function tapeOf(...steps: readonly (number | 'gap' | 'reject')[]): readonly TapeEntry[] {
  let bid = 0;
  return steps.map((step, at) => {
    bid = typeof step === 'number' ? step : bid;
    const time = { time_ms: (at + 1) * 1000, feed_time_ms: (at + 1) * 1000 };
    const price = { bid: String(bid), ask: String(bid + 1), last: String(bid), volume: '0' };
    return {
      seq: at + 1,
      ...time,
      ...price,
      hash: 'a'.repeat(64),
      gap: typeof step !== 'number',
      kind: typeof step === 'number' ? 'quote' : step,
    };
  });
}

const tape = tapeOf(100, 101, 99, 'gap', 98, 102, 103, 100);
const ID = 'b'.repeat(64);

function checkerOf(entries: readonly TapeEntry[]): FillChecker {
  return new FillChecker(async (symbol, from, limit) =>
    symbol === SYMBOL ? entries.filter(({ seq }) => seq >= from).slice(0, limit) : [],
  );
}
async function kindsOf(line: string, entries = tape): Promise<readonly string[]> {
  const faults = await checkerOf(entries).check({ root: 1, entry: '', lines: [line] });
  return faults.map(({ kind }) => kind);
}

type Given = {
  readonly side?: 'buy' | 'sell';
  readonly how?: string;
  readonly product?: string;
  readonly at: readonly [ms: number | '', seq: number | ''];
  readonly level?: number;
  readonly quoted: number;
  readonly next: number | '';
  readonly fill: readonly [seq: number, price: number];
};
const fillLine = ({
  side = 'buy',
  how = 'market',
  product = 'spot',
  at,
  level,
  quoted,
  next,
  fill,
}: Given): string =>
  [
    ID,
    product,
    SYMBOL,
    side,
    how,
    ...at,
    500,
    level ?? '',
    quoted,
    next,
    fill[0],
    fill[0] * 1000,
    fill[1],
    9000,
    1,
  ].join('|');

describe('a market fill', () => {
  test.each<readonly [string, Given, readonly string[]]>([
    ['at the fresh entry', { at: [2400, 2], quoted: 102, next: 100, fill: [2, 102] }, []],
    ['at the first quote after an old entry', { at: [2600, 2], quoted: 102, next: 100, fill: [3, 100] }, []],
    ['at the first quote after a gap', { at: [4100, 4], quoted: 100, next: 99, fill: [5, 99] }, []],
    ['of a seller at the bid', { side: 'sell', at: [2400, 2], quoted: 101, next: 99, fill: [2, 101] }, []],
    ['later than the rule allows', { at: [5400, 5], quoted: 99, next: 103, fill: [6, 103] }, ['fill_late']],
    ['two quotes late', { at: [2600, 2], quoted: 102, next: 100, fill: [5, 99] }, ['fill_late']],
    [
      'at an entry that was too old',
      { at: [2600, 2], quoted: 102, next: 100, fill: [2, 102] },
      ['fill_differs'],
    ],
    ['at another price', { at: [2400, 2], quoted: 102, next: 100, fill: [2, 103] }, ['fill_differs']],
    ['on a gap', { at: [4100, 4], quoted: 100, next: 99, fill: [4, 100] }, ['fill_differs']],
    [
      'with another quote at the acceptance',
      { at: [2400, 2], quoted: 101, next: 100, fill: [2, 102] },
      ['fill_differs'],
    ],
    ['with another next quote', { at: [2400, 2], quoted: 102, next: 101, fill: [2, 102] }, ['fill_differs']],
    [
      'accepted at a much earlier entry',
      { at: [6900, 2], quoted: 102, next: 100, fill: [7, 104] },
      ['acceptance_differs'],
    ],
    ['that is not on the tape', { at: [2400, 2], quoted: 102, next: 100, fill: [20, 102] }, ['fill_differs']],
  ])('is accepted or rejected: %s', async (_, given, kinds) => {
    expect(await kindsOf(fillLine(given))).toEqual(kinds);
  });

  test('may wait for the next session if it was requested while forex was closed', async () => {
    const [first, second] = tapeOf(100, 101) as [TapeEntry, TapeEntry];
    const later = { ...second, time_ms: 700_000, feed_time_ms: 700_000 };
    const line = fillLine({ product: 'forex', at: [1400, 1], quoted: 101, next: 102, fill: [2, 102] });
    const edited = line.replace('|2|2000|', '|2|700000|');
    expect(await kindsOf(edited, [first, later])).toEqual([]);
    expect(await kindsOf(edited.replace('|forex|', '|spot|'), [first, later])).toEqual(['fill_late']);
  });
});

describe('the fill of a level', () => {
  const limit = { how: 'limit', at: [1000, 1], quoted: 101, next: 102 } as const;
  test.each<readonly [string, Given, readonly string[]]>([
    ['at the first entry that reaches it', { ...limit, level: 100, fill: [3, 100] }, []],
    ['at a later entry', { ...limit, level: 100, fill: [5, 99] }, ['fill_late']],
    ['at an entry that does not reach it', { ...limit, level: 98, fill: [5, 99] }, ['fill_differs']],
    ['at once', { ...limit, at: [1200, 1], level: 101, fill: [1, 101] }, []],
    ['at once at an old entry', { ...limit, at: [1600, 1], level: 101, fill: [1, 101] }, ['fill_differs']],
    [
      'of a stop at the level or worse',
      { side: 'sell', how: 'stop_loss', at: [1000, 1], quoted: 100, next: 101, level: 99, fill: [3, 99] },
      [],
    ],
    [
      'of a stop that the price jumped over',
      { side: 'sell', how: 'stop_loss', at: [1000, 1], quoted: 100, next: 101, level: 99, fill: [5, 98] },
      ['fill_late'],
    ],
    [
      'of a target at the level or better',
      { side: 'sell', how: 'take_profit', at: [1000, 1], quoted: 100, next: 101, level: 102, fill: [6, 102] },
      [],
    ],
  ])('is accepted or rejected: %s', async (_, given, kinds) => {
    expect(await kindsOf(fillLine(given))).toEqual(kinds);
  });
});

describe('an order that ended with price_moved', () => {
  const line = (worst: string, ended: number): string =>
    [ID, 'unfilled', 'spot', SYMBOL, 'buy', 'market', 'price_moved', 2600, 2, 500, worst, ended, 9000].join(
      '|',
    );
  test('has no finding if the price was beyond its worst price', async () =>
    expect(await kindsOf(line('102', 6))).toEqual([]));
  test('is unfounded if the price was within its worst price', async () =>
    expect(await kindsOf(line('103', 6))).toEqual(['refusal_unfounded']));
  test('names its worst price and its end, except a conversion, whose worst price is a quantity', async () => {
    const whole = line('102', 6);
    expect(await kindsOf(whole.replace('|102|6|', '||6|'))).toEqual(['refusal_unfounded']);
    expect(await kindsOf(whole.replace('|102|6|', '|102||'))).toEqual(['refusal_unfounded']);
    const conversion = whole.replace('|buy|', '|sell|');
    expect(await kindsOf(conversion.replace('|102|6|', '||6|'))).toEqual([]);
    expect(await kindsOf(conversion.replace('|102|6|', '|||'))).toEqual(['refusal_unfounded']);
  });
});

/** Accepted at entry 1, struck by entry 2 at 101, expiring at 6 s or another time. */
const ticketLine = (
  given: Partial<
    Record<'side' | 'status' | 'reason' | 'strike' | 'settle' | 'expires' | 'stake', string | number>
  >,
): string => {
  const {
    side = 'up',
    status = 'won',
    reason = '',
    strike = 2,
    settle = 6,
    expires = 6000,
    stake = '',
  } = given;
  const profit = stake === '' ? '' : '8';
  return [
    ID,
    'option',
    SYMBOL,
    side,
    status,
    reason,
    1500,
    1,
    expires,
    1500,
    strike,
    settle,
    9000,
    1,
    stake,
    profit,
  ].join('|');
};

describe('a ticket', () => {
  test.each<readonly [string, Parameters<typeof ticketLine>[0], readonly string[]]>([
    ['that won', {}, []],
    ['that lost', { side: 'down', status: 'lost' }, []],
    ['published as lost', { status: 'lost' }, ['ticket_differs']],
    ['struck at another entry', { strike: 3 }, ['ticket_differs']],
    ['with another exit', { settle: 7 }, ['ticket_differs']],
    ['void at a gap', { status: 'void', reason: 'gap_expiry', settle: 3, expires: 3000, stake: '10' }, []],
    ['decided at a gap', { status: 'lost', settle: 3, expires: 3000 }, ['ticket_differs']],
    ['void without a gap', { status: 'void', reason: 'gap_expiry', stake: '10' }, ['void_unfounded']],
    [
      'void at its strike without a gap',
      { status: 'void', reason: 'gap_strike', stake: '10' },
      ['void_unfounded'],
    ],
    ['of a demo that was started over', { status: 'void', reason: 'start_over', strike: '', settle: '' }, []],
  ])('is accepted or rejected: %s', async (_, given, kinds) => {
    expect(await kindsOf(ticketLine(given))).toEqual(kinds);
  });

  test('is not accepted at a rejected quote', async () => {
    const line = ticketLine({ strike: 3 }).replace('|1500|1|6000|1500|', '|2500|2|6000|2500|');
    expect(await kindsOf(line, tapeOf(100, 100, 101, 'gap', 98, 102, 103))).toEqual([]);
    expect(await kindsOf(line, tapeOf(100, 'reject', 101, 'gap', 98, 102, 103))).toEqual(['ticket_differs']);
  });

  test('is counted, if it is void, as the amount that it saved or cost the house', async () => {
    const checker = checkerOf(tape);
    const won = ticketLine({ status: 'void', reason: 'gap_expiry', stake: '10' });
    const lost = won.replace('|up|', '|down|').replace(ID, 'c'.repeat(64));
    await checker.check({ root: 1, entry: '', lines: [won, lost] });
    const days = await voidDays(checker.pages, checker.lines());
    expect(days).toEqual([{ day: '1970-01-01', tickets: 2, undecided: 0, saved_usdt: '8', cost_usdt: '10' }]);
    expect(voidDifferences(days, days)).toEqual([]);
    const changed = days.map((day) => ({ ...day, saved_usdt: '0' }));
    expect(voidDifferences(changed, days).map(({ kind }) => kind)).toEqual(['voids_differ']);
    expect(voidDifferences([], days).map(({ kind }) => kind)).toEqual(['voids_differ']);
  });
});

describe('a list', () => {
  const line = fillLine({ at: [2400, 2], quoted: 102, next: 100, fill: [2, 102] });
  test('is the one to which the log commits', () => {
    const list = { root: 7, entry: '', lines: [line] };
    expect(checkList(list, entryOf(7, [line]))).toEqual([]);
    expect(checkList(list, entryOf(7, [])).map(({ kind }) => kind)).toEqual(['list_differs']);
    expect(checkList(list, undefined).map(({ kind }) => kind)).toEqual(['list_differs']);
  });
  test('has each line once, and in a known form', async () => {
    const faults = await checkerOf(tape).check({ root: 1, entry: '', lines: [line, line, 'x', `${line}|`] });
    expect(faults.map(({ kind }) => kind)).toEqual(['line_repeated', 'line_unreadable', 'line_unreadable']);
  });
  test('gives the statistics of its market fills', async () => {
    const checker = checkerOf(tape);
    const late = fillLine({ at: [2600, 2], quoted: 102, next: 100, fill: [3, 100] }).replace(
      ID,
      'c'.repeat(64),
    );
    await checker.check({ root: 1, entry: '', lines: [line, late] });
    const none = { count: 0, sum_bp: '0', mean_bp: null, p99_bp: null };
    expect(qualityRows(checker.lines())).toEqual([
      {
        ...{ product: 'spot', symbol: SYMBOL, against: 'market', fills: 2, waited: 1, at: 1, worse: none },
        better: { count: 1, sum_bp: '196.0784', mean_bp: '196.0784', p99_bp: '196.0784' },
        favour: { orders: 2, waited: 1, sum_bp: '-196.0784' },
        disfavour: { orders: 0, waited: 0, sum_bp: '0' },
        ...{ wait_p50_ms: 0, wait_p99_ms: 400 },
      },
    ]);
  });
});

describe('a line with an unknown word or an out-of-range figure is unreadable', () => {
  const fill = fillLine({ at: [2400, 2], quoted: 102, next: 100, fill: [2, 102] });
  const unfilled = [
    ID,
    'unfilled',
    'spot',
    SYMBOL,
    'buy',
    'market',
    'account_frozen',
    2600,
    2,
    500,
    '',
    '',
    9000,
  ].join('|');
  test.each([
    ['another kind of fill', fill, fill.replace('|market|', '|rebate|')],
    ['a fill age of more than a day', fill, fill.replace('|500|', '|86400001|')],
    ['another reason', unfilled, unfilled.replace('account_frozen', 'price_wrong')],
    ['another type', unfilled, unfilled.replace('|market|', '|stop_loss|')],
    ['a fill age of more than a day without a fill', unfilled, unfilled.replace('|500|', '|86400001|')],
  ])('%s', async (_, right, wrong) => {
    expect(await kindsOf(right)).toEqual([]);
    expect(await kindsOf(wrong)).toEqual(['line_unreadable']);
  });
});
