/** Sends a command from a screen. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { useInFlight } from '@candor/client/in-flight.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { CommandOptions } from './api.ts';
import { useApi } from './api.ts';
import { useToasts } from './notices.ts';

export type Command<Name extends CallName> = {
  readonly busy: boolean;
  /**
   * Resolves with the answer or a refusal (shown as a toast unless the caller shows it). Resolves with undefined after a network
   * failure, which has been shown and after which the command can safely be sent again, and if an earlier answer is still
   * awaited, in which case nothing is sent.
   */
  readonly send: (input: CallRequest<Name>) => Promise<Envelope<CallOutput<Name>> | undefined>;
};

export function useCommand<Name extends CallName>(
  name: Name,
  { showsRefusal = false, waits = false }: CommandOptions = {},
): Command<Name> {
  const t = useTranslations('ui');
  const { command } = useApi();
  const { showToast } = useToasts();
  const { busy, run } = useInFlight();
  const send = useCallback(
    (input: CallRequest<Name>) =>
      run(async () => {
        try {
          return await command(name, input, { showsRefusal, waits });
        } catch (failure) {
          if (!(failure instanceof NetworkFailure)) throw failure;
          showToast(t('networkFailed'), 'bad');
          return undefined;
        }
      }),
    [command, name, run, showToast, showsRefusal, waits, t],
  );
  return { busy, send };
}
