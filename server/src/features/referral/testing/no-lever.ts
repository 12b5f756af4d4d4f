/** The no-lever allowlist of the feature `referral`: each name with its justification. */
import type { AllowedOfFeature } from '@candor/testing/no-lever/of-features.ts';
import { referralTold, rewards } from '../tables.ts';

export const allowed: AllowedOfFeature = {
  calls: {
    'GET user/invite': ['own', ''],
    'GET user/invite_earnings': ['own', 'cursor from level limit to'],
  },
  columns: {
    referral_reward: {
      whose: 'book id source order_id number level',
      terms: 'rate',
      money: 'base amount',
      reckoned: 'journal_seq',
      state: 'shortfall status',
      waits: 'armed_seq',
      when: 'time_ms paid_ms',
      works: 'version',
    },
    referral_basis: { whose: 'book id', reckoned: 'fees given' },
    referral_told: { whose: 'book id', when: 'day', reckoned: 'untold' },
  },
  tables: {
    referral_reward: 'commands',
    referral_told: 'commands',
  },
  changed: [referralTold, rewards],
  rights: [
    { because: 'read only: only journals move them', may: 'select', on: 'referral_basis' },
    {
      because:
        'shares of a friend’s fund income: a trigger checks each against the payment, the tree of invitations and its journal',
      may: 'select insert',
      on: 'referral_reward',
    },
    {
      because: 'the shares of which customers were notified, on which no payment depends',
      may: 'select insert',
      on: 'referral_told',
    },
  ],
  guardReads: 'referral_basis referral_reward',
  publicRights: [
    {
      because: 'belongs to a trigger and cannot be called: credit and shares',
      may: 'execute',
      on: 'referral_reward_of_own_fees',
    },
    {
      because: 'belongs to a trigger and cannot be called',
      may: 'execute',
      on: 'referral_reward_verified referral_reward_moved referral_reward_steps',
    },
  ],
  functions: {
    'definer referral_reward_agreed()': 'guards',
    'referral_reward_verified()': 'guards',
    'referral_reward_of_own_fees()': 'guards',
    'referral_reward_moved()': 'guards',
    'referral_reward_steps()': 'guards',
    'referral_journal(posted)': 'guards',
  },
  triggers: {
    'referral_reward.referral_reward_zz_agreed':
      'a share has the published rate, for a verified customer, along a chain without shared devices or addresses',
    'referral_reward.referral_reward_of_own_fees': 'no share beyond half of what its friend has paid in fees',
    'referral_reward.referral_reward_verified':
      'a share is of a payment of its transaction, for who stands so far above',
    'referral_reward.referral_reward_moved': 'what ends a share is a journal of exactly that',
    'referral_reward.referral_reward_transition': 'a share begins due and ends once',
    'referral_reward.referral_reward_transition_steps': 'paid or given back by a journal',
  },
};
