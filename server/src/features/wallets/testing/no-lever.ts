/** The no-lever allowlist of the feature `wallets`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST demo/start_over': ['demo', ''],
    'POST wallet/list': ['own', ''],
    'POST wallet/get_info': ['own', 'currency'],
    'POST wallet/detail': ['own', 'currency account group from to cursor limit'],
    'GET wallet/journal': ['own', 'seq'],
    'GET wallet/history': ['own', 'days'],
    'GET wallet/accumulated': ['own', ''],
    'GET wallet/ledger': ['own', ''],
  },
  limits: {
    wallets: [
      'sizes of reads of one’s own ledger, and the rate of exports',
      'recordsScannedMax historyDaysMax historyDaysUsual historyBooksMax dayBidsMax journalsAtOnce exportJournalsMax exportsMax exportsWindowMs exportsAtOnceMax',
    ],
  },
};
