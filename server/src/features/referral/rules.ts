/**
 * Rules for inviters' shares of a payment of fund income. They are set aside out of the fees that the customer paid, and paid at
 * the next quote. Pure.
 */
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { referralShare } from '@candor/domain/referral/shares.ts';
import { put } from '../../commands/command.ts';
import type { Append, Decision, Effects, Facts } from '../../commands/command.ts';
import { clockSeq, marketMs } from '../../commands/market-time.ts';
import { gateOf } from '../../identity/gates.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import type { ReferralTerms } from '../../terms/terms.ts';
import { leftOfFees } from './basis.ts';
import type { ChainLink } from './chain.ts';
import { appendReward, endReward, REFERRAL_TOLD_ID, referralTold, rewardArming, rewards } from './tables.ts';
import type { ReferralTold, RewardRow, Shortfall } from './tables.ts';

const CURRENCY = 'USDT';

export type PaidIncome = {
  /** The inviters, nearest first, as read just before the payment. */
  readonly chain: readonly ChainLink[];
  readonly orderId: bigint;
  readonly number: number;
  readonly income: Amount;
};

type Shared = Pick<Effects<never>, 'journals' | 'appends' | 'armings'>;

/** A share before it is known whether the fees cover it. */
type Claim = { readonly link: ChainLink; readonly rate: Amount; readonly amount: Amount };

/**
 * Computes the shares of a payment, nearest level first. A share that the fees don't cover is recorded as zero, with the reason.
 */
export function sharesOf(paid: PaidIncome, terms: ReferralTerms, facts: Facts): Shared {
  if (!terms.open) return {};
  const rows: RewardRow[] = [];
  let setAside = 0n;
  for (const claim of claimsOn(paid.income, paid.chain, terms)) {
    const shortfall = shortfallOf(claim, setAside, facts);
    if (shortfall === null) setAside += claim.amount;
    rows.push(rewardOf(claim, { shortfall, paid }, facts));
  }
  const ref = `fund_payment:${paid.orderId}:${paid.number}`;
  const reserved = { from: 'fees', to: 'referral', amount: setAside } as const;
  return {
    journals: setAside === 0n ? [] : [moved('referral_reserve', ref, reserved)],
    appends: rows.map(appendReward),
    armings: rows.filter((row) => row.status === 'due').map(rewardArming),
  };
}

/** Computes the claims of all inviters, except those below one unit. */
function claimsOn(income: Amount, chain: readonly ChainLink[], { rates }: ReferralTerms): Claim[] {
  return chain
    .map((link) => {
      const rate = rates[link.level - 1] ?? 0n;
      return { link, rate, amount: referralShare(income, rate) };
    })
    .filter((claim) => claim.amount > 0n);
}

function shortfallOf({ link, amount }: Claim, setAside: Amount, facts: Facts): Shortfall | null {
  if (link.shortfall !== null) return link.shortfall;
  const covered =
    setAside + amount <= leftOfFees(facts) && facts.houseHas('fees', CURRENCY, setAside + amount);
  return covered ? null : 'fees_short';
}

function rewardOf(
  { link, rate, amount }: Claim,
  { shortfall, paid }: { readonly shortfall: Shortfall | null; readonly paid: PaidIncome },
  facts: Facts,
): RewardRow {
  return {
    book: link.book,
    id: facts.newId(),
    source: facts.book,
    orderId: paid.orderId,
    number: paid.number,
    level: link.level,
    base: paid.income,
    rate,
    amount: shortfall === null ? amount : 0n,
    shortfall,
    status: shortfall === null ? 'due' : 'none',
    version: 1,
    armedSeq: clockSeq(facts),
    timeMs: marketMs(facts),
    paidMs: null,
    journalSeq: null,
  };
}

export type Paying = { readonly id: bigint; readonly version: number };

type Fired = { readonly fired: boolean };

/** Pays a share. If the inviter has closed the account in the meantime, returns the amount to the fees instead. */
export function decidePaying({ id, version }: Paying, facts: Facts): Decision<Fired, never> {
  const row = facts.row(rewards, id);
  if (row === undefined || row.status !== 'due' || row.version !== version)
    return ok({ answer: { fired: false } });
  const hasLeft = gateOf(facts).status === 'closed';
  const ref = `referral_reward:${id}`;
  const { amount } = row;
  const entryOf = hasLeft
    ? moved('referral_return', ref, { from: 'referral', to: 'fees', amount })
    : moved('referral_pay', ref, { from: 'referral', to: 'spot', amount });
  const end = {
    status: hasLeft ? 'none' : 'paid',
    shortfall: hasLeft ? 'restricted' : null,
    paidMs: marketMs(facts),
    journalSeq: facts.journalSeq,
  } as const;
  const told = hasLeft ? undefined : rewardNotice(amount, facts);
  return ok({
    answer: { fired: true },
    journals: [entryOf],
    puts: [endReward(row, end), ...(told === undefined ? [] : [put(referralTold, told.row)])],
    appends: told?.appends ?? [],
  });
}

/** Announces a share together with all others since the last announcement, at most once per UTC day. */
function rewardNotice(
  amount: Amount,
  facts: Facts,
): { readonly row: ReferralTold; readonly appends: Append[] } {
  const day = dayOf(facts.wallMs);
  const before = facts.row(referralTold, REFERRAL_TOLD_ID);
  const untold = (before?.untold ?? 0n) + amount;
  const row = { book: facts.book, id: REFERRAL_TOLD_ID, day, untold };
  if (before?.day === day) return { row, appends: [] };
  const params = { amount: formatAmount(untold), currency: CURRENCY };
  return { row: { ...row, untold: 0n }, appends: [noticeNow(facts, 'referral_earned', params)] };
}

function moved(
  kind: string,
  ref: string,
  { from, to, amount }: { from: HouseAccount; to: HouseAccount | 'spot'; amount: Amount },
): Journal {
  return journal(kind, ref, [
    { account: from, currency: CURRENCY, amount: -amount },
    { account: to, currency: CURRENCY, amount },
  ]);
}
