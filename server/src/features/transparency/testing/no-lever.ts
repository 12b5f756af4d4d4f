/** The no-lever allowlist of the feature `transparency`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET transparency/loss_share': ['published', ''],
    'GET transparency/keys': ['published', ''],
    'GET transparency/checkpoints': ['published', ''],
    'GET transparency/market_days': ['published', ''],
    'GET transparency/market_runs': ['published', 'day from_ms'],
    'GET transparency/freezes': ['published', ''],
    'GET transparency/pauses': ['published', 'cursor'],
    'GET transparency/voids': ['published', 'day cursor'],
    'GET transparency/terms': ['published', ''],
    'GET transparency/own': ['own', 'from_index'],
    'GET transparency/liabilities': ['published', ''],
    'GET transparency/liability': ['own', ''],
  },
  limits: {
    transparency: [
      'how long answers are cached, and sizes of pages',
      'voidsKeptMs voidsKeptMax pausesPage marketDaysMax marketRunsPage ownEntriesPage',
    ],
  },
};
