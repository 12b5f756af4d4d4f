/** API calls for operators' actions on an account. */
import * as acts from './schemas.ts';
import { call } from '../call.ts';

export const actsCalls = {
  'GET user/acts': call({
    who: 'customer',
    reference: { section: 'Settings and messages', title: 'List staff activity on your account' },
    summary: 'Operators’ actions on this account, newest first.',
    input: acts.actsInput,
    output: acts.acts,
    refusals: [],
    idempotent: false,
    reads: ['acts'],
  }),
};
