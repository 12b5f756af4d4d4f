/** The cost of loans. Random loans are compared with independently computed amounts and rates. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '../money/amount.ts';
import type { Amount } from '../money/amount.ts';
import { aprOf } from './apr.ts';
import {
  disbursedLoan,
  feesMax,
  LOAN_DAYS,
  loanStanding,
  maturityMs,
  payLoan,
  plannedInterest,
} from './loan.ts';
import type { LoanAccount, LoanFigures } from './loan.ts';

const DAY = 86_400_000;
const START = 1_800_000_000_000;
const USUAL: LoanFigures = {
  amount: amount('1000'),
  days: 30,
  dailyRate: amount('0.0005'),
  overdueRate: amount('0.001'),
  overdueCap: amount('0.2'),
};

/** Formats the debt at an instant as "principal interest fee due". */
function owed(loan: LoanAccount, nowMs: number): string {
  const { principal, interest, fee, due } = loanStanding(loan, nowMs);
  return [principal, interest, fee, due].map(formatAmount).join(' ');
}

const standings: readonly (readonly [
  what: string,
  atMs: number,
  owed: string,
  change?: Partial<LoanFigures>,
])[] = [
  ['one day if repaid immediately', 0, '1000 0.5 0 1000.5'],
  ['one day until just before the second day', DAY - 1, '1000 0.5 0 1000.5'],
  ['two days from the start of the second day', DAY, '1000 1 0 1001'],
  ['all days until just before maturity', 30 * DAY - 1, '1000 15 0 1015'],
  [
    'the fee for the first overdue day, and no further interest, at maturity',
    30 * DAY,
    '1000 15 1.015 1016.015',
  ],
  ['one overdue day until just before the second overdue day', 31 * DAY - 1, '1000 15 1.015 1016.015'],
  ['two overdue days from the start of the second overdue day', 31 * DAY, '1000 15 2.03 1017.03'],
  ['a fee below the cap on the day before the cap is reached', (30 + 196) * DAY, '1000 15 199.955 1214.955'],
  ['the capped fee on the day when the cap is reached', (30 + 197) * DAY, '1000 15 200 1215'],
  ['the capped fee years later', 3000 * DAY, '1000 15 200 1215'],
  ['no interest if the clock is behind the payout', -DAY, '1000 0 0 1000'],
  [
    'interest rounded up for each day',
    6 * DAY,
    '1000.00000001 3.50000007 0 1003.50000008',
    { amount: amount('1000.00000001'), days: 7 },
  ],
  ['no interest at a rate of zero', 10 * DAY, '1000 0 0 1000', { dailyRate: 0n }],
  [
    'a cap that is rounded down',
    3000 * DAY,
    '0.00000009 0.00000015 0.00000001 0.00000025',
    { amount: 9n, days: 15 },
  ],
];

const cases = standings.map(([what, atMs, expected, change = {}]) => ({ what, atMs, expected, change }));
test.each(cases)('computes the debt of a loan: $what', ({ atMs, expected, change }) => {
  expect(owed(disbursedLoan({ ...USUAL, ...change }, START), START + atMs)).toBe(expected);
});

test('computes the interest, maturity, annual rate and maximum fees before the payout', () => {
  expect(formatAmount(plannedInterest(USUAL))).toBe('15');
  expect(maturityMs(USUAL, START)).toBe(START + 30 * DAY);
  expect(formatAmount(aprOf(USUAL))).toBe('0.1825');
  expect(formatAmount(feesMax(USUAL))).toBe('200');
});

const payments: readonly (readonly [
  what: string,
  atMs: number,
  paid: string,
  parts: string,
  left: string,
])[] = [
  ['less than the interest', 2 * DAY, '1', '0 1 0', '1000 0.5 0 1000.5'],
  ['interest and some principal', 2 * DAY, '301.5', '0 1.5 300', '700 0 0 700'],
  ['everything', 2 * DAY, '1001.5', '0 1.5 1000', '0 0 0 0'],
  ['overdue: less than the fee', 30 * DAY, '1', '1 0 0', '1000 15 0.015 1015.015'],
  ['overdue: fee and interest', 30 * DAY, '16.015', '1.015 15 0', '1000 0 0 1000'],
  ['overdue: some principal', 30 * DAY, '416.015', '1.015 15 400', '600 0 0 600'],
  ['the smallest amount', 0, '0.00000001', '0 0.00000001 0', '1000 0.49999999 0 1000.49999999'],
];

test.each(payments)(
  'splits a payment of %s into fee, interest and principal',
  (_, atMs, paid, parts, left) => {
    const done = payLoan(disbursedLoan(USUAL, START), amount(paid), START + atMs);
    expect([done.fee, done.interest, done.principal].map(formatAmount).join(' ')).toBe(parts);
    expect(owed(done.loan, START + atMs)).toBe(left);
  },
);

test('charges less interest and a lower overdue fee from the day after a partial repayment', () => {
  const half = payLoan(disbursedLoan(USUAL, START), amount('500.5'), START).loan;
  expect(owed(half, START + DAY)).toBe('500 0.25 0 500.25');
  expect(owed(half, START + 30 * DAY)).toBe('500 7.25 0.50725 507.75725');
  const later = payLoan(half, amount('207.75725'), START + 30 * DAY).loan;
  expect(owed(later, START + 31 * DAY)).toBe('300 0 0.3 300.3');
  // Computing the debt a second time, or with an earlier time, changes nothing.
  expect(owed(later, START + 30 * DAY)).toBe('300 0 0 300');
});

test.each([0n, -1n, amount('1000.50000001')])('throws on a payment of %s if 1000.5 is owed', (paid) => {
  expect(() => payLoan(disbursedLoan(USUAL, START), paid, START)).toThrow('expected a payment');
});

/** A reproducible pseudo-random sequence (mulberry32). */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

/** Multiplies by a rate in 10⁻⁸ and rounds up, by long division instead of with the domain's functions. */
function up(base: bigint, rate: bigint): bigint {
  const whole = base * rate;
  const rest = whole % 100_000_000n;
  return (whole - rest) / 100_000_000n + (rest === 0n ? 0n : 1n);
}

/** An independent computation of the debt, day by day. */
class OnPaper {
  readonly #figures: LoanFigures;
  principal: bigint;
  interest = 0n;
  fee = 0n;
  #feesEver = 0n;
  #day = -1;

  constructor(figures: LoanFigures) {
    this.#figures = figures;
    this.principal = figures.amount;
  }

  /** Charges every day up to the given one; the first is day 0. */
  until(day: number): void {
    const { days, dailyRate, overdueRate, overdueCap, amount: lent } = this.#figures;
    const cap = (lent * overdueCap) / 100_000_000n;
    while (this.#day < day) {
      this.#day += 1;
      if (this.#day < days) this.interest += up(this.principal, dailyRate);
      else {
        const fee = up(this.principal + this.interest, overdueRate);
        const charged = this.#feesEver + fee > cap ? cap - this.#feesEver : fee;
        this.#feesEver += charged;
        this.fee += charged;
      }
    }
  }

  pay(paid: bigint): void {
    let left = paid;
    for (const part of ['fee', 'interest', 'principal'] as const) {
      const taken = left < this[part] ? left : this[part];
      this[part] -= taken;
      left -= taken;
    }
    expect(left).toBe(0n);
  }
}

/**
 * Computes the annual rate of cash flows in per cent, without the formula under test: bisects for the rate of the loan's
 * period at which the present value of the repayments equals the payout, and multiplies the rate by the number of such periods
 * in a year.
 */
function actuarialRate(flows: readonly { day: number; flow: Amount }[], days: number): number {
  const worth = (rate: number) =>
    flows.reduce((sum, { day, flow }) => sum + Number(flow) / 1e8 / (1 + rate) ** (day / days), 0);
  let [low, high] = [0, 10];
  for (let halving = 0; halving < 80; halving += 1) {
    const middle = (low + high) / 2;
    // The borrower receives money first and pays later, so the net present value rises with the rate.
    if (worth(middle) < 0) low = middle;
    else high = middle;
  }
  return low * (365 / days) * 100;
}

test('computes the debts of ten thousand random loans exactly, and their annual rates within an eighth of a percentage point', () => {
  const random = sequence(20_260_601);
  let worst = 0;
  for (let loan = 0; loan < 10_000; loan += 1) {
    const days = LOAN_DAYS[random(LOAN_DAYS.length)] as number;
    const figures: LoanFigures = {
      ...USUAL,
      amount: amount('1000') + BigInt(random(49_000)) * 100_000_000n + BigInt(random(100_000_000)),
      days,
      dailyRate: loan % 3 === 0 ? USUAL.dailyRate : BigInt(random(100_000)),
      overdueRate: BigInt(random(500_000)),
      overdueCap: BigInt(random(50_000_000)),
    };
    const paid = disbursedLoan(figures, START);
    const total = figures.amount + plannedInterest(figures);
    expect(loanStanding(paid, maturityMs(figures, START) - 1).due).toBe(total);
    const flows = [
      { day: 0, flow: figures.amount },
      { day: days, flow: -total },
    ];
    const shown = Number(aprOf(figures)) / 1e6;
    worst = Math.max(worst, Math.abs(shown - actuarialRate(flows, days)));
    followPayments(figures, random);
  }
  // The rate is rounded to hundredths, so the error is at most half a hundredth.
  expect(worst).toBeLessThanOrEqual(0.0050001);
  expect(worst).toBeLessThanOrEqual(0.125);
}, 60_000);

/**
 * Pays a loan in random parts on random days, before and after maturity, until nothing is left, and compares it with the
 * independent ledger.
 */
function followPayments(figures: LoanFigures, random: (below: number) => number): void {
  const paper = new OnPaper(figures);
  let account = disbursedLoan(figures, START);
  let [day, principal, interest, fees, all] = [0, 0n, 0n, 0n, 0n];
  for (let payment = 0; account.principalLeft > 0n; payment += 1) {
    day += random(20);
    const nowMs = START + day * DAY + random(DAY);
    paper.until(day);
    const standing = loanStanding(account, nowMs);
    expect(standing).toMatchObject({ principal: paper.principal, interest: paper.interest, fee: paper.fee });
    const part = 1n + (standing.due * BigInt(random(1000))) / 1000n;
    const paid = payment === 8 || part > standing.due ? standing.due : part;
    const done = payLoan(account, paid, nowMs);
    paper.pay(paid);
    expect(done.fee + done.interest + done.principal).toBe(paid);
    account = done.loan;
    principal += done.principal;
    interest += done.interest;
    fees += done.fee;
    all += paid;
  }
  // The parts of all payments add up to the total, and nothing is owed after the last payment.
  expect(principal + interest + fees).toBe(all);
  expect(principal).toBe(figures.amount);
  expect(fees).toBeLessThanOrEqual(feesMax(figures));
  expect(loanStanding(account, START + 1000 * DAY).due).toBe(0n);
}
