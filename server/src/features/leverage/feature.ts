/** The permission to trade with leverage. */
import { feature } from '../../platform/feature.ts';
import { leverageConsoleHandlers } from './console-handlers.ts';
import { leverageHandlers } from './handlers.ts';
import { leverageCases } from './work-queue.ts';

export const leverageFeature = feature({
  name: 'leverage',
  workQueue: [leverageCases],
  reexecution: () => ({ effectsAlone: ['leverage.apply'] }),
  serve: (platform) => ({
    calls: leverageHandlers(platform),
    consoleCalls: leverageConsoleHandlers(platform),
  }),
});
