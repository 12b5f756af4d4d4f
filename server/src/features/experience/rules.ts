/** Rules for experience credit: expiry, and conversion, which is limited by the fees that the customer paid. Pure. */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput, CallRefusal } from '@candor/protocol/calls.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import {
  EXPERIENCE_TURNOVER,
  activeCredit,
  changeCredit,
  experienceCredits,
  roomOf,
} from '../../identity/experience-credit.ts';
import { standingViolation } from '../../identity/gates.ts';
import type { ExperienceCredit } from '../../identity/experience-credit.ts';
import type { CreditStakes } from '../../platform/feature.ts';

/** How often an expired credit is checked while some of it is at stake. */
const LOOK_AGAIN_MS = 60_000;

export type Conversion = {
  readonly stakes: readonly CreditStakes[];
  /** Turnover and fees, and the credit that they were read for. Turnover and fees only grow, so the values are lower bounds. */
  readonly read: ({ readonly credit: bigint } & Traded) | undefined;
};

/** The customer's trading since a credit was granted. */
export type Traded = {
  /** Value turned over with the credit. */
  readonly turnover: Amount;
  /** Fees paid with the customer's own money. */
  readonly paid: Amount;
};

type Converted = CallOutput<'POST wallet/experience_convert'>;
type ConversionRefusal = CallRefusal<'POST wallet/experience_convert'> | 'account_frozen' | 'account_locked';

/** Returns the turnover required before this credit can be converted. */
export function turnoverNeeded({ amount }: Pick<ExperienceCredit, 'amount'>): Amount {
  return EXPERIENCE_TURNOVER * amount;
}

export function decideConversion(
  { stakes, read }: Conversion,
  facts: Facts,
): Decision<Converted, ConversionRefusal> {
  const barred = standingViolation(facts, 'credit_convert');
  if (barred !== undefined) return barred;
  const credit = activeCredit(facts);
  const free = facts.balance('promo', 'USDT');
  const atStake = creditAtStake(stakes, facts);
  if (credit === undefined || facts.nowMs >= credit.expiresMs || free + atStake === 0n) {
    const params = { needed: '0.00000001', currency: 'USDT', available: '0' };
    return refuse('credit_insufficient', { params });
  }
  // If a reset happened after the turnover was read, the customer has a new credit without turnover.
  const { turnover, paid } = read?.credit === credit.id ? read : { turnover: 0n, paid: 0n };
  const needed = turnoverNeeded(credit);
  if (turnover < needed && free + atStake <= credit.amount) {
    const params = { turnover: formatAmount(turnover), needed: formatAmount(needed) };
    return refuse('turnover_insufficient', { params });
  }
  // Otherwise the stake would be returned to a credit that is already closed.
  if (atStake > 0n) return refuse('open_trade_blocks');
  const sum = convertible(credit, { free, turnover, paid });
  if (sum === 0n) {
    const params = { paid: formatAmount(paid), converted: formatAmount(credit.converted) };
    return refuse('fees_insufficient', { params });
  }
  const converted = credit.converted + sum;
  return ok({
    answer: { amount: formatAmount(sum) },
    journals: [leaves('experience_convert', credit, { free: sum, to: 'spot' })],
    ...changeCredit(credit, {
      converted,
      ...(sum === free ? { status: 'converted', turnover, endedMs: facts.nowMs } : {}),
    }),
  });
}

/**
 * Returns the amount of a credit that can be converted now: its free part or, until the required turnover is reached, only the
 * profit above the grant. The amount is at most half of the fees that the customer has paid with their own money since the grant,
 * less earlier conversions.
 */
export function convertible(
  credit: ExperienceCredit,
  { free, turnover, paid }: { readonly free: Amount } & Traded,
): Amount {
  const open = turnover < turnoverNeeded(credit) ? free - credit.amount : free;
  const room = roomOf(credit, paid);
  if (open <= 0n) return 0n;
  return open < room ? open : room;
}

export type Expiry = {
  readonly id: bigint;
  readonly version: number;
  readonly stakes: readonly CreditStakes[];
  /** The tape entry at which the expiry came due. */
  readonly entry: TapeEntry;
};

/** Whether the credit was still awaiting this firing. */
type Fired = { readonly fired: boolean };

export function decideExpiry({ id, version, stakes, entry }: Expiry, facts: Facts): Decision<Fired, never> {
  const credit = facts.row(experienceCredits, id);
  if (credit === undefined || credit.status !== 'active' || credit.version !== version) {
    return ok({ answer: { fired: false } });
  }
  if (entry.timeMs < credit.dueMs)
    throw new FalselyFired(`credit ${id} was fired at ${entry.timeMs}, before its time`);
  const free = facts.balance('promo', 'USDT');
  const journals =
    free === 0n ? [] : [leaves('experience_expire', credit, { free, to: 'promotions' as const })];
  const written =
    creditAtStake(stakes, facts) > 0n
      ? changeCredit(credit, { dueMs: entry.timeMs + LOOK_AGAIN_MS, armedSeq: entry.seq })
      : changeCredit(credit, { status: 'expired', endedMs: Math.max(facts.nowMs, entry.timeMs) });
  return ok({ answer: { fired: true }, journals, ...written });
}

/** Returns the part of the credit that is margin, held for a resting order, or staked. */
function creditAtStake(stakes: readonly CreditStakes[], facts: Facts): Amount {
  return stakes.reduce((sum, { atStake }) => sum + atStake(facts), facts.balance('promo_frozen', 'USDT'));
}

function leaves(
  kind: 'experience_convert' | 'experience_expire',
  { id }: ExperienceCredit,
  { free, to }: { free: Amount; to: 'spot' | Extract<HouseAccount, 'promotions'> },
): Journal {
  return journal(kind, `experience_credit:${id}`, [
    { account: 'promo', currency: 'USDT', amount: -free },
    { account: to, currency: 'USDT', amount: free },
  ]);
}
