/** Fixtures for tests of the rules: a loan's row, and the facts of its book. */
import { capsFar } from '@candor/testing/caps.ts';
import { disbursedLoan, maturityMs } from '@candor/domain/credit/loan.ts';
import type { LoanAccount } from '@candor/domain/credit/loan.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import type { Facts, Head } from '../../../commands/command.ts';
import type { Gate } from '../../../identity/gates.ts';
import { gates } from '../../../identity/gates.ts';
import { openGate, WALL } from '../../../identity/testing/gate.ts';
import { LIMITS } from '../../../limits.ts';
import type { LoanTerms } from '../../../terms/terms.ts';
import { isOpen, loans } from '../tables.ts';
import type { LoanRow } from '../tables.ts';
import { unshared } from '../../../commands/testing/unshared.ts';

export const BOOK = 100_001n;
/** The market's time differs from the wall clock. */
export const MARKET = WALL + 40 * 86_400_000;
export const HEAD_SEQ = 77n;

export const TERMS: LoanTerms = {
  version: 3,
  open: true,
  min: amount('1000'),
  max: amount('50000'),
  dailyRate: amount('0.0005'),
  overdueRate: amount('0.001'),
  overdueCap: amount('0.2'),
  twoFrom: amount('10000'),
  scoreMin: 60,
};

const shown = (sign: string) => ({ file: sign.repeat(32), hash: sign.repeat(64) });
export const DOCUMENTS = { house: shown('a'), income: shown('b'), bank: shown('c'), identity: shown('d') };

/** A pending application for 1,000 over 30 days. */
export function application(change: Partial<LoanRow> = {}): LoanRow {
  const { dailyRate, overdueRate, overdueCap, version } = TERMS;
  return {
    book: BOOK,
    id: 7n,
    figures: { amount: amount('1000'), days: 30, dailyRate, overdueRate, overdueCap },
    termsVersion: version,
    agreement: AGREEMENT_VERSION,
    documents: DOCUMENTS,
    needsSecond: false,
    first: null,
    status: 'pending_review',
    reason: null,
    version: 1,
    appliedMs: WALL,
    reviewDueMs: WALL + LIMITS.money.reviewMs,
    decidedMs: null,
    decidedBy: null,
    lent: null,
    nextMark: 0,
    armedSeq: 0n,
    settledMs: null,
    ...change,
  };
}

/** The same loan, paid out `agoMs` ago. */
export function running(
  agoMs: number,
  change: Partial<LoanRow> = {},
  account: Partial<LoanAccount> = {},
): LoanRow {
  const { figures } = application();
  const disbursedMs = MARKET - agoMs;
  return application({
    status: 'disbursed',
    version: 2,
    decidedMs: WALL,
    decidedBy: 'rosa',
    lent: {
      account: { ...disbursedLoan(figures, disbursedMs), ...account },
      dueMs: maturityMs(figures, disbursedMs),
      journalSeq: 2n,
    },
    armedSeq: 1n,
    ...change,
  });
}

export type World = {
  readonly gate: Partial<Gate>;
  readonly rows: readonly LoanRow[];
  readonly score: number;
  readonly spot: Amount;
  readonly houseHas: boolean;
  /** People who have a conflict of interest with the customer. */
  readonly persons: readonly string[];
  readonly stops: Facts['stops'];
};

export function factsOf(change: Partial<World> = {}): Facts {
  const usual: World = {
    ...{ gate: {}, rows: [], score: 80, spot: amount('5000'), houseHas: true, persons: [] },
    stops: [],
  };
  const world: World = { ...usual, ...change };
  let id = 41n;
  return {
    book: BOOK,
    nowMs: MARKET,
    wallMs: WALL,
    cancelOnly: false,
    stops: world.stops,
    journalSeq: 3n,
    balance: (account) => (account === 'spot' ? world.spot : amount('100000')),
    balances: () => [],
    houseHas: () => world.houseHas,
    ...unshared,
    row: (table: { readonly name: string }, of: bigint) =>
      ({
        [gates.name]: { ...openGate, ...world.gate },
        [loans.name]: world.rows.find((row) => row.id === of),
        credit_standing: { book: BOOK, id: 0n, score: world.score },
        customer_cap: { book: BOOK, id: 0n, state: capsFar },
        customer_tie: { book: BOOK, id: 0n, persons: world.persons },
      })[table.name] as never,
    openRows: () => world.rows.filter(isOpen) as never,
    openCount: () => 0,
    counter: () => 0n,
    head: () => ({ seq: HEAD_SEQ }) as Head,
    newId: () => (id += 1n),
  };
}
