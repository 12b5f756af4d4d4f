/** The features' screens and cases, found by the file name `feature.ts`. */
import type { ConsoleFeature } from '../kit/console-feature.ts';

export const features: readonly ConsoleFeature[] = Object.values(
  import.meta.glob<ConsoleFeature>('../features/*/feature.ts', { eager: true, import: 'feature' }),
);
