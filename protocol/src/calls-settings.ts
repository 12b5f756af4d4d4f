/** The rows of own limits, of what a country allows, and of settings. */
import { call } from './call.ts';
import * as limits from './schemas/own-limits.ts';
import * as settings from './schemas/settings.ts';
import { none, nothing } from './schemas/fields.ts';

const confirming = [
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
] as const;

export const limitCalls = {
  'GET user/limits': call({
    who: 'customer',
    summary: 'The customer’s own limits and pauses, what counted so far, and what trading brought.',
    input: none,
    output: limits.ownLimits,
    refusals: [],
    idempotent: false,
    reads: ['limits', 'wallets'],
  }),
  'POST user/limit_set': call({
    who: 'customer',
    summary: 'Sets an own limit: tighter at once, looser after 24 hours.',
    input: limits.setLimitInput,
    output: limits.setLimitOutput,
    refusals: ['amount_wrong'],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'POST user/time_out': call({
    who: 'customer',
    summary: 'Pauses trading for 24 hours to six weeks; nobody can shorten it.',
    input: limits.timeOutInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'POST user/self_exclude': call({
    who: 'customer',
    summary: 'Excludes oneself from trading for six months or more; nobody can lift it.',
    input: limits.selfExcludeInput,
    output: limits.pauseOutput,
    refusals: [],
    idempotent: true,
    whenFrozen: true,
    touches: ['limits'],
  }),
  'GET jurisdictions': call({
    who: 'visitor',
    summary: 'What is offered in which country, with the source of every figure.',
    input: none,
    output: limits.jurisdictions,
    refusals: [],
    idempotent: false,
  }),
};

export const settingsCalls = {
  'GET user/credit': call({
    who: 'customer',
    summary: 'The credit score, and why it is what it is.',
    input: none,
    output: settings.creditScore,
    refusals: [],
    idempotent: false,
    reads: ['credit'],
  }),
  'GET user/notice_choices': call({
    who: 'customer',
    summary: 'Which notices the customer wants, and which nobody can mute.',
    input: none,
    output: settings.noticeChoices,
    refusals: [],
    idempotent: false,
  }),
  'POST user/notice_choice': call({
    who: 'customer',
    summary: 'Switches a notice on or off.',
    input: settings.noticeChoiceInput,
    output: settings.noticeChoices,
    refusals: ['state_abnormal'],
    idempotent: false,
    whenFrozen: true,
  }),
  'POST user/close': call({
    who: 'customer',
    summary:
      'Closes the account for good, once nothing is open and no money is left; in a demo the play money goes back.',
    input: settings.closeAccountInput,
    output: nothing,
    refusals: ['feature_off', 'open_trade_blocks', 'balance_left', ...confirming],
    idempotent: true,
  }),
  'POST user/export': call({
    who: 'customer',
    summary: 'Everything that is kept of the customer.',
    input: settings.exportInput,
    output: settings.exportOutput,
    refusals: [...confirming],
    cost: 50,
    readsMuch: true,
    idempotent: false,
    whenFrozen: true,
  }),
};
