/** The no-lever allowlist of the feature `stops`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';

const OPENED = 'nothing is opened during a stop, of both sides alike';

export const allowed: AllowedOfFeature = {
  calls: { 'GET transparency/stops': ['published', ''] },
  consoleCalls: {
    'GET stops': ['reads', ''],
    // A target has no side, customer or price; what is open goes on, and the stop is public.
    'POST stop_begin': ['house', 'target cause hours reason'],
    'POST stop_release': ['house', 'id reason'],
  },
  columns: {
    emergency_stop: {
      whose: 'number target begun_by person',
      told: 'cause',
      when: 'hours since_ms until_ms since_market_ms',
    },
    emergency_stop_approval: { whose: 'number said_by person', when: 'said_ms' },
  },
  tables: { emergency_stop: 'door', emergency_stop_approval: 'door' },
  history: ['emergency_stop_approval'],
  rights: [
    {
      because: 'shows what operators stopped, to everybody, and who approved the end',
      may: 'select',
      on: 'emergency_stop emergency_stop_approval',
    },
    {
      because:
        'a stop as its operator signed it: the database dates it, and ends it after a day at the latest',
      may: 'insert',
      on: 'emergency_stop.target emergency_stop.cause emergency_stop.hours emergency_stop.begun_by emergency_stop.person',
    },
    {
      because: 'approvals to release a stop: a trigger requires the signed record of each, and two persons',
      may: 'insert',
      on: 'emergency_stop_approval.number emergency_stop_approval.said_by emergency_stop_approval.person',
    },
    {
      because: 'whether something is stopped now, for guards and lists',
      may: 'execute',
      on: 'emergency_stop_now_ms opening_is_stopped payouts_are_stopped',
    },
  ],
  guardReads: 'emergency_stop emergency_stop_approval',
  functions: {
    'emergency_stop_approval_record()': 'guards',
    'emergency_stop_ends_once()': 'guards',
    'emergency_stop_entry()': 'guards',
    'emergency_stop_let_go(of_number)': 'computes',
    'emergency_stop_no_payout()': 'guards',
    'emergency_stop_now_ms()': 'computes',
    'emergency_stop_record()': 'guards',
    'definer emergency_stop_released()': 'the second person’s approval ends a stop',
    'emergency_stop_upheld()': 'guards',
    'opening_is_stopped(of_product, of_symbol, entry_ms)': 'computes',
    'opening_was_stopped(of_product, of_symbol, entry_ms)': 'computes',
    'payouts_are_stopped(for_ms)': 'computes',
  },
  triggers: {
    'emergency_stop.emergency_stop_ends_once': 'a stop stays as it is, and two persons end it early',
    'emergency_stop.emergency_stop_kept': 'history',
    'emergency_stop.emergency_stop_record': 'an operator signed it, and nobody begins two in a row',
    'emergency_stop_approval.emergency_stop_approval_append_only': 'history',
    'emergency_stop_approval.emergency_stop_approval_record': 'an operator signed it, about a stop in effect',
    'emergency_stop_approval.emergency_stop_released': 'two persons end a stop early',
    'exchange.emergency_stop_upheld': OPENED,
    'fund_order.emergency_stop_upheld': OPENED,
    'loan.emergency_stop_upheld': OPENED,
    'option_ticket.emergency_stop_upheld': OPENED,
    'payout.emergency_stop_no_payout': 'no payment is handed over while payouts are stopped',
    'position.emergency_stop_entry': OPENED,
    'position.emergency_stop_upheld': OPENED,
    'spot_fill.emergency_stop_upheld': OPENED,
    'spot_order.emergency_stop_entry': OPENED,
    'spot_order.emergency_stop_upheld': OPENED,
    'withdrawal.emergency_stop_no_payout': 'no withdrawal is approved while payouts are stopped',
  },
  limits: {
    stops: ['how many stops are listed, and how long an answer is cached', 'publicMax operatorsMax keptMs'],
  },
  acts: {
    'stop.begin': 'stops payouts or new openings, of both sides alike, for at most a day; everybody sees it',
    'stop.release': 'approves the end of a stop before its time, which takes two persons',
  },
};
