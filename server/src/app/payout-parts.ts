/** The payment provider, where one is configured: approved payments are handed to it, and its reports settle them. */
import { refuse } from '@candor/domain/outcome.ts';
import type { PayoutConfig } from '../config/environment.ts';
import type { Pool } from '../db/pool.ts';
import { providerReports } from '../features/withdrawals/provider-reports.ts';
import type { PayoutReports } from '../http/payout-route.ts';
import type { Log } from '../log.ts';
import type { SubmitAct } from '../operators/submit-act.ts';
import { isFromProvider, readReport } from '../payments/payout-callback.ts';
import { startPayoutSender } from '../payments/payout-sender.ts';

export type PayoutDeps = {
  readonly pool: Pool;
  readonly submitAct: SubmitAct;
  /** Without one, treasurers pay by hand. */
  readonly provider: PayoutConfig | undefined;
  readonly now: () => number;
  readonly log: Log;
  /** What is started here is stopped by what is put onto this. */
  readonly closing: (() => Promise<unknown> | unknown)[];
};

export function payoutParts(deps: PayoutDeps): PayoutReports | undefined {
  const { pool, submitAct, provider, now, log, closing } = deps;
  if (provider === undefined) return undefined;
  const onWaiting = (error: Error) => log('a payment waits', error);
  const sender = startPayoutSender({ pool, provider, now, onError: onWaiting });
  closing.push(() => sender.stop());
  const onContradiction = (error: Error) => log('the payment provider contradicts the books', error);
  const settled = providerReports({ pool, submitAct, now, onError: onContradiction });
  return {
    isFromProvider: (authorization) => isFromProvider(authorization, provider.token),
    report: async (fields) => {
      const report = readReport(fields);
      return report === undefined ? refuse('request_illegal') : settled(report);
    },
  };
}
