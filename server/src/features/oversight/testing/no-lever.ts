/** The no-lever allowlist of the feature `oversight`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

export const allowed: AllowedOfFeature = {
  consoleCalls: {
    'GET caps': ['reads', ''],
    'GET alarms': ['reads', ''],
    'GET freezes': ['reads', ''],
    'POST freeze_release': ['house', 'id reason'],
    'POST operator_allow': ['house', 'account reason what'],
  },
  columns: {
    customer_duty: { whose: 'book id persons' },
    operator_pace: { whose: 'what', permission: 'hour_max day_max' },
    operator_hour: { whose: 'what person customer', when: 'hour' },
    operator_leave: { whose: 'account person what granted_by', when: 'granted_at' },
    cap_state: { reckoned: 'state' },
    customer_cap: { whose: 'book id', reckoned: 'state' },
    operator_cap: { whose: 'role kind', permission: 'operator_usdt role_usdt' },
    operator_word: { whose: 'kind role person', when: 'said_at', reckoned: 'usdt' },
  },
  tables: {
    operator_leave: 'door',
    operator_cap: 'database',
    operator_word: 'database',
    operator_hour: 'database',
    operator_pace: 'database',
  },
  rights: [
    {
      because: 'read only: only journals move them',
      may: 'select',
      on: 'customer_duty customer_cap cap_state operator_cap operator_word operator_pace operator_hour',
    },
    {
      because: 'first approvals, and what an admin allowed a colleague: each needs its record',
      may: 'select insert',
      on: 'operator_leave',
    },
    {
      because: 'looks up the record of an act and the owner of an account, for guards',
      may: 'execute',
      on: 'operator_touches customer_let_in_by',
    },
  ],
  publicRights: [
    {
      because: 'computes without reading anything',
      may: 'execute',
      on: 'operator_pace_of operator_day_pace_of usdt_worth',
    },
    {
      because: 'belongs to a trigger and cannot be called: duties of operators',
      may: 'execute',
      on: 'operator_capped customer_locked_at_pace operator_leave_guard',
    },
  ],
  functions: {
    'definer operator_capped()': 'guards',
    'definer customer_locked_at_pace()': 'guards',
    'definer operator_touches(of_person, of_what, customers, before, by_now)': 'guards',
    'operator_leave_guard()': 'guards',
    'operator_pace_of(of_person, of_what)': 'reads',
    'operator_day_pace_of(of_person, of_what)': 'reads',
    'definer operator_counts(of_account, of_kind, worth)': 'guards',
    'usdt_worth(of_currency, of_amount)': 'computes',
    'definer customer_let_in_by(of_book)': 'guards',
  },
  triggers: {
    'customer.customer_locked_at_pace': 'no single person locks many customers',
    'operator_leave.operator_leave_guard': 'a higher limit needs another admin',
    'operator_leave.operator_leave_kept': 'history',
  },
  limits: {
    oversight: [
      'how many reads make a record, and when operators’ activity is unusual',
      'readsNotedEach alarms.approvalsHour alarms.verificationsHour alarms.capPercent alarms.readsPercent alarms.signInMisses alarms.recordsMax alarms.withdrawalsMax',
    ],
  },
  acts: {
    'freeze.release': 'approves the end of a freeze of payouts and new trades, which takes two persons',
    'customers.read': 'reads',
  },
};
