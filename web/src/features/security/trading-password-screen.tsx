/** The screen on which the trading password is set, changed with the current trading password, or reset with a mailed code. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { securityLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useFinish } from '../../lib/resolving.ts';
import { Button } from '../../ui/button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { PasscodePad } from '../../ui/passcode-pad.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ResetCode } from './reset-code.tsx';
import type { Progress, TradingPasswordRequest, Way } from './trading-password-steps.ts';
import { advance, afterRefusal, begin } from './trading-password-steps.ts';

const labels = { current: 'currentOne', new: 'newOne', repeat: 'repeat' } as const;

function Steps({ first, onDone }: { readonly first: Way; readonly onDone: () => void }) {
  const t = useTranslations('security.trading');
  const [progress, setProgress] = useState<Progress>(() => begin(first));
  const [digits, setDigits] = useState('');
  const [refusal, setRefusal] = useState<RefusalEnvelope>();
  const save = useConfirmed('POST safe/trading_password', { showsRefusal: true });
  const words = useRefusalWords(refusal?.error, refusal?.params ?? {});
  const violation =
    progress.violation === 'differ' ? t('differ') : progress.violation === 'refused' ? words : undefined;

  function go(next: Progress): void {
    setProgress(next);
    setDigits('');
  }

  async function send(request: TradingPasswordRequest): Promise<void> {
    const answer = await save.send(request);
    if (answer?.type === 'ok') {
      onDone();
      return;
    }
    setDigits('');
    if (answer === undefined) return;
    setRefusal(answer);
    setProgress((before) => afterRefusal(before, answer.error));
  }

  function enter(typed: string): void {
    const outcome = advance(progress, typed);
    if ('next' in outcome) go(outcome.next);
    else void send(outcome.request);
  }

  if (progress.step === 'code') return <ResetCode violation={violation} onCode={enter} />;
  return (
    <div className="space-y-4">
      <PasscodePad
        label={t(labels[progress.step])}
        value={digits}
        error={digits === '' ? violation : undefined}
        busy={save.busy}
        onChange={setDigits}
        onComplete={enter}
      />
      {progress.step === 'current' && (
        <div className="text-center">
          <Button kind="quiet" small onClick={() => go(begin('reset'))}>
            {t('forgotten')}
          </Button>
        </div>
      )}
    </div>
  );
}

export function TradingPasswordScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('security.trading');
  const finish = useFinish(securityLink);
  // Starts with the reset if too many attempts brought the customer here.
  const forgotten = useParam('way') === 'reset';
  const query = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  // Keeps the state at the opening of the screen, so that the refetch after saving does not restart the steps.
  const [had, setHad] = useState<boolean>();
  if (had === undefined && query.data !== undefined) setHad(query.data.has_trading_password);

  function done(): void {
    toastSuccess('trading_password_set');
    finish();
  }

  return (
    <Screen>
      <div className="gutter space-y-5 pt-5">
        <p className="text-center text-sm text-balance text-soft">{t('text')}</p>
        {had !== undefined ? (
          <Steps first={had ? (forgotten ? 'reset' : 'change') : 'set'} onDone={done} />
        ) : (
          <Awaited
            query={query}
            skeleton={<Skeleton className="mx-auto h-96 w-full max-w-80 rounded-card" />}
          />
        )}
      </div>
    </Screen>
  );
}
