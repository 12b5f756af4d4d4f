/**
 * Own limits as rows that a command reads under the book's lock. Whoever stakes, opens, adds margin, closes, settles or
 * deposits hands in what moved, and gets back the limits as that leaves them; so many at once, and several in one batch, count exactly.
 * A book without limits costs nothing but the look.
 */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import { limitViolation, moveLimit } from '@candor/domain/policy/own-limit.ts';
import type { Movement, OwnLimit, ExposureDay } from '@candor/domain/policy/own-limit.ts';
import { of, put } from '../commands/command.ts';
import type { Decision, Facts, Put } from '../commands/command.ts';
import { amount, bigint, group, key, text, told, whole } from '../commands/fields.ts';
import { table, view } from '../commands/table.ts';
import type { RowOf, RowTable } from '../commands/table.ts';

export const ownLimits = table(
  'own_limit',
  {
    ...key,
    kind: text<OwnLimit['kind']>().fixed(),
    period: text<OwnLimit['period']>().fixed(),
    /** Null: none. */
    amount: amount().orNull(),
    /** What counts from an instant on; a null amount is none. */
    pending: group({ fromMs: whole(), amount: amount().orNull() }).orNull(),
    /** What counted in the period that began at `periodStartMs`; of losses below zero when more came back. */
    used: amount(),
    periodStartMs: whole(),
  },
  // One that was taken away counts nothing; set again, it begins with what history says.
  { openIf: { where: 't.amount is not null', is: (row) => row.amount !== null } },
);

export type OwnLimitRow = RowOf<typeof ownLimits>;

/** The one row of a book in `own_history`. */
export const OWN_HISTORY_ID = 0n;

type RawDay = { day: number; staked: string; open: string; result: string; deposited: string };

/** What a customer's own money did, day by day. */
export const ownHistories = view('own_history', {
  ...key,
  /** The number of the book when this was read. */
  seq: bigint(),
  days: told((days: readonly RawDay[]): readonly ExposureDay[] =>
    days.map(({ day, staked, open, result, deposited }) => ({
      day,
      staked: fromNumeric(staked),
      open: fromNumeric(open),
      result: fromNumeric(result),
      deposited: fromNumeric(deposited),
    })),
  ),
});

export type OwnHistory = RowOf<typeof ownHistories>;

/** The need of every command that puts money at stake, or brings some back. */
export const ownLimitsNeed = of(ownLimits);

/** How a table's rows are told as exposures: what of a row's change counts, nothing of one that credit paid for. */
export type Exposures<Row> = {
  readonly table: RowTable<Row>;
  readonly movementOf: (before: Row | undefined, after: Row) => Movement | undefined;
};

/** Makes the exposures of a table fit among those of others. */
export function exposuresOf<Row>(exposures: Exposures<Row>): Exposures<never> {
  return exposures as unknown as Exposures<never>;
}

type Written = { readonly puts?: readonly Put[] };

type Decide<Input, Answer, Code extends string> = (input: Input, facts: Facts) => Decision<Answer, Code>;

/** Counts what a decision ends or gives back. No limit keeps anybody from ending something. */
export function countingLimits<Input, Answer, Code extends string>(
  decide: Decide<Input, Answer, Code>,
  exposures: readonly Exposures<never>[],
): Decide<Input, Answer, Code> {
  return (input, facts) => {
    const decided = decide(input, facts);
    return decided.ok ? { ok: true, value: counted(decided.value, facts, exposures) } : decided;
  };
}

/** Counts what a decision puts at stake, and refuses what would exceed a limit; `field` is the one that says how much. */
export function withinLimits<Input, Answer, Code extends string>(
  decide: Decide<Input, Answer, Code>,
  { exposures, field }: { readonly exposures: readonly Exposures<never>[]; readonly field: string },
): Decide<Input, Answer, Code | 'own_limit_reached'> {
  return (input, facts) => {
    const decided = decide(input, facts);
    const limits = decided.ok ? facts.openRows(ownLimits) : [];
    if (!decided.ok || limits.length === 0) return decided;
    const moved = movedBy(decided.value, limits, { facts, exposures });
    if (moved === undefined) return decided;
    const violation = limitViolation(limits, moved, { nowMs: facts.wallMs, field });
    return violation ?? { ok: true, value: withLimits(decided.value, moved) };
  };
}

/** Effects with the limits as they leave them. */
export function counted<Effects extends Written>(
  effects: Effects,
  facts: Facts,
  exposures: readonly Exposures<never>[],
): Effects {
  const limits = facts.openRows(ownLimits);
  const moved = limits.length === 0 ? undefined : movedBy(effects, limits, { facts, exposures });
  return moved === undefined ? effects : withLimits(effects, moved);
}

/** The limits as the rows that are to be written leave them; undefined when none of them is a exposure of own money. */
function movedBy(
  { puts = [] }: Written,
  limits: readonly OwnLimitRow[],
  { facts, exposures }: { facts: Facts; exposures: readonly Exposures<never>[] },
): OwnLimitRow[] | undefined {
  const movements = puts.flatMap(({ table: written, row }) => {
    const known = exposures.find((one) => one.table === written);
    if (known === undefined) return [];
    const before = facts.row(known.table, known.table.idOf(row as never));
    return known.movementOf(before, row as never) ?? [];
  });
  if (movements.length === 0) return undefined;
  return limits.map((limit) => moveLimit(limit, movements, facts.wallMs));
}

function withLimits<Effects extends Written>(effects: Effects, limits: readonly OwnLimitRow[]): Effects {
  return { ...effects, puts: [...(effects.puts ?? []), ...limits.map((limit) => put(ownLimits, limit))] };
}
