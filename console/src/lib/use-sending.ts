/** Sending one decision: whether it is under way, what was refused, and that a network's failure leaves its fate open. */
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useCallback, useRef, useState } from 'react';
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
  const [state, setState] = useState<{ sending: boolean; trouble?: string; refusal?: RefusalEnvelope }>({
    sending: false,
  });
  const busy = useRef(false);
  const send = useCallback(async <Payload>(make: () => Promise<Envelope<Payload>>) => {
    if (busy.current) return undefined;
    busy.current = true;
    setState({ sending: true });
    try {
      const envelope = await make();
      if (envelope.type === 'ok') {
        setState({ sending: false });
        return envelope.message;
      }
      setState({ sending: false, trouble: refusalWords(envelope), refusal: envelope });
    } catch {
      setState({ sending: false, trouble: UNANSWERED });
    } finally {
      busy.current = false;
    }
    return undefined;
  }, []);
  const clear = useCallback(() => setState({ sending: false }), []);
  return { sending: state.sending, trouble: state.trouble, refusal: state.refusal, send, clear };
}
