/** The no-lever allowlist of the feature `recurring`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { recurringPlans, recurringPurchases } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET recurring/plans': ['person', ''],
    'GET recurring/purchases': ['person', 'cursor from id kind limit symbol to'],
    'POST recurring/create': ['person', 'symbol amount every on_day hour first_day'],
    'POST recurring/change': ['person', 'id amount every on_day hour'],
    'POST recurring/pause': ['person', 'id'],
    'POST recurring/resume': ['person', 'id'],
    'POST recurring/delete': ['person', 'id'],
  },
  consoleCalls: {
    'GET recurring': ['reads', 'customer'],
    'POST recurring_pause': ['person', 'customer id note reason'],
  },
  columns: {
    recurring_plan: {
      whose: 'book id',
      asked: 'symbol amount every on_day hour',
      state: 'status reason',
      reckoned: 'short_run',
      waits: 'version armed_seq',
      when: 'due_ms created_ms updated_ms',
    },
    recurring_purchase: {
      whose: 'book id plan order_id',
      asked: 'amount',
      state: 'status reason',
      waits: 'version armed_seq',
      when: 'due_ms time_ms',
    },
  },
  tables: { recurring_plan: 'commands', recurring_purchase: 'commands' },
  changed: [recurringPlans, recurringPurchases],
  rights: [
    {
      because:
        'what a customer has bought for them again and again, and what became of each time: triggers hold them against the schedule, the order and the reason',
      may: 'select insert',
      on: 'recurring_plan recurring_purchase',
    },
  ],
  functions: {
    'definer recurring_plan_begins()': 'guards',
    'definer recurring_plan_moves()': 'guards',
    'definer recurring_purchase_due()': 'guards',
    'definer recurring_purchase_holds()': 'guards',
    'definer recurring_purchase_settled()': 'guards',
    'recurring_barred(of_book, of_symbol)': 'guards',
    'recurring_due_truly(of_plan, now_ms, slack_ms)': 'guards',
    'recurring_late_ms()': 'guards',
    'recurring_next(of_every, of_day, of_hour, after_ms)': 'guards',
    'order_let_in_without_plans(of_book, of_order)': 'guards',
    'recurring_ordered_truly(of_order)': 'guards',
    'recurring_skipped_truly(of_plan, of_reason, now_ms, slack_ms)': 'guards',
  },
  triggers: {
    'recurring_plan.begun_in_session': 'begun in a session of its customer',
    'recurring_plan.recurring_plan_begins': 'it begins at a time of its schedule',
    'recurring_plan.recurring_plan_transition': 'it goes its ways alone',
    'recurring_plan.recurring_plan_transition_moves':
      'it goes on as its purchases say, and else in a session of its customer or on record',
    'recurring_purchase.recurring_purchase_began': 'it begins with an order, or skipped',
    'recurring_purchase.recurring_purchase_due': 'it is of a plan that is due, as the plan says',
    'recurring_purchase.recurring_purchase_holds': 'its order is what the plan says',
    'recurring_purchase.recurring_purchase_kept': 'history',
    'recurring_purchase.recurring_purchase_settled': 'it comes to what its order came to',
    'recurring_purchase.recurring_purchase_went_its_way': 'what ended stays',
  },
  limits: {
    recurring: [
      'how many plans there may be, how far ahead, how late one still buys and when it is paused, alike for all',
      'plansMax lateMs shortInARow firstDaysMax',
    ],
  },
  acts: {
    'recurring.pause': 'pauses what a customer has bought for them, who may resume it',
  },
  guardReads: 'recurring_plan recurring_purchase',
};
