/**
 * Merges the features' handlers, so that every row of the call tables has exactly one handler. If one is missing, the program
 * doesn't compile. If two features supply the same one, the server doesn't start.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { Handlers } from '../calls/handler.ts';
import type { Feature } from '../platform/feature.ts';

type CallsOf<One> = One extends Feature<infer Calls, infer _> ? keyof Calls : never;
type ConsoleCallsOf<One> = One extends Feature<infer _, infer ConsoleCalls> ? keyof ConsoleCalls : never;

/** While a row of the table has no handler, this type lacks the row, so it isn't assignable to `Handlers`. */
export type HandlersOf<All extends readonly unknown[]> = Pick<Handlers, CallName & CallsOf<All[number]>>;
export type ConsoleHandlersOf<All extends readonly unknown[]> = Pick<
  ConsoleHandlers,
  ConsoleCallName & ConsoleCallsOf<All[number]>
>;

type Named = { readonly name: string; readonly calls: object | undefined };

/** Throws if two features handle the same call. */
export function onlyOnce<Calls extends object>(parts: readonly Named[]): Calls {
  const answeredBy = new Map<string, string>();
  for (const { name, calls = {} } of parts) {
    for (const call of Object.keys(calls)) {
      const other = answeredBy.get(call);
      if (other !== undefined)
        throw new Error(`expected one handler for ${call}, found one in ${other} and one in ${name}`);
      answeredBy.set(call, name);
    }
  }
  return Object.assign({}, ...parts.map(({ calls }) => calls)) as Calls;
}
