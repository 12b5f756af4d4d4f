/**
 * Turns the table of calls into routes. Each request passes the same checks (`route.ts`): the rate, the session and the fields.
 * Then it reaches the feature's handler.
 */
import type { FastifyInstance } from 'fastify';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { answerDirectly } from './direct-calls.ts';
import { Dispatcher } from './dispatch.ts';
import type { DispatcherOptions } from './dispatch.ts';
import { Route } from './route.ts';
import { UploadSlots, acceptFiles } from './upload-body.ts';

export type MountOptions = DispatcherOptions & {
  /** Set if other parts of the server also make calls, so that all calls are counted together. */
  readonly dispatcher?: Dispatcher;
};

/** A symbol may also be part of the path, as in "tape/BTC%2FUSDT". */
const ALIASES: readonly { readonly path: string; readonly name: CallName }[] = [
  { path: 'tape/:symbol', name: 'GET tape' },
  { path: 'tape/:symbol/checkpoints', name: 'GET tape/checkpoints' },
];

/** Adds only the rows that exist in this mode. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const { onError, dispatcher = new Dispatcher(options) } = options;
  const { checks, onAnswered, trace } = dispatcher;
  const shared = { checks, uploads: new UploadSlots(), onError, onAnswered, trace };
  const direct = new Map<string, Route>();
  for (const call of dispatcher.calls) {
    const { name, row } = call;
    const { method, path } = methodAndPath(name);
    const route = new Route(call, shared);
    const { answer: handler } = route;
    const config = { countsItself: true };
    if (row.takesFile === true) {
      void app.register(async (scope) => {
        await acceptFiles(scope);
        scope.route({ method, url: `/api/${path}`, config, handler });
      });
      continue;
    }
    if (method === 'POST') direct.set(`/api/${path}`, route);
    app.route({ method, url: `/api/${path}`, config, handler });
    for (const alias of ALIASES)
      if (alias.name === name) app.route({ method, url: `/api/${alias.path}`, config, handler });
  }
  answerDirectly(app.server, direct);
}
