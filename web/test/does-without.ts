/** Which screens stand without an answer of which calls, and why that is right. */
import type { CallName } from '@candor/protocol/calls.ts';

/** What the frame reads around every screen; its absence is looked at where a screen is about it. */
export const ofFrame: ReadonlySet<CallName> = new Set([
  'GET demo',
  'GET user/info',
  'GET currency/quotation_new',
  'POST wallet/list',
  'POST chat/open',
]);

/** Lines and cards that are left out, by call: the screen is of use without them. */
const anywhere: ReadonlySet<CallName> = new Set([]);

export function doesWithout(_address: string, name: CallName): boolean {
  return anywhere.has(name);
}
