/** Verifications of identity, as cases. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { KycCase } from './kyc-case.tsx';

export const feature: ConsoleFeature = {
  cases: { kyc: KycCase },
};
