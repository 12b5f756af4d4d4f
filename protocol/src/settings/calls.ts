/** API calls for the credit score, notification settings, closing the account and the data export. */
import * as settings from './schemas.ts';
import { none, nothing } from '../fields.ts';
import { confirmationRefusals } from '../confirmation.ts';
import { call } from '../call.ts';

export const settingsCalls = {
  'GET user/credit': call({
    who: 'customer',
    reference: {
      section: 'Settings and messages',
      title: 'Get the credit score',
      after: 'POST user/push_unsubscribe',
    },
    summary: 'The credit score, and what it consists of.',
    input: none,
    output: settings.creditScore,
    refusals: [],
    idempotent: false,
    reads: ['credit'],
  }),
  'GET user/notice_choices': call({
    who: 'customer',
    reference: {
      section: 'Settings and messages',
      title: 'Get notification settings',
      after: 'POST user/message_read',
    },
    summary: 'The notifications that the customer receives, and those that can’t be switched off.',
    input: none,
    output: settings.noticeChoices,
    refusals: [],
    idempotent: false,
  }),
  'POST user/notice_choice': call({
    who: 'customer',
    reference: {
      section: 'Settings and messages',
      title: 'Change a notification setting',
      after: 'GET user/notice_choices',
    },
    summary: 'Switches a notification on or off.',
    input: settings.noticeChoiceInput,
    output: settings.noticeChoices,
    refusals: ['state_abnormal'],
    idempotent: false,
    twice: 'sets the same choice',
    whenFrozen: true,
  }),
  'POST user/close': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Close the account', after: 'POST user/export' },
    summary:
      'Closes the account for good if nothing is open and no money is left. In a demo, the play money goes back.',
    input: settings.closeAccountInput,
    output: nothing,
    refusals: ['feature_off', 'open_trade_blocks', 'balance_left', ...confirmationRefusals],
    idempotent: true,
  }),
  'POST user/export': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'Export your data', after: 'GET user/acts' },
    summary: 'All data that the platform stores about the customer.',
    input: settings.exportInput,
    output: settings.exportOutput,
    refusals: [...confirmationRefusals],
    cost: 50,
    readsMuch: true,
    idempotent: false,
    twice: 'reads',
    whenFrozen: true,
  }),
};
