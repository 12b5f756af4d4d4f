/** Everything that waits for the market, as the engine fires it. */
import type { JurisdictionMode } from '@candor/domain/policy/jurisdiction.ts';
import type { Executor } from './commands/executor.ts';
import type { Pool } from './db/pool.ts';
import { experienceTriggers } from './features/experience/registration.ts';
import { fundTriggers } from './features/fund/registration.ts';
import { loanTriggers } from './features/loans/registration.ts';
import { optionTriggers, optionsCreditStakes } from './features/options/registration.ts';
import { priceAlertTriggers } from './features/price-alerts/registration.ts';
import { incomeShares, referralTriggers } from './features/referral/registration.ts';
import { spotTriggers } from './features/spot/registration.ts';
import { strategyTriggers } from './features/strategy/registration.ts';
import { debtsCreditStakes } from './positions/debts.ts';
import { positionTriggers } from './positions/registration.ts';
import { instruments } from './quotes/catalogue.ts';
import type { Terms } from './terms/terms.ts';

export function triggerSources({
  executor,
  pool,
  terms,
  jurisdictions,
  now,
}: {
  readonly executor: Executor;
  readonly pool: Pool;
  readonly terms: Terms;
  readonly jurisdictions: JurisdictionMode;
  readonly now: () => number;
}) {
  return [
    ...spotTriggers({ executor, instruments, jurisdictions, now }),
    strategyTriggers({ executor, pool, terms, now }),
    ...positionTriggers({ executor, instruments, jurisdictions, now }),
    ...optionTriggers({ executor, pool, now }),
    ...fundTriggers({
      ...{ executor, jurisdictions, now },
      shares: incomeShares({ pool, terms, jurisdictions }),
    }),
    referralTriggers({ executor, now }),
    experienceTriggers({ executor, stakes: [optionsCreditStakes, debtsCreditStakes], now }),
    loanTriggers({ executor, now }),
    priceAlertTriggers({ executor, now }),
  ];
}
