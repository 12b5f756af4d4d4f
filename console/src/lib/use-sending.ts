/** Sending one decision: whether it is under way, what was refused, and that a network's failure leaves its fate open. */
import { useInFlight } from '@candor/client/in-flight.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useCallback, useState } from 'react';
import { refusalWords } from './refusal-words.ts';

export type Sending = {
  readonly sending: boolean;
  /** A sentence, or undefined. */
  readonly trouble: string | undefined;
  readonly refusal: RefusalEnvelope | undefined;
  /** Sends unless something is under way; answers the payload, or undefined when nothing came of it. */
  send<Payload>(make: () => Promise<Envelope<Payload>>): Promise<Payload | undefined>;
  clear(): void;
};

const UNANSWERED =
  'No answer came, so it is not known whether it was done. Send it again: it is never done twice.';

export function useSending(): Sending {
  const [state, setState] = useState<{ trouble?: string; refusal?: RefusalEnvelope }>({});
  const { busy, run } = useInFlight();
  const send = useCallback(
    <Payload>(make: () => Promise<Envelope<Payload>>) =>
      run(async () => {
        setState({});
        try {
          const envelope = await make();
          if (envelope.type === 'ok') return envelope.message;
          setState({ trouble: refusalWords(envelope), refusal: envelope });
        } catch {
          setState({ trouble: UNANSWERED });
        }
        return undefined;
      }),
    [run],
  );
  const clear = useCallback(() => setState({}), []);
  return { sending: busy, trouble: state.trouble, refusal: state.refusal, send, clear };
}
