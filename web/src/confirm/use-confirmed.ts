/**
 * Sends a command that must not be possible with a stolen token alone. It is used like `useCommand`: if the server requires a
 * confirmation, the sheet opens over the screen. The form keeps its input whatever the outcome.
 */
import { NetworkFailure } from '@candor/client/answers.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { useInFlight } from '@candor/client/in-flight.ts';
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../lib/api.ts';
import { isForVisitors } from '../lib/call-facts.ts';
import type { CallOptions } from '../lib/client.ts';
import { useToasts } from '../lib/notices.ts';
import { createAsking } from './asking.ts';
import type { ConfirmedCall, Sent, Unconfirmed } from './send-confirmed.ts';
import { sendConfirmed } from './send-confirmed.ts';

export type ConfirmedCommand<Name extends ConfirmedCall> = {
  readonly busy: boolean;
  /**
   * Resolves with the answer or a refusal (shown as a toast unless the caller shows it), or with undefined if the customer did
   * not confirm or the network failed. A network failure has already been shown. The same command can be sent again.
   */
  readonly send: (input: Unconfirmed<Name>) => Promise<Sent<Name> | undefined>;
};

export function useConfirmed<Name extends ConfirmedCall>(
  name: Name,
  { showsRefusal = false }: Pick<CallOptions, 'showsRefusal'> = {},
): ConfirmedCommand<Name> {
  const { command, showRefusal } = useApi();
  const { showToast } = useToasts();
  const t = useTranslations('ui');
  const asking = useSlice(createAsking);
  const { busy, run } = useInFlight();
  const send = useCallback(
    (input: Unconfirmed<Name>) =>
      run(async () => {
        const answer = await sendConfirmed<Name>(input, {
          asking,
          ofVisitor: isForVisitors(name),
          send: async (full) => {
            try {
              return await command(name, full, { showsRefusal: true });
            } catch (failure) {
              if (!(failure instanceof NetworkFailure)) throw failure;
              showToast(t('networkFailed'), 'bad');
              return undefined;
            }
          },
        });
        if (answer?.type === 'error' && !showsRefusal) showRefusal(answer);
        return answer;
      }),
    [asking, command, name, run, showRefusal, showToast, showsRefusal, t],
  );
  return { busy, send };
}
