/** Definitions that belong to no single feature: refusals of any call, successes, messages about logins, and shared topics. */
export { generalRefusals } from './refusals/any-call.ts';
export { identityRefusals } from './refusals/identity.ts';
export { moneyRefusals } from './refusals/money.ts';
export { operatorRefusals } from './refusals/operators.ts';
export { tradingRefusals } from './refusals/trading.ts';
export { sharedSuccesses } from './successes.ts';
export { signInNotices } from './notices/sign-in.ts';

export const noticeTopics = {
  account: { email: 'usually', push: 'usually' },
  money: { email: 'usually', push: 'usually' },
} as const;
