/**
 * Turns the table of calls into routes. Each request passes the same checks (`route.ts`): the rate, the session and the fields.
 * Then it reaches the feature's handler.
 */
import type { FastifyInstance } from 'fastify';
import type { CallRow } from '@candor/protocol/call.ts';
import { calls } from '@candor/protocol/features.ts';
import { methodAndPath } from '@candor/protocol/calls.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Handlers } from '../calls/handler.ts';
import type { DeviceKeys } from '../identity/device-keys.ts';
import { CallerChecks } from './caller-checks.ts';
import type { CallerChecksOptions } from './caller-checks.ts';
import { CostlyCalls } from './costly-calls.ts';
import { Route } from './route.ts';
import type { AnyHandler } from './route.ts';
import { UploadSlots, acceptFiles } from './upload-body.ts';

export type MountOptions = CallerChecksOptions & {
  readonly handlers: Handlers;
  readonly mode: 'demo' | 'live';
  /** The keys of customers' devices. If absent, no order may be signed. */
  readonly deviceKeys?: Pick<DeviceKeys, 'hasSigned'>;
  /** Reports a bug that a request triggered; the caller only learns that the call failed. */
  readonly onError: (error: Error, call: string) => void;
};

/** A symbol may also be part of the path, as in "tape/BTC%2FUSDT". */
const ALIASES: readonly { readonly path: string; readonly name: CallName }[] = [
  { path: 'tape/:symbol', name: 'GET tape' },
  { path: 'tape/:symbol/checkpoints', name: 'GET tape/checkpoints' },
];

/** Adds only the rows that exist in this mode. */
export function mountCalls(app: FastifyInstance, options: MountOptions): void {
  const { handlers, deviceKeys, onError } = options;
  const shared = {
    ...(deviceKeys === undefined ? {} : { deviceKeys }),
    checks: new CallerChecks(options),
    reading: new CostlyCalls(),
    uploads: new UploadSlots(),
    onError,
  };
  const rows = Object.entries(calls) as [CallName, CallRow][];
  for (const [name, row] of rows) {
    if (row.mode === 'demo' && options.mode !== 'demo') continue;
    const { method, path } = methodAndPath(name);
    const { answer: handler } = new Route(name, row, handlers[name] as unknown as AnyHandler, shared);
    const config = { countsItself: true };
    if (row.takesFile === true) {
      void app.register(async (scope) => {
        await acceptFiles(scope);
        scope.route({ method, url: `/api/${path}`, config, handler });
      });
      continue;
    }
    app.route({ method, url: `/api/${path}`, config, handler });
    for (const alias of ALIASES)
      if (alias.name === name) app.route({ method, url: `/api/${alias.path}`, config, handler });
  }
}
