/**
 * Experience credit: the amount granted, its expiry, and whether it may still be used, in a row that commands read while they
 * hold the book's lock. Both registration and starting over grant credit, so granting is here too.
 */
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { of, put } from '../commands/command.ts';
import type { Arming, Facts, Put } from '../commands/command.ts';
import { amount, bigint, key, text, whole } from '../commands/fields.ts';
import { CLOCK_SYMBOL, clockSeq } from '../commands/market-time.ts';
import { table } from '../commands/table.ts';
import type { RowOf } from '../commands/table.ts';

/** Credit expires this long after it was granted, by the market clock. */
export const EXPERIENCE_MS = 30 * 86_400_000;
/** Credit can be converted once the customer's turnover reaches this multiple of it. */
export const EXPERIENCE_TURNOVER = 10n;
/** The converted amount is at most the fees paid from the customer's own money since the grant, divided by this number. */
const EXPERIENCE_FEES_PART = 2n;
export const EXPERIENCE_EXPIRY = 'experience_expiry';

export const experienceCredits = table(
  'experience_credit',
  {
    /** The sequence number of the journal that granted the credit. */
    ...key,
    amount: amount().fixed(),
    /** By the market clock, in milliseconds. */
    grantedMs: whole().fixed(),
    expiresMs: whole().fixed(),
    status: text<'active' | 'converted' | 'expired' | 'replaced' | 'returned'>(),
    version: whole(),
    /** When the expiry trigger fires: first at `expiresMs`, then again at intervals while some of the credit is at stake. */
    dueMs: whole(),
    armedSeq: bigint(),
    /** The customer's turnover at conversion. */
    turnover: amount().orNull(),
    /** The amount that became the customer's own money. */
    converted: amount(),
    endedMs: whole().orNull(),
  },
  { open: { status: ['active'] } },
);

export type ExperienceCredit = RowOf<typeof experienceCredits>;

/** The fact that a command needs if it uses or closes credit. */
export const activeCreditNeed = of(experienceCredits);

/** Returns the customer's credit that is not closed. It may have expired, in which case it can't be used. */
export function activeCredit(facts: Facts): ExperienceCredit | undefined {
  return facts.openRows(experienceCredits)[0];
}

/**
 * Returns the amount of credit that can be staked or used as margin now. It is zero once the credit has expired, whatever the
 * account holds, because stakes and margin that return after that belong to the platform.
 */
export function usableCredit(facts: Facts): Amount {
  const credit = activeCredit(facts);
  return credit !== undefined && facts.nowMs < credit.expiresMs ? facts.balance('promo', 'USDT') : 0n;
}

/**
 * Returns the amount of credit that can still be converted, given the fees paid from the customer's own money since the grant.
 */
export function roomOf({ converted }: Pick<ExperienceCredit, 'converted'>, paid: Amount): Amount {
  const room = paid / EXPERIENCE_FEES_PART - converted;
  return room > 0n ? room : 0n;
}

/**
 * Returns the journal that turns a profit made with credit into credit. It directly follows the journal of the profit. Conversion
 * is limited by the fees paid, so nobody can profit by holding the opposite position elsewhere.
 * @param profit The amount that the preceding journal adds to the customer's own account. If it is zero or less, nothing is
 * converted.
 */
export function keptProfit(ref: string, account: 'contract' | 'option', profit: Amount): Journal[] {
  if (profit <= 0n) return [];
  return [
    journal('experience_keep', ref, [
      { account, currency: 'USDT', amount: -profit },
      { account: 'promo', currency: 'USDT', amount: profit },
    ]),
  ];
}

/** Returns the expiry trigger, which is disarmed once the credit is closed. */
export function creditArming(row: ExperienceCredit): Arming {
  return {
    symbol: CLOCK_SYMBOL,
    kind: EXPERIENCE_EXPIRY,
    row: row.id,
    version: row.version,
    condition: 'time_at_or_after',
    level: row.status === 'active' ? BigInt(row.dueMs) : null,
    armedSeq: row.armedSeq,
  };
}

export type CreditWritten = { readonly puts: readonly Put[]; readonly armings: readonly Arming[] };

export function changeCredit(
  row: ExperienceCredit,
  change: Partial<
    Pick<ExperienceCredit, 'status' | 'dueMs' | 'armedSeq' | 'turnover' | 'converted' | 'endedMs'>
  >,
): CreditWritten {
  const next = { ...row, ...change, version: row.version + 1 };
  return { puts: [put(experienceCredits, next)], armings: [creditArming(next)] };
}

/**
 * Grants credit. A customer has at most one active credit, and a new grant replaces it.
 * @param grant The amount, and the sequence number of the journal that pays it.
 */
export function grantCredit(facts: Facts, grant: { amount: Amount; journalSeq: bigint }): CreditWritten {
  const { nowMs } = facts;
  const before = activeCredit(facts);
  const ended =
    before === undefined ? undefined : changeCredit(before, { status: 'replaced', endedMs: nowMs });
  const granted: ExperienceCredit = {
    book: facts.book,
    id: grant.journalSeq,
    amount: grant.amount,
    grantedMs: nowMs,
    expiresMs: nowMs + EXPERIENCE_MS,
    status: 'active',
    version: 1,
    dueMs: nowMs + EXPERIENCE_MS,
    armedSeq: clockSeq(facts),
    turnover: null,
    converted: 0n,
    endedMs: null,
  };
  return {
    puts: [...(ended?.puts ?? []), put(experienceCredits, granted)],
    armings: [...(ended?.armings ?? []), creditArming(granted)],
  };
}
