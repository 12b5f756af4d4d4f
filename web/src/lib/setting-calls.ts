/**
 * Commands that make something so, whatever it was: twice is as good as once. A key kept from an attempt without an answer would
 * do harm with these. The stop that was set, moved, and set back within minutes would be answered from what was stored the first
 * time, and stand where it had been moved to. So each time is a new one.
 */
import type { CallName } from '@candor/protocol/calls.ts';

const settings: ReadonlySet<CallName> = new Set([
  // Levels are set; margin that goes along is added, and added once.
  'POST lever/setstop',
  'POST user/limit_set',
  // An alert for the same price is the one that waits already.
  'POST price_alert',
  // A plan is paused, goes on or has other terms, however often that is said.
  'POST recurring/pause',
  'POST recurring/resume',
  'POST recurring/change',
  // Whatever is open or rests at that moment.
  'POST lever/dealall',
  'POST lever/cancel_all',
  'POST order/cancel_all',
]);

export function setsAnew(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
  return settings.has(name) && input['add_margin'] === undefined;
}
