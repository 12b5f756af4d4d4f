/**
 * Gates are the conditions that a customer must meet for an action; all of them are in this file. A command reads the customer's
 * gate while it holds the book's lock, so that nothing opens while the customer is being frozen or self-excluded, and calls
 * `gateViolation`. The app decides which screen resolves a refusal.
 */
import type { JurisdictionMode, Product, Profile } from '@candor/domain/policy/jurisdiction.ts';
import { profileFor } from '@candor/domain/policy/jurisdiction.ts';
import type { StoppedProduct } from '@candor/protocol/stops/targets.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { flag, key, text, whole } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';
import type { Pool } from '../db/pool.ts';

/** A book has one row in `customer_gate`. */
const GATE_ID = 0n;

/** The state that gates depend on, as of the book's lock. Times are in milliseconds of the wall clock. */
export const gates = view('customer_gate', {
  ...key,
  status: text<'active' | 'frozen' | 'locked' | 'closed'>(),
  kycStatus: text<'not_started' | 'under_review' | 'approved' | 'rejected'>(),
  /** The country of the verified document. */
  country: text().orNull(),
  leverEnabled: flag(),
  hasTradingPassword: flag(),
  hasBankCard: flag(),
  securityChangedMs: whole().orNull(),
  timeOutUntilMs: whole().orNull(),
  excludedUntilMs: whole().orNull(),
});

export type Gate = RowOf<typeof gates>;

/** The fact that a command with a gate needs. */
export const gateNeed = { table: of(gates), id: GATE_ID };

/** Returns the gate. Every book that trades has one. */
export function gateOf(facts: Facts): Gate {
  const gate = facts.row(gates, GATE_ID);
  if (gate === undefined)
    throw new Error(`expected book ${facts.book} to have a customer whose gate was gathered, found none`);
  return gate;
}

export type Action =
  | 'spot_buy'
  | 'spot_sell'
  | 'lever_apply'
  | 'lever_open'
  | 'lever_add'
  | 'option_open'
  | 'transfer'
  | 'close'
  | 'cancel'
  | 'protect'
  | 'withdraw'
  | 'deposit'
  | 'exchange'
  | 'fund_join'
  | 'loan_apply'
  | 'loan_repay'
  | 'address_book'
  | 'credit_convert'
  | 'promotion';

export type GateAt = {
  /** Wall clock, in milliseconds. */
  readonly nowMs: number;
  readonly jurisdictions: JurisdictionMode;
  /** Required for actions that several products share. */
  readonly product?: Product;
  /** Forex and metals are settled through a bank card. */
  readonly forex?: boolean;
};

/** Withdrawals are held for this long after a change of the account's security settings. */
export const WITHDRAWAL_HOLD_MS = 86_400_000;

type Asked = GateAt & { readonly gate: Gate; readonly profile: Profile };
type Violation<Code extends string> = { readonly ok: false; readonly refusal: Refusal<Code> };
type Check<Code extends string> = (asked: Asked) => Violation<Code> | undefined;

/** Returns a refusal with an end in seconds, rounded up, so that the restriction is over by then. */
function until<Code extends string>(code: Code, untilMs: number): Violation<Code> {
  return refuse(code, { params: { until: Math.ceil(untilMs / 1000).toString() } });
}

const standing: Check<'account_frozen' | 'account_locked'> = ({ gate }) => {
  if (gate.status === 'active') return undefined;
  return refuse(gate.status === 'frozen' ? 'account_frozen' : 'account_locked');
};
/** Exclusion is reported first, even if a time-out lasts longer. */
const pause: Check<'self_excluded' | 'timed_out'> = ({ gate, nowMs }) => {
  const { excludedUntilMs, timeOutUntilMs } = gate;
  if (excludedUntilMs !== null && excludedUntilMs > nowMs) return until('self_excluded', excludedUntilMs);
  if (timeOutUntilMs !== null && timeOutUntilMs > nowMs) return until('timed_out', timeOutUntilMs);
  return undefined;
};
/** Checks that the product named by the caller is offered or, if the caller names none, that one of these is. */
const offered =
  (...products: readonly Product[]): Check<'product_not_offered'> =>
  ({ product, profile }) => {
    const wanted = product === undefined ? products : [product];
    return wanted.some((one) => profile.products.includes(one)) ? undefined : refuse('product_not_offered');
  };
const credited: Check<'product_not_offered'> = ({ profile }) =>
  profile.credit ? undefined : refuse('product_not_offered');
const verified: Check<'verification_needed'> = ({ gate }) =>
  gate.kycStatus === 'approved' ? undefined : refuse('verification_needed');
const leverage: Check<'lever_not_enabled'> = ({ gate }) =>
  gate.leverEnabled ? undefined : refuse('lever_not_enabled');
const tradingPassword: Check<'trading_password_missing'> = ({ gate }) =>
  gate.hasTradingPassword ? undefined : refuse('trading_password_missing');
const bankCard: Check<'bank_card_missing'> = ({ gate }) =>
  gate.hasBankCard ? undefined : refuse('bank_card_missing');
const bankCardOfForex: Check<'bank_card_missing'> = (asked) =>
  asked.forex === true ? bankCard(asked) : undefined;
const untouched: Check<'withdrawals_held'> = ({ gate, nowMs }) => {
  const heldMs = (gate.securityChangedMs ?? -Infinity) + WITHDRAWAL_HOLD_MS;
  return heldMs > nowMs ? until('withdrawals_held', heldMs) : undefined;
};

/**
 * Every action with its gates, in the order in which they are evaluated. Closing, cancelling and protecting have none: customers
 * may always close their positions and orders.
 */
const GATES = {
  close: [],
  cancel: [],
  protect: [],
  spot_buy: [standing, pause, offered('spot')],
  spot_sell: [standing],
  exchange: [standing],
  transfer: [standing],
  credit_convert: [standing],
  // A promotion must not tempt customers who have excluded themselves from trading.
  promotion: [standing, pause, credited],
  lever_apply: [standing, pause, offered('contracts', 'forex'), verified],
  lever_open: [standing, pause, offered('contracts', 'forex'), leverage, bankCardOfForex],
  lever_add: [standing, pause],
  option_open: [standing, pause, offered('options'), bankCardOfForex],
  deposit: [standing, pause],
  withdraw: [standing, verified, tradingPassword, bankCard, untouched],
  fund_join: [standing, pause, offered('fund'), verified],
  loan_apply: [standing, offered('loans'), verified],
  // Interest accrues daily, so no customer is prevented from repaying a loan, not even a frozen one.
  loan_repay: [tradingPassword],
  address_book: [standing, tradingPassword],
} satisfies Readonly<Record<Action, readonly Check<string>[]>>;

type ViolationOf<Wanted extends Action> = NonNullable<ReturnType<(typeof GATES)[Wanted][number]>>;

/** Returns the first violation, or undefined if the action is allowed. */
export function gateViolation<Wanted extends Action>(
  gate: Gate,
  action: Wanted,
  at: GateAt,
): ViolationOf<Wanted> | undefined {
  const asked: Asked = { ...at, gate, profile: profileOf(gate, at.jurisdictions) };
  for (const check of GATES[action] as readonly Check<never>[]) {
    const violation = check(asked);
    if (violation !== undefined) return violation as ViolationOf<Wanted>;
  }
  return undefined;
}

/**
 * Returns the violation of opening or buying anything while the books are being checked after an invariant was violated. Existing
 * orders and positions can still be closed.
 */
export function cancelOnlyViolation(facts: Pick<Facts, 'cancelOnly'>) {
  return facts.cancelOnly ? refuse('trading_paused') : undefined;
}

/** What would be opened. */
export type Opening = {
  readonly product: StoppedProduct;
  /** The instrument, if the product has instruments. */
  readonly symbol?: string;
  /** The entry that fires a waiting order. If it was made before the stop began, the order still opens at it. */
  readonly entry?: { readonly timeMs: number };
};

/**
 * Returns the violation of opening something while operators have stopped its product or its instrument. It concerns both sides
 * alike; what is open can be closed, reduced and protected.
 */
export function stopViolation({ product, symbol, entry }: Opening, facts: Pick<Facts, 'stops'>) {
  const stop = facts.stops.find(
    ({ target, sinceMarketMs }) =>
      (target === `product:${product}` || target === `instrument:${symbol}`) &&
      (entry === undefined || entry.timeMs >= sinceMarketMs),
  );
  if (stop === undefined) return undefined;
  const params = { stopped: stop.target, until: Math.ceil(stop.untilMs / 1000).toString() };
  return refuse('opening_stopped', { params });
}

/** Returns the violation of letting money out while operators have stopped payouts. */
export function payoutStopViolation({ stops }: Pick<Facts, 'stops'>) {
  const stop = stops.find(({ target }) => target === 'payouts');
  return stop === undefined ? undefined : until('payouts_stopped', stop.untilMs);
}

/** Returns the violation of an action that depends on neither a country nor a product. */
export function standingViolation(facts: Facts, wanted: 'transfer' | 'credit_convert') {
  return gateViolation(gateOf(facts), wanted, { nowMs: facts.wallMs, jurisdictions: 'country' });
}

export function profileOf(
  { country, kycStatus }: Pick<Gate, 'country' | 'kycStatus'>,
  mode: JurisdictionMode,
): Profile {
  return profileFor(mode, { country, verified: kycStatus === 'approved' });
}

/** Reads the gate for display only. A command reads the gate while it holds the book's lock. */
export async function readGateOf(db: Pick<Pool, 'query'>, customer: bigint): Promise<Gate> {
  const found = await db.query<Record<string, string | null>>({
    name: 'gate-of',
    text: 'select * from customer_gate where book = $1',
    values: [customer],
    types: { getTypeParser: () => (value: string) => value },
  });
  const raw = found.rows[0];
  if (raw === undefined)
    throw new Error(`expected customer ${customer} of a session to have a row, found none`);
  return gates.read(raw);
}

/** Reads the profile for display only. */
export async function readProfile(
  db: Pick<Pool, 'query'>,
  customer: bigint,
  mode: JurisdictionMode,
): Promise<Profile> {
  return profileOf(await readGateOf(db, customer), mode);
}

/** Returns the customer's profile, products and warnings in the form in which API calls return them. */
export function jurisdictionOf(
  customer: Pick<Gate, 'country' | 'kycStatus'>,
  mode: JurisdictionMode,
): { profile: string; products: Product[]; warnings: Profile['warnings'][number][] } {
  const { name, products, warnings } = profileOf(customer, mode);
  return { profile: name, products: [...products], warnings: [...warnings] };
}
