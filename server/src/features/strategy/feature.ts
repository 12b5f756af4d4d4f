/** The strategy behind the fund. */
import { ttlCache } from '../../flow/ttl-cache.ts';
import { LIMITS } from '../../limits.ts';
import { feature } from '../../platform/feature.ts';
import { strategyConsoleHandlers } from './console-handlers.ts';
import { strategyHandlers } from './handlers.ts';
import { strategyInvariants } from './invariants.ts';
import { openStrategyClock, strategyTriggers } from './triggers.ts';
import { decideReport, reportingNeeds } from './reporting.ts';
import { isEvidenceUsed } from './store.ts';

/** Books results that were reported under dual approval. Injected into proposals, which don't depend on strategies. */
export const strategyReporting = { needs: reportingNeeds, decide: decideReport, isEvidenceUsed };

export const strategyFeature = feature({
  name: 'strategy',
  invariants: strategyInvariants,
  begin: ({ executor, mode, now }) => openStrategyClock(executor, { simulated: mode === 'demo', now }),
  triggers: (platform) => [strategyTriggers(platform)],
  serve: ({ pool, marketNow, now }) => {
    const { fundKeptMs: forMs, strategyKeptMax: most } = LIMITS.transparency;
    return {
      calls: strategyHandlers({
        ...{ pool, marketNow },
        keptFund: ttlCache({ forMs, most: 1, now }),
        keptTrades: ttlCache({ forMs, most, now }),
      }),
      consoleCalls: strategyConsoleHandlers({ pool, marketNow }),
    };
  },
});
