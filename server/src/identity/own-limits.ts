/**
 * Self-imposed limits, as rows that commands read while they hold the book's lock. A command that stakes, opens, adds margin,
 * closes, settles or deposits passes the amounts that it moves and gets back the updated limits, so that concurrent and batched
 * commands are counted exactly. A book without limits costs only the lookup.
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
    /** Null: unlimited. */
    amount: amount().orNull(),
    /** A change that takes effect later. A null amount removes the limit at that time. */
    pending: group({ fromMs: whole(), amount: amount().orNull() }).orNull(),
    /** The usage since `periodStartMs`. For a limit on losses, it is negative if the customer has gained. */
    used: amount(),
    periodStartMs: whole(),
  },
  // The usage of a limit that was removed is not tracked. If it is set again, its usage is computed from the
  // history.
  { openIf: { where: 't.amount is not null', is: (row) => row.amount !== null } },
);

export type OwnLimitRow = RowOf<typeof ownLimits>;

/** A book has one row in `own_history`. */
export const OWN_HISTORY_ID = 0n;

type RawDay = { day: number; staked: string; open: string; result: string; deposited: string };

/** The movements of a customer's own money, by day. */
export const ownHistories = view('own_history', {
  ...key,
  /** The sequence number of the book when it was read. */
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

/** The fact that a command needs if it puts money at stake or returns it. */
export const ownLimitsNeed = of(ownLimits);

/** How a change of a table's rows changes the exposure. Rows paid for with credit are excluded. */
export type Exposures<Row> = {
  readonly table: RowTable<Row>;
  readonly movementOf: (before: Row | undefined, after: Row) => Movement | undefined;
};

/** Erases the row's type, so that exposures of different tables can be in one list. */
export function exposuresOf<Row>(exposures: Exposures<Row>): Exposures<never> {
  return exposures as unknown as Exposures<never>;
}

type Written = { readonly puts?: readonly Put[] };

type Decide<Input, Answer, Code extends string> = (input: Input, facts: Facts) => Decision<Answer, Code>;

/**
 * Returns the command, counting the amounts that its decision closes or returns. No limit prevents a customer from closing a
 * position or order.
 */
export function countingLimits<Input, Answer, Code extends string>(
  decide: Decide<Input, Answer, Code>,
  exposures: readonly Exposures<never>[],
): Decide<Input, Answer, Code> {
  return (input, facts) => {
    const decided = decide(input, facts);
    return decided.ok ? { ok: true, value: counted(decided.value, facts, exposures) } : decided;
  };
}

/**
 * Returns the command, counting the amounts that its decision puts at stake. A decision that would exceed a limit becomes a
 * refusal that names `field`, the field of the amount.
 */
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

/** Returns the decision's effects together with the updated limits. */
export function counted<Effects extends Written>(
  effects: Effects,
  facts: Facts,
  exposures: readonly Exposures<never>[],
): Effects {
  const limits = facts.openRows(ownLimits);
  const moved = limits.length === 0 ? undefined : movedBy(effects, limits, { facts, exposures });
  return moved === undefined ? effects : withLimits(effects, moved);
}

/** Returns the limits after these rows are written, or undefined if none of the rows exposes the customer's own money. */
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
