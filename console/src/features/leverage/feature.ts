/** Applications for leverage, as cases. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { LeverageCase } from './leverage-case.tsx';

export const feature: ConsoleFeature = {
  cases: { leverage: LeverageCase },
};
