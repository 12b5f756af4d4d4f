/**
 * Self-imposed limits: the amounts that count in each period, and random sequences of actions, none of which may exceed a
 * limit.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import {
  allowedAt,
  changeLimit,
  dayOf,
  LIMIT_KINDS,
  LIMIT_PERIODS,
  limitViolation,
  moveLimit,
  periodEndMs,
  periodStartMs,
  usedAt,
  usedSince,
} from './own-limit.ts';
import type { Movement, OwnLimit, Exposure, ExposureDay } from './own-limit.ts';
import { DAY_MS, HOUR_MS } from '../time.ts';

const NOON = Date.UTC(2026, 0, 14, 12);
const TODAY = dayOf(NOON);

describe('periods', () => {
  test.each([
    ['day', '2026-01-14T12:00:00.000Z', '2026-01-14', '2026-01-15'],
    ['day', '2026-01-14T00:00:00.000Z', '2026-01-14', '2026-01-15'],
    ['day', '2026-01-13T23:59:59.999Z', '2026-01-13', '2026-01-14'],
    ['week', '2026-01-14T12:00:00.000Z', '2026-01-12', '2026-01-19'],
    ['week', '2026-01-12T00:00:00.000Z', '2026-01-12', '2026-01-19'],
    ['week', '2026-01-11T23:59:59.999Z', '2026-01-05', '2026-01-12'],
    ['week', '2026-03-01T12:00:00.000Z', '2026-02-23', '2026-03-02'],
    ['month', '2026-01-31T23:59:59.999Z', '2026-01-01', '2026-02-01'],
    ['month', '2026-12-01T00:00:00.000Z', '2026-12-01', '2027-01-01'],
    ['month', '2028-02-29T12:00:00.000Z', '2028-02-01', '2028-03-01'],
  ] as const)('returns the start and end of the %s that contains %s', (period, at, start, end) => {
    const day = (ms: number) => new Date(ms).toISOString();
    expect(day(periodStartMs(period, Date.parse(at)))).toBe(`${start}T00:00:00.000Z`);
    expect(day(periodEndMs(period, Date.parse(at)))).toBe(`${end}T00:00:00.000Z`);
  });
});

const limit = (change: Partial<OwnLimit> = {}): OwnLimit => ({
  kind: 'loss',
  period: 'day',
  amount: amount('100'),
  pending: null,
  used: 0n,
  periodStartMs: periodStartMs(change.period ?? 'day', NOON),
  ...change,
});

describe('changing a limit', () => {
  const bound = (text: string | null) => (text === null ? null : amount(text));
  const limitAt = (at: OwnLimit, nowMs: number) => {
    const allowed = allowedAt(at, nowMs);
    return allowed === null ? 'none' : formatAmount(allowed);
  };
  test.each([
    ['a first limit', null, '50', '50', '50'],
    ['a lower limit', '100', '50', '50', '50'],
    ['an unchanged limit', '100', '100', '100', '100'],
    ['a limit of zero', '100', '0', '0', '0'],
    ['a higher limit', '100', '200', '100', '200'],
    ['removing the limit', '100', null, '100', 'none'],
  ])(
    'applies a lower limit immediately and a higher limit after a day: %s',
    (_, before, asked, atOnce, afterADay) => {
      const changed = changeLimit(limit({ amount: bound(before) }), bound(asked), NOON);
      expect(limitAt(changed, NOON)).toBe(atOnce);
      expect(limitAt(changed, NOON + 23 * HOUR_MS)).toBe(atOnce);
      expect(limitAt(changed, NOON + DAY_MS - 1)).toBe(atOnce);
      expect(limitAt(changed, NOON + DAY_MS)).toBe(afterADay);
    },
  );

  test('discards a pending change when a lower limit is set, and delays the next higher limit by a full day', () => {
    const looser = changeLimit(limit(), amount('200'), NOON);
    const again = changeLimit(looser, amount('150'), NOON + 12 * HOUR_MS);
    expect(limitAt(again, NOON + DAY_MS)).toBe('100');
    expect(limitAt(again, NOON + 36 * HOUR_MS)).toBe('150');
    expect(limitAt(changeLimit(looser, amount('90'), NOON + HOUR_MS), NOON + 2 * DAY_MS)).toBe('90');
    expect(limitAt(changeLimit(looser, amount('100'), NOON + HOUR_MS), NOON + 2 * DAY_MS)).toBe('100');
  });

  test('compares a change with the limit in effect at that time', () => {
    const looser = changeLimit(limit(), amount('200'), NOON);
    const between = changeLimit(looser, amount('150'), NOON + DAY_MS);
    expect(between).toMatchObject({ amount: amount('150'), pending: null });
    expect(changeLimit(looser, amount('300'), NOON + DAY_MS)).toMatchObject({
      amount: amount('200'),
      pending: { amount: amount('300'), fromMs: NOON + 2 * DAY_MS },
    });
  });
});

const exposure = (change: Partial<Exposure> = {}): Exposure => ({
  placedDay: TODAY,
  staked: amount('100'),
  open: amount('100'),
  added: [],
  ...change,
});
const gone = { open: 0n };
const before = exposure({ placedDay: TODAY - 1 });

describe('daily amounts', () => {
  test.each<[what: string, movement: Movement, stake: string, loss: string]>([
    ['a stake', { before: undefined, after: exposure(), result: 0n }, '100', '100'],
    ['margin and fee', { before: undefined, after: exposure(), result: amount('-2') }, '100', '102'],
    ['a total loss', { before: exposure(), after: exposure(gone), result: amount('-100') }, '0', '0'],
    ['a returned stake', { before: exposure(), after: exposure(gone), result: 0n }, '0', '-100'],
    ['a gain', { before: exposure(), after: exposure(gone), result: amount('80') }, '0', '-180'],
    [
      'a part returned at a loss',
      { before: exposure(), after: exposure({ open: amount('60') }), result: amount('-10') },
      '0',
      '-30',
    ],
    [
      'a cancelled order',
      { before: exposure(), after: exposure({ ...gone, staked: 0n }), result: 0n },
      '-100',
      '-100',
    ],
    [
      "yesterday's stake, lost",
      { before, after: { ...before, ...gone }, result: amount('-100') },
      '0',
      '100',
    ],
    ["yesterday's stake, won", { before, after: { ...before, ...gone }, result: amount('80') }, '0', '-80'],
    ["yesterday's stake, returned", { before, after: { ...before, ...gone }, result: 0n }, '0', '0'],
    [
      "yesterday's stake, cancelled",
      { before, after: { ...before, ...gone, staked: 0n }, result: 0n },
      '0',
      '0',
    ],
    [
      "margin added to yesterday's position",
      {
        before,
        after: { ...before, open: amount('130'), added: [{ day: TODAY, amount: amount('30') }] },
        result: 0n,
      },
      '30',
      '30',
    ],
    [
      "yesterday's position with added margin, a total loss",
      {
        before: { ...before, open: amount('130'), added: [{ day: TODAY, amount: amount('30') }] },
        after: { ...before, open: 0n, added: [{ day: TODAY, amount: amount('30') }] },
        result: amount('-130'),
      },
      '0',
      '100',
    ],
  ])('counts %s towards the stake and loss limits', (_, movement, stake, loss) => {
    const moved = (kind: OwnLimit['kind']) => formatAmount(moveLimit(limit({ kind }), [movement], NOON).used);
    expect([moved('stake'), moved('loss'), moved('deposit')]).toEqual([stake, loss, '0']);
  });

  test('counts a deposit only towards the deposit limit, from its submission until it fails', () => {
    const handedIn = exposure({ staked: 0n, open: 0n, deposited: amount('100') });
    const failed = { ...handedIn, deposited: 0n };
    const used = (kind: OwnLimit['kind'], movement: Movement, nowMs = NOON) =>
      formatAmount(moveLimit(limit({ kind }), [movement], nowMs).used);
    const movement = { before: undefined, after: handedIn, result: 0n };
    expect(LIMIT_KINDS.map((kind) => used(kind, movement))).toEqual(['100', '0', '0']);
    const back = { before: handedIn, after: failed, result: 0n };
    expect(LIMIT_KINDS.map((kind) => used(kind, back))).toEqual(['-100', '0', '0']);
    // The return of a stake from an earlier day does not count towards the day of the return.
    expect(used('deposit', back, NOON + DAY_MS)).toBe('0');
  });

  test('returns a used amount of zero after the end of the period, and counts from zero in the next one', () => {
    const used = limit({ used: amount('70') });
    expect(usedAt(used, NOON + 12 * HOUR_MS - 1)).toBe(amount('70'));
    expect(usedAt(used, NOON + 12 * HOUR_MS)).toBe(0n);
    const moved = moveLimit(
      used,
      [{ before: undefined, after: exposure({ placedDay: TODAY + 1 }), result: 0n }],
      NOON + DAY_MS,
    );
    expect(moved).toMatchObject({ used: amount('100'), periodStartMs: periodStartMs('day', NOON + DAY_MS) });
  });

  test("does not subtract a result of the previous day from the new period if a process's clock is behind at midnight", () => {
    const used = limit({ kind: 'loss', used: amount('90'), periodStartMs: TODAY * DAY_MS });
    const lateMs = TODAY * DAY_MS - 1;
    const open: Exposure = { placedDay: TODAY, staked: amount('90'), open: amount('90'), added: [] };
    const ended = { before: open, after: { ...open, open: 0n }, result: amount('-90') };
    expect(usedAt(used, lateMs)).toBe(amount('90'));
    // The closed stake belongs to the day before, to which the history assigns its result too.
    expect(moveLimit(used, [ended], lateMs)).toMatchObject({ used: 0n, periodStartMs: TODAY * DAY_MS });
    const stake = limit({ kind: 'stake', used: amount('90'), periodStartMs: TODAY * DAY_MS });
    const bought = { before: undefined, after: { ...open, placedDay: TODAY - 1 }, result: 0n };
    expect(moveLimit(stake, [bought], lateMs)).toMatchObject({ used: amount('90') });
  });
});

test.each([
  ['within the limit', '60', '40', undefined],
  ['of exactly the remainder', '0', '100', undefined],
  ['one unit above the remainder', '60', '40.00000001', '40'],
  ['with no remainder', '100', '1', '0'],
  ["above the limit, because of yesterday's results", '170', '1', '0'],
  ['after gains', '-50', '150', undefined],
  ['beyond the gains', '-50', '150.00000001', '150'],
])('allows or refuses, with a limit of 100, a stake %s', (_, used, stake, left) => {
  const then = limit({ used: used.startsWith('-') ? -amount(used.slice(1)) : amount(used) });
  const after = moveLimit(
    then,
    [{ before: undefined, after: exposure({ open: amount(stake) }), result: 0n }],
    NOON,
  );
  const violation = limitViolation([then], [after], { nowMs: NOON, field: 'stake' });
  expect(violation?.refusal).toEqual(
    left === undefined ? undefined : { code: 'own_limit_reached', field: 'stake', params: { left } },
  );
});

test('refuses with the smallest remainder of several limits, and ignores limits towards which the stake does not count', () => {
  const limits = [
    limit({ used: amount('90') }),
    limit({ kind: 'stake', used: amount('95') }),
    limit({ period: 'week', amount: null }),
  ];
  const bought: Movement = {
    before: undefined,
    after: exposure({ staked: amount('50'), open: amount('50') }),
    result: 0n,
  };
  const moved = limits.map((one) => moveLimit(one, [bought], NOON));
  expect(limitViolation(limits, moved, { nowMs: NOON, field: 'stake' })?.refusal.params).toEqual({
    left: '5',
  });
  const deposits = [limit({ kind: 'deposit', used: amount('500') })];
  expect(
    limitViolation(
      deposits,
      deposits.map((one) => moveLimit(one, [bought], NOON)),
      { nowMs: NOON, field: 'stake' },
    ),
  ).toBeUndefined();
});

/** A customer who acts at random, and an independent history of every stake and result. */
class Life {
  nowMs = NOON;
  limits: OwnLimit[];
  readonly exposures: {
    now: Exposure;
    fees: { day: number; amount: bigint }[];
    results: { day: number; amount: bigint }[];
  }[] = [];
  readonly deposits: { now: Exposure; failed: boolean }[] = [];

  constructor(bound: bigint) {
    this.limits = LIMIT_KINDS.flatMap((kind) =>
      LIMIT_PERIODS.map((period) =>
        limit({ kind, period, amount: bound, periodStartMs: periodStartMs(period, NOON) }),
      ),
    );
  }

  get day(): number {
    return dayOf(this.nowMs);
  }

  /** Makes a stake, unless it would exceed a limit. */
  put(movement: Movement): boolean {
    const after = this.limits.map((one) => moveLimit(one, [movement], this.nowMs));
    if (limitViolation(this.limits, after, { nowMs: this.nowMs, field: 'stake' }) !== undefined) return false;
    this.limits = after;
    for (const one of after) expect(one.used).toBeLessThanOrEqual(allowedAt(one, this.nowMs) as bigint);
    return true;
  }

  stake(size: bigint, fee: bigint): void {
    const after: Exposure = { placedDay: this.day, staked: size, open: size, added: [] };
    if (!this.put({ before: undefined, after, result: -fee })) return;
    this.exposures.push({ now: after, fees: [{ day: this.day, amount: fee }], results: [] });
  }

  add(at: number, size: bigint): void {
    const known = this.exposures[at % Math.max(1, this.exposures.length)];
    if (known === undefined || known.now.open === 0n) return;
    const after = {
      ...known.now,
      open: known.now.open + size,
      added: [...known.now.added, { day: this.day, amount: size }],
    };
    if (this.put({ before: known.now, after, result: 0n })) known.now = after;
  }

  /** Closes a fraction of a stake, and returns up to three times its amount. */
  end(at: number, { share, back }: { share: bigint; back: bigint }): void {
    const known = this.exposures[at % Math.max(1, this.exposures.length)];
    if (known === undefined || known.now.open === 0n) return;
    const released = (known.now.open * share) / 100n || known.now.open;
    const result = (released * back) / 100n - released;
    const after = { ...known.now, open: known.now.open - released };
    this.limits = this.limits.map((one) =>
      moveLimit(one, [{ before: known.now, after, result }], this.nowMs),
    );
    known.results.push({ day: this.day, amount: result });
    known.now = after;
  }

  cancel(at: number): void {
    const known = this.exposures[at % Math.max(1, this.exposures.length)];
    if (
      known === undefined ||
      known.results.length > 0 ||
      known.now.added.length > 0 ||
      known.now.open === 0n
    )
      return;
    const after = { ...known.now, open: 0n, staked: 0n };
    this.limits = this.limits.map((one) =>
      moveLimit(one, [{ before: known.now, after, result: 0n }], this.nowMs),
    );
    known.now = after;
  }

  deposit(size: bigint): void {
    const after: Exposure = { placedDay: this.day, staked: 0n, open: 0n, added: [], deposited: size };
    if (this.put({ before: undefined, after, result: 0n })) this.deposits.push({ now: after, failed: false });
  }

  fail(at: number): void {
    const known = this.deposits[at % Math.max(1, this.deposits.length)];
    if (known === undefined || known.failed) return;
    const after = { ...known.now, deposited: 0n };
    this.limits = this.limits.map((one) =>
      moveLimit(one, [{ before: known.now, after, result: 0n }], this.nowMs),
    );
    known.failed = true;
  }

  /** Returns the history as the database does: by day, with the latest stakes counted as open. */
  history(): ExposureDay[] {
    const none = { staked: 0n, open: 0n, result: 0n, deposited: 0n };
    const deposits = this.deposits.flatMap(({ now, failed }): ExposureDay[] =>
      failed ? [] : [{ ...none, day: now.placedDay, deposited: now.deposited ?? 0n }],
    );
    const exposures = this.exposures.flatMap(({ now, fees, results }) => {
      const added = now.added.reduce((sum, one) => sum + one.amount, 0n);
      const first = now.open > added ? now.open - added : 0n;
      let rest = now.open - first;
      const adds = now.added.toReversed().map((one): ExposureDay => {
        const open = one.amount < rest ? one.amount : rest;
        rest -= open;
        return { ...none, day: one.day, staked: one.amount, open };
      });
      return [
        { ...none, day: now.placedDay, staked: now.staked, open: first },
        ...adds,
        ...fees.map(({ day, amount: fee }): ExposureDay => ({ ...none, day, result: -fee })),
        ...results.map(({ day, amount: result }): ExposureDay => ({ ...none, day, result })),
      ];
    });
    return [...deposits, ...exposures];
  }
}

const step = fc.oneof(
  fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 3 * DAY_MS }) }),
  fc.record({ act: fc.constant('stake' as const), size: fc.bigInt(1n, 60n), fee: fc.bigInt(0n, 3n) }),
  fc.record({ act: fc.constant('add' as const), at: fc.nat(20), size: fc.bigInt(1n, 30n) }),
  fc.record({
    act: fc.constant('end' as const),
    at: fc.nat(20),
    share: fc.bigInt(0n, 100n),
    back: fc.bigInt(0n, 300n),
  }),
  fc.record({ act: fc.constant('cancel' as const), at: fc.nat(20) }),
  fc.record({ act: fc.constant('deposit' as const), size: fc.bigInt(1n, 60n) }),
  fc.record({ act: fc.constant('fail' as const), at: fc.nat(20) }),
);

test('never exceeds a limit in a random sequence of stakes, results, cancellations and deposits across midnights, and counts the same amounts as the history', () => {
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.bigInt(0n, 150n), (steps, bound) => {
      const life = new Life(bound);
      for (const one of steps) {
        const had = life.exposures.length;
        if (one.act === 'wait') life.nowMs += one.ms;
        else if (one.act === 'stake') life.stake(one.size, one.fee);
        else if (one.act === 'add') life.add(one.at, one.size);
        else if (one.act === 'end') life.end(one.at, one);
        else if (one.act === 'deposit') life.deposit(one.size);
        else if (one.act === 'fail') life.fail(one.at);
        else life.cancel(one.at);
        if (one.act === 'stake' && life.exposures.length > had) accepted += 1;
        else if (one.act === 'stake') refused += 1;
        for (const each of life.limits) {
          const since = usedSince(each.kind, life.history(), periodStartMs(each.period, life.nowMs));
          expect(usedAt(each, life.nowMs)).toBe(since);
        }
      }
    }),
    { numRuns: 800 },
  );
  expect(Math.min(accepted, refused)).toBeGreaterThan(100);
});
