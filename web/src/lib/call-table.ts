/**
 * The parts of the table of calls and events that the client needs at run time. The tables contain every schema and would double
 * the size of the first paint, so the build replaces this module with its result (`web/build/compiled-calls.ts`).
 */
import type { CallRow, Who } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import { channels } from '@candor/protocol/channels.ts';
import type { Topic, Touched } from '@candor/protocol/topics.ts';

export type CallFacts = {
  /** Undefined for calls that only a customer can make. */
  readonly who?: Exclude<Who, 'customer'>;
  readonly idempotent?: true;
  readonly order?: true;
  readonly sets?: NonNullable<CallRow['sets']>;
  readonly reads?: readonly Topic[];
  readonly touches?: Touched;
};

function factsOf({ who, idempotent, order, sets, reads, touches }: CallRow): CallFacts {
  return {
    ...(who === 'customer' ? {} : { who }),
    ...(idempotent ? { idempotent } : {}),
    ...(order === undefined ? {} : { order }),
    ...(sets === undefined ? {} : { sets }),
    ...(reads === undefined ? {} : { reads }),
    ...(touches === undefined ? {} : { touches }),
  };
}

export const callTable: Readonly<Record<string, CallFacts>> = Object.fromEntries(
  Object.entries(calls).map(([name, row]) => [name, factsOf(row)]),
);

/** The topics that each event changes. */
export const eventTable: Readonly<Record<string, readonly Topic[]>> = Object.fromEntries(
  Object.entries(channels).flatMap(([name, row]) => ('touches' in row ? [[name, row.touches]] : [])),
);
