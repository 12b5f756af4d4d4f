/**
 * Experience credit as a row that a command reads under the book's lock: what was granted, until when, and whether it may
 * still be used. Granting stands here too, since starting over grants as the beginning does.
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

/** Credit lasts this long, by the market clock. */
export const EXPERIENCE_MS = 30 * 86_400_000;
/** Turned over so many times, credit may be converted. */
export const EXPERIENCE_TURNOVER = 10n;
/** What credit brings its customer is at most this part of the fees paid with own money since it was granted: a half. */
const EXPERIENCE_FEES_PART = 2n;
/** What the engine calls credit that waits for its day. */
export const EXPERIENCE_EXPIRY = 'experience_expiry';

export const experienceCredits = table(
  'experience_credit',
  {
    /** Its id is the number of the journal that granted it. */
    ...key,
    amount: amount().fixed(),
    /** Market clock, milliseconds. */
    grantedMs: whole().fixed(),
    expiresMs: whole().fixed(),
    status: text<'active' | 'converted' | 'expired' | 'replaced' | 'returned'>(),
    version: whole(),
    /** When its expiry is due: first at `expiresMs`, later again while something of it is at stake. */
    dueMs: whole(),
    armedSeq: bigint(),
    /** What had been turned over when it was converted. */
    turnover: amount().orNull(),
    /** How much of it became its customer's own money. */
    converted: amount(),
    endedMs: whole().orNull(),
  },
  { open: { status: ['active'] } },
);

export type ExperienceCredit = RowOf<typeof experienceCredits>;

/** The need of every command that uses credit or ends it: the active one. */
export const activeCreditNeed = of(experienceCredits);

/** The credit that has not ended; what of it is past its day is there still, but not to be used. */
export function activeCredit(facts: Facts): ExperienceCredit | undefined {
  return facts.openRows(experienceCredits)[0];
}

/**
 * How much credit may be staked or made margin of now. From its day on that is nothing, whatever the account holds: what
 * comes back of stakes and margins then belongs to the house.
 */
export function usableCredit(facts: Facts): Amount {
  const credit = activeCredit(facts);
  return credit !== undefined && facts.nowMs < credit.expiresMs ? facts.balance('promo', 'USDT') : 0n;
}

/** How much of credit may still become money, for what its customer has paid with own money since it was granted. */
export function roomOf({ converted }: Pick<ExperienceCredit, 'converted'>, paid: Amount): Amount {
  const room = paid / EXPERIENCE_FEES_PART - converted;
  return room > 0n ? room : 0n;
}

/**
 * A profit made with credit is credit at once: the journal behind the one that brings it. What pays for it is bounded by fees
 * when it is converted, so that nobody gains by holding the other side of it elsewhere.
 *
 * @param profit what the journal before brings to the customer's own account; nothing to keep where it is nothing.
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

/** What the engine is told of a credit; one that has ended waits for nothing. */
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

/** What writing a credit takes: its row, and what the engine is told. */
export type CreditWritten = { readonly puts: readonly Put[]; readonly armings: readonly Arming[] };

/** Writes the next state of a credit. */
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
 * Grants credit, of which a customer has one at a time: what was active before is replaced by it.
 *
 * @param grant its amount, and the number of the journal that pays it.
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
