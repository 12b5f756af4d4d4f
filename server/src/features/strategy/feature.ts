/** The strategy behind the fund. */
import { of } from '../../commands/command.ts';
import { ttlCache } from '../../flow/ttl-cache.ts';
import { limits } from './limits.ts';
import { feature } from '../../platform/feature.ts';
import * as commands from './commands.ts';
import { strategyConsoleHandlers } from './console-handlers.ts';
import { strategyHandlers } from './handlers.ts';
import { strategyInvariants } from './invariants.ts';
import { decideReport, reportingNeeds } from './reporting.ts';
import { isEvidenceUsed } from './store.ts';
import { fundWeights, strategyClocks } from './tables.ts';
import { openStrategyClock, strategyTriggers } from './triggers.ts';

/** Books results that were reported under dual approval. Injected into proposals, which don't depend on strategies. */
export const strategyReporting = { needs: reportingNeeds, decide: decideReport, isEvidenceUsed };

export const strategyFeature = feature({
  name: 'strategy',
  invariants: strategyInvariants,
  begin: ({ executor, mode, now }) => openStrategyClock(executor, { simulated: mode === 'demo', now }),
  reexecution: () => ({ commands: Object.values(commands), tables: [of(strategyClocks), of(fundWeights)] }),
  triggers: (platform) => [strategyTriggers(platform)],
  serve: ({ pool, marketNow, now }) => {
    const { fundKeptMs: forMs, strategyKeptMax: most } = limits;
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
