/** The no-lever allowlist of the feature `house`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'GET house': ['reads', ''],
    'GET terms': ['reads', ''],
    'GET operators': ['reads', ''],
    'GET checklist': ['reads', ''],
    'POST custody_note': ['house', 'amount as_of currency evidence source'],
    'POST operator_add': ['house', 'account password person role'],
    'POST operator_confirm': ['house', 'account person role'],
    'POST operator_disable': ['house', 'account reason'],
    'POST operator_unlock': ['house', 'account reason'],
    'POST tie': ['house', 'customer person'],
  },
  columns: {
    custody_statement: {
      whose: 'id currency source',
      told: 'amount noted_by evidence',
      when: 'as_of_ms noted_ms',
    },
  },
  tables: {
    custody_statement: 'commands',
  },
  history: ['custody_statement'],
  rights: [
    {
      because: 'balances that banks and chains report: written once; they move nothing',
      may: 'select insert',
      on: 'custody_statement',
    },
  ],
  publicRights: [
    {
      because: 'computes what was signed, or belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'custody_approved',
    },
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'custody_statement_record' },
  ],
  functions: {
    'custody_approved()': 'guards',
    'custody_statement_record()': 'guards',
  },
  triggers: {
    'custody_statement.custody_statement_append_only': 'history',
    'custody_statement.custody_statement_record': 'noted on record',
    'custody_statement.custody_statement_zz_approved': 'it states what was signed',
  },
  acts: {
    'operator.add': 'names a person who is to act for the house',
    'operator.confirm': 'confirms an operator whom another person added',
    'operator.disable': 'disables an operator',
    'operator.tie': 'records an operator’s conflict of interest',
    'custody.note': 'records the balances that banks and chains report; moves nothing',
  },
};
