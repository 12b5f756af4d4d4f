/** The no-lever allowlist of the feature `statements`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET statement/periods': ['own', ''],
    'GET statement/one': ['own', 'period'],
    'GET statement/file': ['own', 'period form'],
    'GET statement/holdings': ['own', ''],
    'GET statement/costs': ['own', ''],
    'GET statement/tax': ['own', 'year method'],
    'GET statement/tax_file': ['own', 'year method form'],
  },
  limits: {
    statements: [
      'sizes of answers and files, and how many wait',
      'linesMax movesMax disposalsMax bidsMax bidsAtOnce pdfsWaitingMax pdfMs pdfDisposalsMax',
    ],
  },
};
