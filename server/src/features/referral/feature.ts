/** Shares of fund income for customers who invited others. */
import { of } from '../../commands/command.ts';
import { feature } from '../../platform/feature.ts';
import type { FiringPlatform } from '../../platform/platform.ts';
import { payReward } from './commands.ts';
import { referralHandlers } from './handlers.ts';
import { referralIncome } from './income.ts';
import { referralInvariants } from './invariants.ts';
import { referralTold, rewards } from './tables.ts';
import { incomeShares, referralTriggers } from './triggers.ts';

export const sharesOf = (platform: FiringPlatform) => incomeShares(platform);

export const referralFeature = feature({
  name: 'referral',
  invariants: referralInvariants,
  income: [referralIncome],
  reexecution: () => ({ commands: [payReward], tables: [of(rewards), of(referralTold)] }),
  triggers: (platform) => [referralTriggers(platform)],
  serve: (platform) => ({ calls: referralHandlers(platform) }),
});
