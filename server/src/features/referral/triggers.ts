/** Referral's hooks in other modules: shares for the fund, and the triggers of unpaid shares for the engine. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Facts, Needs } from '../../commands/command.ts';
import type { Executor } from '../../commands/executor.ts';
import { submitFiring } from '../../commands/fire.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { Terms } from '../../terms/terms.ts';
import { basisNeed } from './basis.ts';
import { chainAbove } from './chain.ts';
import type { ChainLink } from './chain.ts';
import { payReward } from './commands.ts';
import { sharesOf } from './rules.ts';
import type { PaidIncome } from './rules.ts';
import { dueRewards } from './store.ts';
import { REFERRAL_REWARD } from './tables.ts';

type SharesDeps = {
  readonly pool: Pick<Pool, 'query'>;
  readonly terms: Pick<Terms, 'referral'>;
  readonly jurisdictions: JurisdictionMode;
};

/** Shares of fund income, which the fund's commands write together with the income. */
export function incomeShares({ pool, terms, jurisdictions }: SharesDeps) {
  return {
    /** The chain is read without a lock: invitations never change, and a slightly outdated account standing is acceptable. */
    chainOf: (book: bigint): Promise<readonly ChainLink[]> => chainAbove(pool, book, jurisdictions),
    needs: (): Needs => ({
      house: [
        ['fees', 'USDT'],
        ['referral', 'USDT'],
      ],
      rows: [basisNeed],
    }),
    of: (facts: Facts, paid: PaidIncome) => sharesOf(paid, terms.referral(facts.wallMs), facts),
  };
}

type ReferralTriggersDeps = {
  readonly executor: Pick<Executor, 'submit'>;
  /** Wall clock, milliseconds. */
  readonly now: () => number;
};

type Firing = { readonly trigger: Pick<Trigger, 'book' | 'row' | 'version'> };

/** The engine's source of triggers for unpaid shares. */
export function referralTriggers({ executor, now }: ReferralTriggersDeps) {
  return {
    kind: REFERRAL_REWARD,
    openTriggers: (connection: Connection): AsyncIterable<Trigger> => dueRewards(connection),
    fire: ({ trigger }: Firing): Promise<'done' | 'busy'> =>
      submitFiring(executor, {
        command: payReward,
        input: { id: trigger.row, version: trigger.version },
        trigger: { ...trigger, kind: REFERRAL_REWARD },
        nowMs: now(),
      }),
  };
}
