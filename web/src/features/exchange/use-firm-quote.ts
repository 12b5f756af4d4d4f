/**
 * One firm price, requested only by a tap. Its countdown starts with the request, before the server's own countdown, so that the
 * screen never overstates the remaining time.
 */
import { useCallback, useEffect, useState } from 'react';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useCommand } from '../../lib/use-command.ts';
import type { FirmQuote, QuoteRequest } from './exchange-draft.ts';
import { secondsLeft } from './exchange-draft.ts';

const TICK_MS = 200;

type Held = { readonly quote: FirmQuote; readonly endsMs: number; readonly ofMs: number };

export type HeldQuote = {
  readonly quote: FirmQuote;
  /** The remaining time in whole seconds; zero after expiry. */
  readonly left: number;
  readonly of: number;
};

export function useFirmQuote(onRefused: (refusal: RefusalEnvelope) => void) {
  const command = useCommand('POST wallet/flash_quote', { showsRefusal: true });
  const [held, setHeld] = useState<Held>();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (held === undefined) return undefined;
    const count = (): void => {
      const now = secondsLeft(held.endsMs, performance.now());
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(count, TICK_MS);
    return () => clearInterval(timer);
  }, [held]);

  const ask = async (request: QuoteRequest): Promise<void> => {
    const askedMs = performance.now();
    const answer = await command.send(request);
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      setHeld(undefined);
      if (answer.type === 'error') onRefused(answer);
      return;
    }
    const ofMs = answer.message.valid_ms;
    setHeld({ quote: answer.message, endsMs: askedMs + ofMs, ofMs });
    setLeft(secondsLeft(askedMs + ofMs, performance.now()));
  };
  const shown: HeldQuote | undefined =
    held === undefined ? undefined : { quote: held.quote, left, of: secondsLeft(held.ofMs, 0) };
  return {
    held: shown,
    busy: command.busy,
    ask,
    drop: useCallback(() => setHeld(undefined), []),
    /** Called when the server reports that the price has expired. */
    end: useCallback(() => setHeld((before) => before && { ...before, endsMs: performance.now() }), []),
  };
}
