/** Experience credit: the conditions for converting it, and its expiry. */
import { feature } from '../../platform/feature.ts';
import * as commands from './commands.ts';
import { experienceHandlers } from './handlers.ts';
import { creditIncome } from './income.ts';
import { creditInvariants } from './invariants.ts';
import { experienceTriggers } from './triggers.ts';

export const experienceFeature = feature({
  name: 'experience',
  invariants: creditInvariants,
  income: [creditIncome],
  reexecution: () => ({ commands: Object.values(commands) }),
  triggers: (platform, { creditStakes }) => [experienceTriggers({ ...platform, stakes: creditStakes })],
  serve: (platform, { creditStakes }) => ({
    calls: experienceHandlers({ ...platform, stakes: creditStakes }),
  }),
});
