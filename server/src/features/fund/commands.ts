/** The fund commands. Each specifies the facts that it needs and the rule that decides it. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import { command, of } from '../../commands/command.ts';
import type { Facts, Needs } from '../../commands/command.ts';
import type { Pseudonym } from '../../commands/fields.ts';
import { gateNeed } from '../../identity/gates.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { keptOperator } from '../../operators/recording.ts';
import { decideCancel } from './ending.ts';
import type { Cancel } from './ending.ts';
import { decideJoin } from './joining.ts';
import type { Join, JoinTerms } from './joining.ts';
import { FUND_BALANCES, FUND_CLOSED, FUND_CURRENCY, placesCounter } from './money.ts';
import { decideReview } from './reviewing.ts';
import type { Review } from './reviewing.ts';
import { decideIncome, decideStart } from './running.ts';
import type { DueFiring, IncomeShares } from './running.ts';
import { fundOrders, fundUses, nextRates } from './tables.ts';

export const joinFund = command({
  name: 'fund.join',
  gather: ({ tier }: Join & JoinTerms): Needs =>
    tier === undefined
      ? { rows: [gateNeed] }
      : {
          balances: FUND_BALANCES,
          rows: [gateNeed, { table: of(fundUses), id: BigInt(tier.id) }],
          counters: [FUND_CLOSED, placesCounter(tier.id)],
        },
  decide: ({ jurisdictions, startsAfterMs, ...join }: Join & JoinTerms, facts: Facts) =>
    decideJoin(join, facts, { jurisdictions, startsAfterMs }),
});

const orderNeed = (id: bigint) => ({ table: of(fundOrders), id });

/** Excludes a concurrent publication, because the publication weights the principal to the millisecond. */
export const cancelOrder = command({
  name: 'fund.cancel',
  gather: ({ id }: Cancel) => ({
    balances: FUND_BALANCES,
    rows: [orderNeed(id)],
    open: [of(fundUses)],
    counters: [FUND_CLOSED],
  }),
  decide: decideCancel,
});

/**
 * Excludes a concurrent publication, so that the order is either part of the publication's weights or starts after the
 * publication.
 */
export const startOrder = command({
  name: 'fund.start',
  gather: ({ id }: DueFiring & { readonly jurisdictions: JurisdictionMode }) => ({
    rows: [orderNeed(id), gateNeed],
    counters: [FUND_CLOSED],
  }),
  decide: decideStart,
});

export const reviewOrder = command({
  name: 'fund.review',
  gather: ({ id }: Review) => ({
    balances: FUND_BALANCES,
    rows: [orderNeed(id), gateNeed, tieNeed],
    open: [of(fundUses)],
    counters: [FUND_CLOSED],
  }),
  decide: decideReview,
  recording: {
    keep: ({ id, verdict, amount, operator }: Review, pseudonym: Pseudonym) => ({
      ...{ id, verdict, amount },
      operator: keptOperator(operator, pseudonym),
    }),
    read: (kept) => kept,
  },
});

/** Pays a day's income, together with other customers' shares of the income. */
export function payIncome<Chain>(shares: Pick<IncomeShares<Chain>, 'needs' | 'of'> | undefined) {
  return command({
    name: 'fund.income',
    gather: ({ id, chain }: DueFiring & { readonly chain: Chain | undefined }): Needs => {
      const more = shares === undefined || chain === undefined ? {} : shares.needs(chain);
      return {
        ...more,
        balances: [...FUND_BALANCES, ...(more.balances ?? [])],
        house: [['income_escrow', FUND_CURRENCY], ...(more.house ?? [])],
        rows: [orderNeed(id), { table: of(nextRates), id }, ...(more.rows ?? [])],
      };
    },
    decide: ({ chain, ...firing }: DueFiring & { readonly chain: Chain | undefined }, facts: Facts) =>
      decideIncome(
        firing,
        facts,
        shares === undefined || chain === undefined
          ? undefined
          : (at, paid) => shares.of(at, { ...paid, chain }),
      ),
  });
}
