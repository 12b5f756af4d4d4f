/**
 * The amounts that the house accounts could not pay when positions closed: one debt per closing. Debts are paid before the
 * house accounts accept new positions.
 */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { amount, bigint, key, text, whole } from '../commands/fields.ts';
import { of, put } from '../commands/command.ts';
import type { Decision, Effects, Facts, Put } from '../commands/command.ts';
import { table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';
import { Payer } from './payer.ts';

export const houseDebts = table(
  'house_debt',
  {
    /** The id of the row is the number of the closing's journal. */
    ...key,
    position: bigint().fixed(),
    /** The account that the margin came from and that the debt is paid to. */
    collateral: text<'contract' | 'promo'>().fixed(),
    amount: amount().fixed(),
    paid: amount(),
    status: text<'owed' | 'paid' | 'ended'>(),
    createdMs: whole().fixed(),
    updatedMs: whole(),
  },
  { open: { status: ['owed'] } },
);

export type HouseDebt = RowOf<typeof houseDebts>;

const OWED = 'house_owed';

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

/** Pays a customer's debts, oldest first, until the house accounts' money is used up. Debts from credit are paid as credit. */
export function decidePaying(_: Record<string, never>, facts: Facts): Decision<{ paid: boolean }, never> {
  const payer = new Payer(facts);
  const debts = facts.openRows(houseDebts).sort((one, other) => (one.id < other.id ? -1 : 1));
  const all = debts.flatMap((debt) => {
    const { paid, postings } = payer.pay(debt.amount - debt.paid);
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

/** A customer who starts over forfeits all debts, including debts from the closings that starting over causes. */
export function forgiven(effects: WithoutAnswer, before: readonly HouseDebt[]): WithoutAnswer {
  const { puts = [], counts = [] } = effects;
  const isDebt = (written: Put) => written.table === of(houseDebts);
  const made = puts.flatMap((one) => (isDebt(one) ? [one.row as HouseDebt] : []));
  const debts = [...before, ...made];
  if (debts.length === 0) return effects;
  const by = debts.reduce((sum, debt) => sum + debt.amount - debt.paid, 0n);
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

/** Debts from credit are paid back as credit, so the credit must not expire before they are paid. */
export const debtsCreditStakes = {
  open: of(houseDebts),
  atStake: (facts: Facts): Amount =>
    facts
      .openRows(houseDebts)
      .filter(({ collateral }) => collateral === 'promo')
      .reduce((sum, debt) => sum + debt.amount - debt.paid, 0n),
};

export const debtsStartOver = {
  open: of(houseDebts),
  end: (facts: Facts) =>
    forgiven(
      {},
      facts.openRows(houseDebts).map((debt) => ({ ...debt, updatedMs: facts.nowMs })),
    ),
};
