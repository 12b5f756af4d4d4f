/** That each row of the tables of calls has one handler: which have none, the types say; which have two, the start. */
import type { CallName } from '@candor/protocol/calls.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { ConsoleHandlers } from '../calls/console-handler.ts';
import type { Handlers } from '../calls/handler.ts';
import type { Feature } from '../platform/feature.ts';

type CallsOf<One> = One extends Feature<infer Calls, infer _> ? keyof Calls : never;
type ConsoleCallsOf<One> = One extends Feature<infer _, infer ConsoleCalls> ? keyof ConsoleCalls : never;

/** The handlers that features have together; less than `Handlers` while a row of the table has none. */
export type HandlersOf<All extends readonly unknown[]> = Pick<Handlers, CallName & CallsOf<All[number]>>;
export type ConsoleHandlersOf<All extends readonly unknown[]> = Pick<
  ConsoleHandlers,
  ConsoleCallName & ConsoleCallsOf<All[number]>
>;

type Named = { readonly name: string; readonly calls: object | undefined };

/** The handlers of all; throws where two answer one call. */
export function onlyOnce<Calls extends object>(parts: readonly Named[]): Calls {
  const answeredBy = new Map<string, string>();
  for (const { name, calls = {} } of parts) {
    for (const call of Object.keys(calls)) {
      const other = answeredBy.get(call);
      if (other !== undefined) throw new Error(`${call} is answered by ${other} and by ${name}`);
      answeredBy.set(call, name);
    }
  }
  return Object.assign({}, ...parts.map(({ calls }) => calls)) as Calls;
}
