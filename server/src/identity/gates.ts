/**
 * THE place of the gates: what a customer has to be, to have or not to have for what they want to do. A command gathers the
 * customer's gate under the lock of the book, so that nothing opens while somebody is being frozen, or excludes themselves,
 * and asks `gateViolation`. Which screen resolves a refusal is the app's to know.
 */
import type { JurisdictionMode, Product, Profile } from '@candor/domain/policy/jurisdiction.ts';
import { profileFor } from '@candor/domain/policy/jurisdiction.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { flag, key, text, whole } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';
import type { Pool } from '../db/pool.ts';

/** The one row of a book in `customer_gate`. */
const GATE_ID = 0n;

/** What decides, as it stands under the book's lock. Times are the wall clock's, in milliseconds. */
export const gates = view('customer_gate', {
  ...key,
  status: text<'active' | 'frozen' | 'locked' | 'closed'>(),
  kycStatus: text<'not_started' | 'under_review' | 'approved' | 'rejected'>(),
  /** Of the verified document. */
  country: text().orNull(),
  leverEnabled: flag(),
  hasTradingPassword: flag(),
  hasBankCard: flag(),
  securityChangedMs: whole().orNull(),
  timeOutUntilMs: whole().orNull(),
  excludedUntilMs: whole().orNull(),
});

export type Gate = RowOf<typeof gates>;

/** The need of every command that asks a gate. */
export const gateNeed = { table: of(gates), id: GATE_ID };

/** The gate of the book's customer; a book that trades has one. */
export function gateOf(facts: Facts): Gate {
  const gate = facts.row(gates, GATE_ID);
  if (gate === undefined) throw new Error(`book ${facts.book} has no customer, or the gate was not gathered`);
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
  /** Wall clock, milliseconds. */
  readonly nowMs: number;
  readonly jurisdictions: JurisdictionMode;
  /** What is wanted, where an action is of several products. */
  readonly product?: Product;
  /** Forex and metals are settled over a bank card. */
  readonly forex?: boolean;
};

/** A withdrawal waits so long after whoever has the account changed how it is kept safe. */
export const WITHDRAWAL_HOLD_MS = 86_400_000;

type Asked = GateAt & { readonly gate: Gate; readonly profile: Profile };
type Violation<Code extends string> = { readonly ok: false; readonly refusal: Refusal<Code> };
type Check<Code extends string> = (asked: Asked) => Violation<Code> | undefined;

/** A moment as a refusal quotes it, in seconds; up, so that it is over by then. */
function until<Code extends string>(code: Code, untilMs: number): Violation<Code> {
  return refuse(code, { params: { until: Math.ceil(untilMs / 1000).toString() } });
}

const standing: Check<'account_frozen' | 'account_locked'> = ({ gate }) => {
  if (gate.status === 'active') return undefined;
  return refuse(gate.status === 'frozen' ? 'account_frozen' : 'account_locked');
};
/** What customers decided to keep themselves from. Whichever of the two is longer, exclusion is named first. */
const pause: Check<'self_excluded' | 'timed_out'> = ({ gate, nowMs }) => {
  const { excludedUntilMs, timeOutUntilMs } = gate;
  if (excludedUntilMs !== null && excludedUntilMs > nowMs) return until('self_excluded', excludedUntilMs);
  if (timeOutUntilMs !== null && timeOutUntilMs > nowMs) return until('timed_out', timeOutUntilMs);
  return undefined;
};
/** One of these products has to be offered; where the caller says which, that one. */
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
 * Every action with its gates, in the order in which they are asked. Closing, cancelling and protecting pass always: what
 * is open is its owner's to end, whatever else they may not do.
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
  // Nobody who keeps themselves from trading is given a reason to begin again.
  promotion: [standing, pause, credited],
  lever_apply: [standing, pause, offered('contracts', 'forex'), verified],
  lever_open: [standing, pause, offered('contracts', 'forex'), leverage, bankCardOfForex],
  lever_add: [standing, pause],
  option_open: [standing, pause, offered('options'), bankCardOfForex],
  deposit: [standing, pause],
  withdraw: [standing, verified, tradingPassword, bankCard, untouched],
  fund_join: [standing, pause, offered('fund'), verified],
  loan_apply: [standing, offered('loans'), verified],
  // What is owed costs more each day, so nobody is kept from ending that, also not by being frozen.
  loan_repay: [tradingPassword],
  address_book: [standing, tradingPassword],
} satisfies Readonly<Record<Action, readonly Check<string>[]>>;

type ViolationOf<Wanted extends Action> = NonNullable<ReturnType<(typeof GATES)[Wanted][number]>>;

/** Why a customer may not do something now; undefined when nothing speaks against it. */
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

/** The same of what no country and no product bars. */
export function standingViolation(facts: Facts, wanted: 'transfer' | 'credit_convert') {
  return gateViolation(gateOf(facts), wanted, { nowMs: facts.wallMs, jurisdictions: 'country' });
}

/** What counts for a customer of the jurisdiction policy. */
export function profileOf(
  { country, kycStatus }: Pick<Gate, 'country' | 'kycStatus'>,
  mode: JurisdictionMode,
): Profile {
  return profileFor(mode, { country, verified: kycStatus === 'approved' });
}

/** The gate as it stands, for what is shown; what is done reads it under the book's lock. */
export async function readGateOf(db: Pick<Pool, 'query'>, customer: bigint): Promise<Gate> {
  const found = await db.query<Record<string, string | null>>({
    name: 'gate-of',
    text: 'select * from customer_gate where book = $1',
    values: [customer],
    types: { getTypeParser: () => (value: string) => value },
  });
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`customer ${customer} has a session but no row`);
  return gates.read(raw);
}

/** What counts for a customer now, for what is shown. */
export async function readProfile(
  db: Pick<Pool, 'query'>,
  customer: bigint,
  mode: JurisdictionMode,
): Promise<Profile> {
  return profileOf(await readGateOf(db, customer), mode);
}

/** What is offered to a customer, as calls tell it. */
export function jurisdictionOf(
  customer: Pick<Gate, 'country' | 'kycStatus'>,
  mode: JurisdictionMode,
): { profile: string; products: Product[]; warnings: Profile['warnings'][number][] } {
  const { name, products, warnings } = profileOf(customer, mode);
  return { profile: name, products: [...products], warnings: [...warnings] };
}
