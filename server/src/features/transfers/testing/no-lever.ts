/** The no-lever allowlist of the feature `transfers`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: { 'POST wallet/transfer': ['order', 'currency from to amount'] },
  columns: {
    transfer: {
      whose: 'book id',
      asked: 'currency from_account to_account amount',
      money: 'journal_seq',
      when: 'time_ms',
    },
  },
  tables: { transfer: 'commands' },
  history: ['transfer'],
  rights: [{ because: 'history: written once and never changed', may: 'select insert', on: 'transfer' }],
  triggers: {
    'transfer.transfer_append_only': 'history',
    'transfer.moved_by_its_journal': 'what is transferred is moved',
    'transfer.begun_in_session': 'begun in a session of its customer',
  },
};
