/** The no-lever allowlist of the feature `own-limits`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { ownLimits } from '../../../identity/own-limits.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/limits': ['bound', ''],
    'POST user/limit_set': ['bound', 'kind period amount'],
    'POST user/time_out': ['bound', 'hours'],
    'POST user/self_exclude': ['bound', 'months'],
    'GET jurisdictions': ['bound', ''],
  },
  columns: {
    own_limit: {
      whose: 'book id kind period',
      asked: 'amount pending_amount',
      reckoned: 'used',
      when: 'pending_from_ms period_start_ms',
    },
    own_pause: { whose: 'book id', asked: 'kind', when: 'from_ms until_ms' },
  },
  tables: {
    own_limit: 'commands',
    own_pause: 'commands',
  },
  changed: [ownLimits],
  rights: [
    {
      because: 'self-imposed limits: the database rejects an immediate loosening',
      may: 'select insert',
      on: 'own_limit',
    },
    { because: 'self-imposed pauses: written once', may: 'select insert', on: 'own_pause' },
  ],
  guardReads: 'own_limit',
  publicRights: [
    { because: 'computes without reading anything', may: 'execute', on: 'own_limit_allowed' },
    { because: 'belongs to a trigger and cannot be called', may: 'execute', on: 'own_limit_loosening' },
  ],
  functions: {
    'definer own_limit_begins()': 'guards',
    'definer own_limit_used()': 'guards',
    'own_limit_period(of_period, at_ms)': 'computes',
    'own_limit_allowed(of_limit, at_ms)': 'computes',
    'own_limit_loosening()': 'guards',
  },
  triggers: {
    'own_pause.begun_in_session': 'begun in a session of its customer',
    'own_limit.begun_in_session': 'begun in a session of its customer',
    'own_limit.changed_in_session': 'changed in a session of its customer',
    'own_limit.own_limit_begins_new': 'a limit begins with its period',
    'own_limit.own_limit_begins': 'a limit continues with its period',
    'own_limit.own_limit_used_new': 'a limit’s use matches the history',
    'own_limit.own_limit_used': 'a limit’s use matches the history',
    'own_limit.own_limit_loosening': 'what is looser waits a day',
    'own_pause.own_pause_append_only': 'history',
  },
};
