/** The state of the leverage permission, as shown. Pure. */
import type { CallOutput } from '@candor/protocol/calls.ts';

export type Permission = CallOutput<'GET lever/questionnaire'>;
/** The displayed state: `approved` whenever leverage is enabled, however that happened. */
export type ShownState = Permission['state'];

export function shownState({ state, lever_enabled: enabled }: Permission): ShownState {
  if (enabled) return 'approved';
  return state === 'approved' ? 'switched_off' : state;
}

/** Whether the customer can apply: leverage is not enabled, and no application is pending. */
export function mayApply(state: ShownState): boolean {
  return state === 'none' || state === 'rejected' || state === 'switched_off';
}
