/** The no-lever allowlist of the feature `strategy`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { strategyClocks } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET transparency/fund': ['published', ''],
    'GET transparency/strategy': ['published', 'day cursor limit symbol from to'],
  },
  consoleCalls: {
    'GET fund': ['reads', ''],
  },
  columns: {
    strategy_clock: {
      whose: 'book id',
      reckoned: 'result balance',
      waits: 'version armed_seq',
      when: 'first_slot_ms next_slot_ms day due_ms',
    },
    strategy_trade: {
      whose: 'id symbol',
      tape: 'tape_seq',
      // These are computed only from the tape's entry and the slot's time, so that anybody can recompute them.
      reckoned: 'quantity buy_venue buy_price buy_fee sell_venue sell_price sell_fee result',
      money: 'journal_seq',
      when: 'slot_ms',
    },
    strategy_report: {
      whose: 'id',
      money: 'result journal_seq',
      proof: 'evidence',
      told: 'proposal',
      when: 'day counts_day booked_ms',
    },
    fund_weight: { whose: 'book id project', when: 'day', terms: 'terms_version', reckoned: 'principal_ms' },
  },
  tables: {
    strategy_clock: 'commands',
    strategy_trade: 'commands',
    strategy_report: 'commands',
  },
  history: ['strategy_trade', 'strategy_report'],
  changed: [strategyClocks],
  rights: [
    {
      because: 'reads the rate that an order waits for, and the weights of all orders on a day',
      may: 'select',
      on: 'fund_weight',
    },
    {
      because: 'waits for the strategy’s next slot and for midnight; triggers check it against the bookings',
      may: 'select insert',
      on: 'strategy_clock',
    },
    {
      because:
        'results of the strategy: written once, and never without their journal, the tape or two approvers',
      may: 'select insert',
      on: 'strategy_trade strategy_report',
    },
  ],
  guardReads: 'strategy_clock strategy_report strategy_trade',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'strategy_clock_counts strategy_clock_transition strategy_report_by_two strategy_trade_verified',
    },
  ],
  functions: {
    'definer strategy_slots_whole()': 'guards',
    'definer strategy_trade_recomputed()': 'guards',
    'strategy_drawn(before_word, purpose)': 'computes',
    'strategy_part(most, word)': 'computes',
    'strategy_trade_due(of_slot_ms, of_symbol)': 'computes',
    'strategy_word(value)': 'computes',
    'strategy_clock_transition()': 'guards',
    'strategy_clock_counts()': 'guards',
    'strategy_trade_verified()': 'guards',
    'strategy_report_by_two()': 'guards',
    'strategy_journal(posted)': 'guards',
  },
  triggers: {
    'strategy_clock.strategy_slots_begin': 'the strategy begins now',
    'strategy_clock.strategy_slots_whole': 'a slot is over and whole before the next',
    'strategy_trade.strategy_trade_recomputed': 'a trade is the one that the slot makes',
    'strategy_clock.strategy_clock_transition': 'day after day, and a house plays or reports',
    'strategy_clock.strategy_clock_counts': 'what counts for a day is what was booked of it',
    'strategy_clock.strategy_clock_kept': 'history',
    'strategy_trade.strategy_trade_verified':
      'a trade is of the tape’s entry at its time, and of its journal',
    'strategy_trade.strategy_trade_append_only': 'history',
    'strategy_report.strategy_report_by_two': 'what two persons approved, in these words',
    'strategy_report.strategy_report_append_only': 'history',
  },
  limits: { strategy: ['how long answers are cached', 'fundKeptMs strategyKeptMax'] },
};
