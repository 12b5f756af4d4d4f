/** Withdrawals: requests, their review, and payment. */
import { of } from '../../commands/command.ts';
import { ttlCache } from '../../flow/ttl-cache.ts';
import { limits } from './limits.ts';
import { withdrawalAddresses } from '../../payments/withdrawal-addresses.ts';
import { feature } from '../../platform/feature.ts';
import type { Verified } from '../../platform/verified.ts';
import { cancelWithdrawal, requestWithdrawal, reviewWithdrawal, settleWithdrawal } from './commands.ts';
import { withdrawalsConsoleHandlers } from './console-handlers.ts';
import { keptWithdrawals } from './data-export.ts';
import { withdrawalView } from './effects.ts';
import { failings } from './failing.ts';
import { withdrawalsHandlers } from './handlers.ts';
import { withdrawalInvariants } from './invariants.ts';
import { payout } from './payout/provider.ts';
import { payouts } from './payout/rows.ts';
import { withdrawalsStartOver } from './start-over.ts';
import { lately, withdrawals } from './tables.ts';
import { withdrawalsTimeline } from './timeline.ts';
import { withdrawalCases } from './work-queue.ts';

/** Whether a document verified a customer; supplied by another feature. */
export const withdrawalsFeature = (verified: Verified) =>
  feature({
    name: 'withdrawals',
    outboxes: [
      {
        kind: 'payout',
        waiting:
          'select count(*)::float8 as value from payout where acknowledged_ms is null and created_ms < $1::bigint',
      },
    ],
    invariants: withdrawalInvariants,
    startOver: [withdrawalsStartOver],
    workQueue: [withdrawalCases],
    timelineItems: [withdrawalsTimeline],
    exportSections: (platform) => [keptWithdrawals(platform)],
    rowViews: ({ now }) => [
      { table: 'withdrawal', show: (raw) => withdrawalView(withdrawals.read(raw), now()) },
    ],
    reexecution: () => ({
      commands: [cancelWithdrawal, reviewWithdrawal, settleWithdrawal],
      underTerms: { 'withdrawals.request': requestWithdrawal },
      tables: [of(withdrawals), of(withdrawalAddresses), of(failings), of(payouts), of(lately)],
    }),
    serve: (platform) => ({
      calls: withdrawalsHandlers({
        ...platform,
        kept: ttlCache({ forMs: limits.withdrawalsKeptMs, most: 1, now: platform.now }),
      }),
      consoleCalls: withdrawalsConsoleHandlers({
        ...platform,
        isVerified: (customer) => verified.isVerified(platform.pool, customer),
        byProvider: platform.config.payout !== undefined,
      }),
      ...payout(platform),
    }),
  });
