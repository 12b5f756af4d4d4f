/** How the permission for leverage stands, as it is shown. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Permission = CallOutput<'GET lever/questionnaire'>;
/** What is said of it; once leverage is on, it does not matter how. */
export type ShownState = Permission['state'];

/** Customer service can enable it without an application, and then there is no state of one. */
export function shownState({ state, lever_enabled: enabled }: Permission): ShownState {
  if (enabled) return 'approved';
  return state === 'approved' ? 'switched_off' : state;
}

/** Whether there is anything to apply for, and no application waits. */
export function mayApply(state: ShownState): boolean {
  return state === 'none' || state === 'rejected' || state === 'switched_off';
}
