/** The features that only operators use, one per line. */
import { accessFeature } from '../features/access/feature.ts';
import { deskFeature } from '../features/desk/feature.ts';
import { figuresFeature } from '../features/figures/feature.ts';
import { houseFeature } from '../features/house/feature.ts';
import { oversightFeature } from '../features/oversight/feature.ts';
import { proposalsFeature } from '../features/proposals/feature.ts';
import { standingFeature } from '../features/standing/feature.ts';
import { strategyReporting } from '../features/strategy/feature.ts';
import { checklistFeature } from './live-checklist.ts';

export const operatorFeatures = [
  accessFeature,
  deskFeature,
  figuresFeature,
  houseFeature,
  oversightFeature,
  proposalsFeature(strategyReporting),
  standingFeature,
  checklistFeature,
] as const;
