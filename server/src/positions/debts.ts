/** What the house could not pay when a position closed: a row a closing, paid before anything new is promised. */
import { journal } from '@candor/domain/ledger/journal.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../commands/columns.ts';
import { of, put } from '../commands/command.ts';
import type { Decision, Effects, Facts, Put } from '../commands/command.ts';
import type { RowTable } from '../commands/table.ts';
import { Purse } from './purse.ts';

export type HouseDebt = {
  readonly book: bigint;
  /** The number of the closing's journal. */
  readonly id: bigint;
  readonly position: bigint;
  /** Where its margin came from, and what is owed goes to. */
  readonly collateral: 'contract' | 'promo';
  readonly amount: Amount;
  readonly paid: Amount;
  readonly status: 'owed' | 'paid' | 'ended';
  readonly createdMs: number;
  readonly updatedMs: number;
};

export const houseDebts: RowTable<HouseDebt> = {
  name: 'house_debt',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(whole('position', (row) => row.position)),
    fixed(word('collateral', (row) => row.collateral)),
    fixed(amountColumn('amount', (row) => row.amount)),
    amountColumn('paid', (row) => row.paid),
    word('status', (row) => row.status),
    fixed(whole('created_ms', (row) => row.createdMs)),
    whole('updated_ms', (row) => row.updatedMs),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'owed'`,
  isOpen: (row) => row.status === 'owed',
  read: (raw) => {
    const { text } = valuesOf(raw);
    return {
      book: BigInt(text('book')),
      id: BigInt(text('id')),
      position: BigInt(text('position')),
      collateral: text('collateral') as HouseDebt['collateral'],
      amount: fromNumeric(text('amount')),
      paid: fromNumeric(text('paid')),
      status: text('status') as HouseDebt['status'],
      createdMs: Number(text('created_ms')),
      updatedMs: Number(text('updated_ms')),
    };
  },
};

/** The counter of all that is owed. */
const OWED = 'house_owed';

/** What a closing writes of what could not be paid. */
export function owing(
  at: Pick<HouseDebt, 'position' | 'collateral'> & { readonly journalSeq: bigint; readonly owed: Amount },
  facts: Facts,
): Pick<Effects<never>, 'puts' | 'counts' | 'owes'> {
  if (at.owed === 0n) return {};
  const debt: HouseDebt = {
    book: facts.book,
    id: at.journalSeq,
    position: at.position,
    collateral: at.collateral,
    amount: at.owed,
    paid: 0n,
    status: 'owed',
    createdMs: facts.nowMs,
    updatedMs: facts.nowMs,
  };
  return { puts: [put(houseDebts, debt)], counts: [{ counter: OWED, by: at.owed }], owes: true };
}

/** Pays what one customer is owed, the oldest first, as far as the house's money goes; what is owed of credit is credit again. */
export function decidePaying(_: Record<string, never>, facts: Facts): Decision<{ paid: boolean }, never> {
  const purse = new Purse(facts);
  const debts = facts.openRows(houseDebts).sort((one, other) => (one.id < other.id ? -1 : 1));
  const all = debts.flatMap((debt) => {
    const { paid, postings } = purse.pay(debt.amount - debt.paid);
    if (paid === 0n) return [];
    const after = debt.paid + paid;
    const row: HouseDebt = {
      ...debt,
      paid: after,
      status: after === debt.amount ? 'paid' : 'owed',
      updatedMs: facts.nowMs,
    };
    const lines = [...postings, { account: debt.collateral, currency: 'USDT', amount: paid } as const];
    return [{ row, paid, entry: journal('debt_payment', `house_debt:${debt.id}`, lines) }];
  });
  return ok({
    answer: { paid: all.length > 0 },
    journals: all.map(({ entry }) => entry),
    puts: all.map(({ row }) => put(houseDebts, row)),
    counts: all.map(({ paid }) => ({ counter: OWED, by: -paid })),
  });
}

type WithoutAnswer = Omit<Effects<never>, 'answer'>;

/** Whoever starts over gives everything back, what they are owed too: by the closings that end with it, and before. */
export function forgiven(effects: WithoutAnswer, before: readonly HouseDebt[]): WithoutAnswer {
  const { puts = [], counts = [] } = effects;
  const isDebt = ({ table }: Put) => table === of(houseDebts);
  const made = puts.flatMap((one) => (isDebt(one) ? [one.row as HouseDebt] : []));
  const debts = [...before, ...made];
  if (debts.length === 0) return effects;
  const by = debts.reduce((sum, { amount, paid }) => sum + amount - paid, 0n);
  return {
    ...effects,
    puts: [
      ...puts.filter((one) => !isDebt(one)),
      ...debts.map((debt) => put(houseDebts, { ...debt, status: 'ended' } as const)),
    ],
    counts: [...counts, { counter: OWED, by: -by }],
    owes: false,
  };
}

/** What is owed of credit comes back to it, so until then no credit ends. */
export const debtsCreditStakes = {
  open: of(houseDebts),
  atStake: (facts: Facts): Amount =>
    facts
      .openRows(houseDebts)
      .filter(({ collateral }) => collateral === 'promo')
      .reduce((sum, { amount, paid }) => sum + amount - paid, 0n),
};

/** The part of debts in starting over. */
export const debtsStartOver = {
  open: of(houseDebts),
  end: (facts: Facts) =>
    forgiven(
      {},
      facts.openRows(houseDebts).map((debt) => ({ ...debt, updatedMs: facts.nowMs })),
    ),
};
