/** The payment provider, if one is configured: approved payments are handed over to it, and its reports settle them. */
import { refuse } from '@candor/domain/outcome.ts';
import { isFromProvider, readReport } from './callback.ts';
import { startPayoutSender } from './sender.ts';
import type { Served } from '../../../platform/feature.ts';
import type { Platform } from '../../../platform/platform.ts';
import { providerReports } from './reports.ts';

/** Sends payments and accepts reports. If no provider is configured, treasurers pay manually. */
export function payout({
  pool,
  submitAct,
  config: { payout: provider },
  now,
  log,
}: Platform): Pick<Served<never, never>, 'jobs' | 'payoutReports'> {
  if (provider === undefined) return {};
  const onWaiting = (error: Error) =>
    log('withdrawals: failed to submit a payment to the provider (retrying)', error);
  const onContradiction = (error: Error) =>
    log('withdrawals: the payment provider’s report contradicts the ledger', error);
  const settled = providerReports({ pool, submitAct, now, onError: onContradiction });
  return {
    jobs: [() => startPayoutSender({ pool, provider, now, onError: onWaiting })],
    payoutReports: {
      isFromProvider: (authorization) => isFromProvider(authorization, provider.token),
      report: async (fields) => {
        const report = readReport(fields);
        return report === undefined ? refuse('request_illegal') : settled(report);
      },
    },
  };
}
