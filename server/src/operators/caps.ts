/**
 * Limits the amounts that an operator, and all operators of a role together, may credit, pay out or grant within any twenty-four
 * hours. The database sums the approvals and rejects an amount that exceeds a cap (`operator_cap`). The check here tells the
 * operator the reason and the remaining amount.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { valuePaid } from '@candor/domain/money/rounding.ts';
import type { capKinds } from '@candor/protocol/oversight/console.ts';
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { bigint, json } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { Pool } from '../db/pool.ts';

export type CapKind = (typeof capKinds)[number];

/** A row of the view; person "" stands for the role's total. */
export type CapState = {
  readonly used: readonly {
    readonly kind: string;
    readonly role: string;
    readonly person: string;
    readonly usdt: string;
  }[];
  readonly caps: readonly {
    readonly kind: string;
    readonly role: string;
    readonly operator: string;
    readonly all: string;
  }[];
  readonly bids: Readonly<Record<string, string>>;
};

const caps = view(
  'customer_cap',
  {
    book: bigint(),
    state: json<CapState>().personal(({ used, ...figures }, pseudonym) => ({
      ...figures,
      used: used.map((one) => ({ ...one, person: one.person === '' ? '' : pseudonym(one.person) })),
    })),
  },
  { id: 0n },
);

/** The fact that a command needs if an operator credits, pays out or grants money with it. */
export const capNeed = { table: of(caps), id: 0n };

/** Reads the caps for display only. */
export async function capStateOf(pool: Pick<Pool, 'query'>): Promise<CapState> {
  const found = await pool.query<{ state: string }>('select s.state from cap_state s');
  const state = found.rows[0]?.state;
  if (state === undefined)
    throw new Error('expected a state of the daily caps from the database, found none');
  return JSON.parse(state) as CapState;
}

export type Who = { readonly role: string; readonly person: string };

/**
 * Returns the amount that remains under both the operator's own cap and the role's cap, or undefined if the role has no cap of
 * this kind.
 */
export function leftOf(
  { used, caps: figures }: CapState,
  { role, person }: Who,
  kind: CapKind,
): { readonly own: Amount; readonly cap: Amount; readonly left: Amount } | undefined {
  const cap = figures.find((one) => one.kind === kind && one.role === role);
  if (cap === undefined) return undefined;
  const sum = (matches: (one: CapState['used'][number]) => boolean): Amount =>
    used
      .filter((one) => one.kind === kind && matches(one))
      .reduce<Amount>((all, { usdt }) => all + fromNumeric(usdt), 0n);
  const own = sum((one) => one.person === person);
  const most = fromNumeric(cap.operator);
  const leftOfRole = fromNumeric(cap.all) - sum((one) => one.role === role && one.person === '');
  const left = most - own < leftOfRole ? most - own : leftOfRole;
  return { own, cap: most, left: left < 0n ? 0n : left };
}

export type Word = {
  readonly operator: Who;
  readonly kind: CapKind;
  readonly currency: string;
  readonly amount: Amount;
  /** A value by another measure, which is used instead if it is higher. */
  readonly atLeast?: Amount;
};

/**
 * Returns the violation of an amount that exceeds what the operator may still approve today. The payment provider isn't an
 * operator and has no cap.
 */
export function capViolation(facts: Facts, { operator, kind, currency, amount, atLeast = 0n }: Word) {
  if (operator.role === 'provider') return undefined;
  const state = facts.row(caps, 0n)?.state;
  if (state === undefined)
    throw new Error(`expected the daily caps for book ${facts.book} to be gathered, found none`);
  const bid = fromNumeric(state.bids[currency] ?? '0');
  const now = currency === 'USDT' ? amount : valuePaid(amount, bid);
  const worth = now > atLeast ? now : atLeast;
  const left = leftOf(state, operator, kind)?.left ?? 0n;
  return worth > left
    ? refuse('day_cap_reached', { params: { worth: formatAmount(worth), left: formatAmount(left) } })
    : undefined;
}
