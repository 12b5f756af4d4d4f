/** What the client asks of the table of calls: who makes a call, whether it is repeated by its key, what it reads and touches. */
import type { CallName } from '@candor/protocol/calls.ts';
import type { channels } from '@candor/protocol/channels.ts';
import type { Topic, Touched } from '@candor/protocol/topics.ts';
import { callTable, eventTable } from './call-table.ts';

/** Whether it is made as the customer where there is one, and else as a visitor, by the key that this device keeps. */
export function isForAnybody(name: CallName): boolean {
  return callTable[name]?.who === 'anybody';
}

/** Whether a call goes without a token. */
export function isForVisitors(name: CallName): boolean {
  return callTable[name]?.who === 'visitor';
}

/** Whether a call honours an `Idempotency-Key`. */
export function isIdempotent(name: CallName): boolean {
  return callTable[name]?.idempotent === true;
}

/** Whether the command makes something so rather than adding to it, so that each time is a new one (`CallRow.sets`). */
export function setsAnew(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
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

/** The calls whose answers are about any of these. */
export function readersOf(topics: readonly Topic[]): readonly CallName[] {
  return names.filter((name) => callTable[name]?.reads?.some((topic) => topics.includes(topic)) === true);
}

/** The calls whose answers about the customer are asked for anew when it is unknown what has changed. */
export const readOfCustomer: readonly CallName[] = names.filter((name) => {
  const { who, reads } = callTable[name] ?? {};
  return who === undefined && reads !== undefined;
});
