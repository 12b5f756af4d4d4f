/** The no-lever allowlist of the feature `bank-card`: each name with its justification. */
import { CONFIRMING } from '@candor/testing/no-lever/shared-fields.ts';
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'POST user/cash_info': ['papers', ''],
    'POST user/cash_save': [
      'papers',
      `real_name bank_name swift bank_address card_number user_name payee_country phone recipient_address routing_number ${CONFIRMING}`,
    ],
  },
  columns: {
    bank_card: { whose: 'book id', person: 'sealed shown payee_country digest', when: 'bound_ms' },
  },
  tables: {
    bank_card: 'door',
  },
  rights: [
    { because: 'people register', may: 'select insert', on: 'bank_card' },
    {
      because: 'people replace their bank card',
      may: 'update',
      on: 'bank_card.sealed bank_card.shown bank_card.payee_country bank_card.bound_ms bank_card.digest',
    },
  ],
  functions: {
    'definer bank_card_change_holds()': 'guards',
  },
  triggers: {
    'bank_card.bank_card_change_holds': 'the same',
  },
};
