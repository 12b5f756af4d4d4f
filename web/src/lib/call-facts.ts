/**
 * The facts that the client needs from the table of calls: who makes a call, whether a key makes it idempotent, and the topics
 * that it reads and affects.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import type { channels } from '@candor/protocol/channels.ts';
import type { Topic, Touched } from '@candor/protocol/topics.ts';
import { callTable, eventTable } from './call-table.ts';

/** Whether a call is made as the logged-in customer or, without a login, as a visitor with the key stored on this device. */
export function isForAnybody(name: CallName): boolean {
  return callTable[name]?.who === 'anybody';
}

/** Whether a call is sent without a token. */
export function isForVisitors(name: CallName): boolean {
  return callTable[name]?.who === 'visitor';
}

export function isIdempotent(name: CallName): boolean {
  return callTable[name]?.idempotent === true;
}

/** Whether the call opens, changes or ends a trade, so that it is signed and gets a receipt. */
export function isOrder(name: CallName): boolean {
  return callTable[name]?.order === true;
}

/** Whether the command sets a state instead of adding to it, so that every call is a new command (`CallRow.sets`). */
export function setsWhole(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
  const sets = callTable[name]?.sets;
  return sets === true || (sets !== undefined && input[sets.unless] === undefined);
}

export function touchedBy(name: CallName): Touched {
  return callTable[name]?.touches ?? [];
}

export function touchedByEvent(name: keyof typeof channels): readonly Topic[] {
  return eventTable[name] ?? [];
}

const names = Object.keys(callTable) as CallName[];

/** Returns the calls whose answers concern any of these topics. */
export function readersOf(topics: readonly Topic[]): readonly CallName[] {
  return names.filter((name) => callTable[name]?.reads?.some((topic) => topics.includes(topic)) === true);
}

/** The calls about the customer, all of which are refetched if the change is unknown. */
export const readOfCustomer: readonly CallName[] = names.filter((name) => {
  const { who, reads } = callTable[name] ?? {};
  return who === undefined && reads !== undefined;
});
