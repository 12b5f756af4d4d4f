/** Test helpers for the rules: a customer with an address and money as the facts of a command, and example rows. */
import { capsFar } from '@candor/testing/caps.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { HOUR_MS } from '@candor/domain/time.ts';
import type { Append, Effects, Facts } from '../../../commands/command.ts';
import { gates } from '../../../identity/gates.ts';
import type { Gate } from '../../../identity/gates.ts';
import { openGate, WALL } from '../../../identity/testing/gate.ts';
import type { Lately } from '../../../payments/lately.ts';
import { payouts } from '../payout/rows.ts';
import type { PayoutRow } from '../payout/rows.ts';
import { withdrawalAddresses } from '../../../payments/withdrawal-addresses.ts';
import type { AddressRow } from '../../../payments/withdrawal-addresses.ts';
import type { WithdrawalTerms } from '../../../terms/terms.ts';
import { lately, withdrawals } from '../tables.ts';
import { failings } from '../failing.ts';
import type { FailingRow } from '../failing.ts';
import type { WithdrawalRow } from '../tables.ts';
import { unshared } from '../../../commands/testing/unshared.ts';

export const BOOK = 100_001n;

export const addressRow: AddressRow = {
  book: BOOK,
  id: 7n,
  network: 'tron',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  key: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  label: 'exchange',
  addedMs: WALL - HOUR_MS,
  usableMs: WALL,
  deletedMs: null,
};

/** A withdrawal of 100 USDT under review, requested an hour ago. */
export function withdrawalRow(change: Partial<WithdrawalRow> = {}): WithdrawalRow {
  return {
    ...{ book: BOOK, id: 9n, currency: 'USDT', network: 'tron', addressId: 7n, address: addressRow.address },
    ...{ amount: amount('100'), fee: amount('0.1'), status: 'under_review', reason: null, version: 1 },
    ...{
      requestedMs: WALL - HOUR_MS,
      deadlineMs: WALL + 23 * HOUR_MS,
      hold: null,
      holds: 0,
      needsSecond: false,
    },
    ...{ firstBy: null, secondBy: null, approvedMs: null },
    ...{ paidReference: null, decidedBy: null, decidedMs: null },
    ...change,
  };
}

export const usdtTerms: WithdrawalTerms = {
  open: true,
  min: amount('30'),
  max: amount('200000'),
  dayMax: amount('500000'),
  feeRate: amount('0.001'),
  twoFrom: amount('10000'),
};

export type World = {
  readonly gate: Partial<Gate>;
  readonly free: Readonly<Record<string, string>>;
  readonly addresses: readonly AddressRow[];
  readonly asked: Lately['asked'];
  readonly rows: readonly WithdrawalRow[];
  /** People who have a conflict of interest with the customer. */
  readonly tied: readonly string[];
  /** People who verified the customer or credited money to them. */
  readonly letIn: readonly string[];
  readonly booksHold: boolean;
  readonly payout: PayoutRow | undefined;
  readonly failing: FailingRow | undefined;
  readonly custody: string;
};

const usual: World = {
  gate: {},
  free: { USDT: '1000' },
  addresses: [addressRow],
  asked: [],
  rows: [],
  tied: [],
  letIn: [],
  booksHold: true,
  payout: undefined,
  failing: undefined,
  custody: '1000000',
};

export function factsOf(change: Partial<World> = {}): Facts {
  const world = { ...usual, ...change };
  const rowsOf = (table: unknown): readonly { readonly id: bigint }[] => {
    if (table === gates) return [{ ...openGate, ...world.gate }];
    if (table === withdrawalAddresses) return world.addresses;
    if (table === withdrawals) return world.rows;
    if (table === lately) return [{ book: BOOK, id: 0n, asked: world.asked } as Lately];
    if (table === payouts) return world.payout === undefined ? [] : [world.payout];
    if ((table as { name: string }).name === 'customer_tie')
      return [{ id: 0n, persons: world.tied } as { id: bigint }];
    if ((table as { name: string }).name === 'customer_duty')
      return [{ id: 0n, persons: world.letIn } as { id: bigint }];
    if (table === failings) return world.failing === undefined ? [] : [world.failing];
    if ((table as { name: string }).name === 'customer_cap')
      return [{ id: 0n, state: capsFar } as { id: bigint }];
    if ((table as { name: string }).name === 'books_pause')
      return [{ id: 0n, holds: world.booksHold } as { id: bigint }];
    throw new Error(`expected rows of ${(table as { name: string }).name}, found none`);
  };
  const open = (table: { readonly isOpen: (row: never) => boolean }) =>
    rowsOf(table).filter((row) => table.isOpen(row as never));
  return {
    book: BOOK,
    nowMs: WALL - 5,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: (account, currency) => (account === 'spot' ? amount(world.free[currency] ?? '0') : 0n),
    balances: () => [],
    houseHas: (account, _, needed) => account !== 'custody' || amount(world.custody) >= needed,
    ...unshared,
    row: (table, id) => rowsOf(table).find((row) => row.id === id) as never,
    openRows: (table) => open(table) as never,
    openCount: (table) => open(table).length,
    counter: (name) => {
      throw new Error(`expected a counter ${name}, found none`);
    },
    head: () => undefined,
    newId: () => 42n,
  };
}

type Written = Omit<Effects<unknown>, 'answer'>;

/** Formats journals as "withdrawal_hold: spot USDT -100, spot_frozen USDT 100". Throws if one doesn't sum to zero. */
export function journals({ journals: written = [] }: Written): string[] {
  return written.map(({ kind, postings }) => {
    const sum = postings.reduce((total, posting) => total + posting.amount, 0n);
    if (sum !== 0n) throw new Error(`expected journal ${kind} to sum to zero, found ${sum}`);
    const lines = postings.map(
      ({ account, currency, amount: moved }) => `${account} ${currency} ${formatAmount(moved)}`,
    );
    return `${kind}: ${lines.join(', ')}`;
  });
}

export function rowAfter({ puts = [] }: Written): WithdrawalRow {
  const [only, ...more] = puts;
  if (only === undefined || more.length > 0)
    throw new Error(`expected one written row, found ${puts.length}`);
  return only.row as WithdrawalRow;
}

/** Returns the rows that a decision appends to a log: "audit", "notice", "payout". */
export function appended({ appends = [] }: Written, log: string): Record<string, unknown>[] {
  return appends.filter((one: Append) => one.table.name === log).map(({ row }) => row as never);
}
