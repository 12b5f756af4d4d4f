/** The demo's calls. */
import * as demo from './schemas.ts';
import { call } from '../call.ts';

export const demoCalls = {
  'GET demo': call({
    who: 'visitor',
    reference: { section: 'Demo', title: 'List example logins' },
    summary: 'The example logins, an invite code, and whether the history of a new demo is still being made.',
    input: demo.demoInput,
    output: demo.demoOutput,
    refusals: [],
    idempotent: false,
    mode: 'demo',
  }),
};
