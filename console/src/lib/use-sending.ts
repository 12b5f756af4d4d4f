/** Sends a decision, and tracks whether it is in flight, was refused, or has an unknown outcome after a network failure. */
import { useInFlight } from '@candor/client/in-flight.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useCallback, useState } from 'react';
import { useSay } from '../i18n/say.ts';
import { refusalWords } from './refusal-words.ts';

export type Sending = {
  readonly sending: boolean;
  /** The message to show; undefined if there is none. */
  readonly trouble: string | undefined;
  readonly refusal: RefusalEnvelope | undefined;
  /** Sends unless a call is in flight. Returns the payload, or undefined after a refusal or failure. */
  send<Payload>(make: () => Promise<Envelope<Payload>>): Promise<Payload | undefined>;
  clear(): void;
};

export function useSending(): Sending {
  const t = useSay();
  const [state, setState] = useState<{ unanswered?: true; refusal?: RefusalEnvelope }>({});
  const { busy, run } = useInFlight();
  const send = useCallback(
    <Payload>(make: () => Promise<Envelope<Payload>>) =>
      run(async () => {
        setState({});
        try {
          const envelope = await make();
          if (envelope.type === 'ok') return envelope.message;
          setState({ refusal: envelope });
        } catch {
          setState({ unanswered: true });
        }
        return undefined;
      }),
    [run],
  );
  const clear = useCallback(() => setState({}), []);
  const { unanswered, refusal } = state;
  const trouble = unanswered === true ? t('ui.unanswered') : refusal && refusalWords(refusal);
  return { sending: busy, trouble, refusal, send, clear };
}
