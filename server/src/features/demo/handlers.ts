/** The call that provides visitors of a demo with example logins and an invite code. */
import { ok } from '@candor/domain/outcome.ts';
import type { Handlers } from '../../calls/handler.ts';
import { demoOperators } from '../../operators/demo-operators.ts';
import { DEMO_INVITE_CODE, demoCustomers } from './seed.ts';

export function demoHandlers(): Pick<Handlers, 'GET demo'> {
  const answer = ok({
    customers: demoCustomers.map(({ account, password }) => ({ account, password })),
    operators: demoOperators.map(({ account, password, totpSecret, role }) => ({
      ...{ account, password, role },
      totp_secret: totpSecret,
    })),
    invite_code: DEMO_INVITE_CODE,
  });
  return { 'GET demo': () => Promise.resolve(answer) };
}
