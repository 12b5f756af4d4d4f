/** Shares of fund income for customers who invited others. */
import { feature } from '../../platform/feature.ts';
import type { FiringPlatform } from '../../platform/platform.ts';
import { referralHandlers } from './handlers.ts';
import { referralIncome } from './income.ts';
import { referralInvariants } from './invariants.ts';
import { incomeShares, referralTriggers } from './triggers.ts';

export const sharesOf = (platform: FiringPlatform) => incomeShares(platform);

export const referralFeature = feature({
  name: 'referral',
  invariants: referralInvariants,
  income: [referralIncome],
  triggers: (platform) => [referralTriggers(platform)],
  serve: (platform) => ({ calls: referralHandlers(platform) }),
});
