/** The no-lever allowlist of the feature `options`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { tickets } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET microtrade/seconds': ['market', 'symbol'],
    'GET microtrade/payable_currencies': ['own', 'symbol'],
    'GET microtrade/lists': ['own', 'status symbol cursor limit kind from to'],
    'GET microtrade/whlists': ['own', 'status symbol cursor limit kind from to'],
    'GET microtrade/results': ['own', 'days'],
    // The payout that was shown. Its only effect is that the ticket is refused if the payout has changed.
    'POST microtrade/submit': ['order', 'symbol side seconds stake currency payout_ratio'],
    'POST microtrade/whsubmit': ['order', 'symbol side seconds stake currency payout_ratio'],
  },
  columns: {
    option_ticket: {
      whose: 'book id',
      asked: 'product symbol side seconds currency source stake',
      terms: 'payout_ratio',
      reckoned: 'profit stake_usdt profit_usdt pnl',
      tape: 'accepted_seq strike strike_ms strike_seq settle settle_seq',
      state: 'status reason',
      when: 'accepted_ms accepted_wall_ms struck_from_ms expires_ms settled_ms placed_day ended_day',
    },
  },
  tables: {
    option_ticket: 'commands',
  },
  changed: [tickets],
  rights: [
    {
      because: 'customers’ rows, whose transitions and terms a trigger guards',
      may: 'select insert',
      on: 'option_ticket',
    },
  ],
  guardReads: 'option_ticket',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called: rates and times of trades',
      may: 'execute',
      on: 'option_ticket_in_time',
    },
    {
      because: 'belongs to a trigger and cannot be called: credit and shares',
      may: 'execute',
      on: 'option_ticket_unhedged',
    },
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'option_ticket_counted option_ticket_verified option_ticket_new option_ticket_refuse option_ticket_terms',
    },
  ],
  functions: {
    'definer option_ticket_of_now()': 'guards',
    'definer option_ticket_worth()': 'guards',
    'definer option_ticket_counted()': 'counts',
    'definer option_ticket_in_time()': 'guards',
    'option_ticket_new()': 'guards',
    'option_ticket_terms()': 'guards',
    'option_ticket_refuse()': 'guards',
    'definer option_ticket_verified()': 'guards',
    'option_ticket_unhedged()': 'guards',
    'definer option_ticket_checks_due()': 'notes what is checked at commit',
    'option_tickets_paid(books, ids, kinds)': 'guards',
    'option_tickets_told(books, ids)': 'guards',
    'option_journals_explained(books, seqs)': 'guards',
  },
  triggers: {
    'option_ticket.option_ticket_counted_new': 'what the house has at stake is counted with its tickets',
    'option_ticket.option_ticket_counted': 'the same',
    'option_ticket.option_ticket_checks_due_new': 'notes tickets for their check at commit',
    'option_ticket.option_ticket_checks_due': 'the same',
    'option_ticket.begun_in_session': 'begun in a session of its customer',
    'option_ticket.option_ticket_of_now': 'a ticket has the terms in effect now',
    'option_ticket.accepted_lately': 'the same',
    'option_ticket.option_ticket_worth': 'a stake is worth its amount at a published price',
    'option_ticket.option_ticket_in_time_new': 'a ticket is accepted now, behind the newest entry',
    'option_ticket.option_ticket_in_time': 'a ticket is struck by an entry that is not from before it',
    'option_ticket.option_ticket_new': 'a ticket begins open',
    'option_ticket.option_ticket_terms': 'a ticket has the payout that was published when it was accepted',
    'option_ticket.option_ticket_transition': 'what was accepted stays, what ended stays',
    'option_ticket.option_ticket_began': 'a ticket begins open',
    'option_ticket.option_ticket_went_its_way': 'ended rows do not change',
    'option_ticket.option_ticket_day_kept': 'the days by which own limits count stay',
    'option_ticket.option_ticket_verified': 'an outcome is what the tape says',
    'option_ticket.option_ticket_unhedged': 'credit is no half of a hedge',
  },
  limits: {
    options: [
      'maximum open tickets and exposure, the same for everybody',
      'customerTicketsMax customerExposureMax symbolExposureMax',
    ],
  },
};
