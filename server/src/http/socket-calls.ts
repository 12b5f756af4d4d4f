/** Makes the calls that arrive over the socket for the session or the API key by which the connection acts. */
import type { IncomingMessage } from 'node:http';
import { refuse } from '@candor/domain/outcome.ts';
import type { AnsweredOrder, AskedOrder } from '@candor/protocol/batches/schemas.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import { callerIn } from './caller-checks.ts';
import type { Caller, Refused } from './caller-checks.ts';
import type { Dispatcher, Made } from './dispatch.ts';
import { enveloped } from './enveloped.ts';
import { failure } from './failure.ts';
import type { KeyedCallers } from './keyed-callers.ts';
import { languageOf } from './route.ts';

type Credential = { readonly token: string } | { readonly key: string; readonly address: string };
type Arrived = {
  readonly credential: Credential | undefined;
  readonly request: IncomingMessage;
  readonly order: AskedOrder;
};

const ended: Refused = refuse('session_ended');

export function socketCalls({
  dispatcher,
  sessions,
  keyed,
  onError,
}: {
  readonly dispatcher: Dispatcher;
  readonly sessions: Pick<Sessions, 'find'>;
  readonly keyed: Pick<KeyedCallers, 'again'>;
  readonly onError: (error: Error, call: string) => void;
}): (arrived: Arrived) => Promise<AnsweredOrder> {
  /** The session or key is looked up again for each call, because it may have ended since the connection opened. */
  async function callerOf(credential: Credential | undefined): Promise<Caller | Refused> {
    if (credential === undefined) return ended;
    if ('key' in credential) return keyed.again(credential);
    const session = await sessions.find(credential.token);
    return session === undefined ? ended : callerIn(session);
  }

  async function made({ credential, request, order }: Arrived): Promise<Made> {
    const caller = await callerOf(credential);
    if ('refusal' in caller) return { outcome: caller };
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
