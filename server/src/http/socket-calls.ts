/** Makes the calls that arrive over the socket for the session whose token the connection sent. */
import type { IncomingMessage } from 'node:http';
import { refuse } from '@candor/domain/outcome.ts';
import type { AnsweredOrder, AskedOrder } from '@candor/protocol/batches/schemas.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { callerIn } from './caller-checks.ts';
import type { Caller } from './caller-checks.ts';
import type { Dispatcher, Made } from './dispatch.ts';
import { enveloped } from './enveloped.ts';
import { failure } from './failure.ts';
import { languageOf } from './route.ts';

type Arrived = {
  readonly token: string | undefined;
  readonly request: IncomingMessage;
  readonly order: AskedOrder;
};

export function socketCalls({
  dispatcher,
  sessions,
  onError,
}: {
  readonly dispatcher: Dispatcher;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly onError: (error: Error, call: string) => void;
}): (arrived: Arrived) => Promise<AnsweredOrder> {
  /** The session is found again for each call, because it may have ended since the connection opened. */
  async function callerOf(token: string | undefined): Promise<Caller | undefined> {
    const session = token === undefined ? undefined : await sessions.find(token);
    return session === undefined ? undefined : callerIn(session);
  }

  async function made({ token, request, order }: Arrived): Promise<Made> {
    const caller = await callerOf(token);
    if (caller === undefined) return { outcome: refuse('session_ended') };
    const { call, fields, signature, idempotency_key: idempotencyKey } = order;
    const { callers } = dispatcher.checks;
    return dispatcher.dispatch(call, {
      ...{ caller, fields, idempotencyKey },
      order: { body: JSON.stringify(fields), signature },
      facts: {
        language: languageOf(fields),
        address: callers.addressOf(request),
        agent: request.headers['user-agent'] ?? '',
        host: callers.hostOf(request),
      },
    });
  }

  return async (arrived) => {
    try {
      return enveloped(await made(arrived));
    } catch (error) {
      return enveloped({ outcome: failure(error as Error, (bug) => onError(bug, arrived.order.call)) });
    }
  };
}
