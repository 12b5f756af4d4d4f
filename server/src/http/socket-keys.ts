/**
 * Logs API keys in on the socket. A login is signed like a request, with the connection's own number in the path, so that a
 * copy of it is useless. From then on the key is looked up again for every call and every two seconds: its scopes, expiry,
 * revocation and networks apply as for requests.
 */
import { SOCKET_PATH } from '@candor/protocol/channels.ts';
import type { KeyLogin } from '@candor/protocol/channels.ts';
import { requestText } from '../identity/api-keys/signature.ts';
import { LIMITS } from '../limits.ts';
import type { Caller, CallerChecks, Refused } from './caller-checks.ts';
import type { KeyedCallers } from './keyed-callers.ts';

const METHOD = 'SOCKET';
const nothing = Buffer.alloc(0);

type Holder = { readonly customer: bigint; readonly reads: boolean };
type Options = {
  readonly checks: Pick<CallerChecks, 'identify'>;
  readonly keyed: Pick<KeyedCallers, 'again' | 'onForget'>;
};

export function socketKeys({ checks, keyed }: Options) {
  return {
    logIn: async (
      { key, time: timeMs, signature, window }: KeyLogin,
      { socketId, address }: { readonly socketId: string; readonly address: string },
    ): Promise<Holder | { readonly error: string }> => {
      const text = requestText({
        ...{ timeMs: String(timeMs), method: METHOD, url: `${SOCKET_PATH}?id=${socketId}`, body: nothing },
        ...{ idempotencyKey: '', window: window === undefined ? '' : String(window) },
      });
      const recvWindowMs = window ?? LIMITS.apiKeys.windowMs;
      const caller = await checks.identify({ key, text, signature, timeMs, recvWindowMs, address });
      if ('refusal' in caller) return { error: caller.refusal.code };
      return holderOf(caller) ?? { error: 'account_locked' };
    },
    again: async (connected: {
      readonly key: string;
      readonly address: string;
    }): Promise<Holder | undefined> => holderOf(await keyed.again(connected)),
    onChange: (listener: (customer: bigint) => void): void => keyed.onForget(listener),
  };
}

/** A frozen account may read, as over HTTP. Its calls are refused. */
function holderOf(caller: Caller | Refused): Holder | undefined {
  if ('refusal' in caller) return undefined;
  const { customer, status, key } = caller;
  if (status !== 'active' && status !== 'frozen') return undefined;
  return { customer, reads: key?.scopes.has('read') === true };
}
