/** The missing requirements for a withdrawal, in the order of the server's checks. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

type User = Pick<CallOutput<'GET user/info'>, 'kyc_status' | 'has_trading_password'>;
export type MissingStep = 'verify' | 'trading_password' | 'bank_card';

export function missingSteps(user: User, hasBankCard: boolean): readonly MissingStep[] {
  const all: readonly (readonly [MissingStep, boolean])[] = [
    ['verify', user.kyc_status === 'approved'],
    ['trading_password', user.has_trading_password],
    ['bank_card', hasBankCard],
  ];
  return all.filter(([, isThere]) => !isThere).map(([step]) => step);
}
