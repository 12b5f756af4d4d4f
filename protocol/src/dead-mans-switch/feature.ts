/** The protocol definitions of cancelling all orders, exported under the names that `features.ts` expects. */
export { deadMansSwitchCalls as calls } from './calls.ts';
export { deadMansSwitchNotices as notices } from './notices.ts';

export const topics = ['dead mans switch'] as const;
