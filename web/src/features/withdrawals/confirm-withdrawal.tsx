/**
 * The confirmation of a withdrawal: the destination and the amount received, then the trading password, and the second factor if
 * there is one.
 */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useFormat } from '../../lib/format.ts';
import { chainNamesShown, shortAddress } from '../../lib/network-names.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PasscodePad } from '../../ui/passcode-pad.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CostFacts } from './cost-facts.tsx';
import type { WithdrawView } from './withdraw-request.ts';

export type ConfirmWithdrawalProps = {
  readonly open: boolean;
  readonly view: WithdrawView;
  readonly arrivalHours: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** Called when the refusal concerns the form, which then shows the refusal. */
  readonly onRefused: (refusal: RefusalEnvelope) => void;
};

/** Refusals shown at the pad, where the customer can try again. */
const aboutThePad: ReadonlySet<RefusalCode> = new Set(['trading_password_wrong', 'too_many_attempts']);

function Facts({ view, arrivalHours }: Pick<ConfirmWithdrawalProps, 'view' | 'arrivalHours'>) {
  const t = useTranslations('withdrawals');
  const { quantity } = useFormat();
  const { address, request } = view;
  if (address === undefined || request === undefined) return null;
  return (
    <dl>
      <FactRow name={t('to')}>
        {address.label !== '' && <span className="block">{address.label}</span>}
        <span className="block font-mono text-xs break-all">{address.address}</span>
      </FactRow>
      <FactRow name={t('network')}>{chainNamesShown[address.network]}</FactRow>
      <FactRow name={t('amount')}>{`${quantity(request.amount)} ${request.currency}`}</FactRow>
      <CostFacts view={view} arrivalHours={arrivalHours} />
    </dl>
  );
}

/** The pad for the trading password, which the customer must enter every time. */
function Pad({ view, onDone, onRefused }: Pick<ConfirmWithdrawalProps, 'view' | 'onDone' | 'onRefused'>) {
  const t = useTranslations('withdrawals');
  const { quantity } = useFormat();
  const [digits, setDigits] = useState('');
  const [refusal, setRefusal] = useState<RefusalEnvelope>();
  const words = useRefusalWords(refusal?.error, refusal?.params ?? {});
  const ask = useConfirmed('POST wallet/out', { showsRefusal: true });
  const { address, request } = view;

  async function send(password: string): Promise<void> {
    if (request === undefined) return;
    setRefusal(undefined);
    const answer = await ask.send({ ...request, trading_password: password });
    setDigits('');
    if (answer === undefined) return;
    if (answer.type === 'ok') onDone();
    else if (aboutThePad.has(answer.error)) setRefusal(answer);
    else onRefused(answer);
  }

  return (
    <div className="space-y-3">
      {address !== undefined && request !== undefined && (
        <p className="figures text-center text-sm text-soft">
          {t('sentence', {
            amount: `${quantity(request.amount)} ${request.currency}`,
            address: shortAddress(address.address),
          })}
        </p>
      )}
      <PasscodePad
        label={t('tradingPassword')}
        value={digits}
        error={digits === '' ? words : undefined}
        busy={ask.busy}
        onChange={setDigits}
        onComplete={(typed) => void send(typed)}
      />
    </div>
  );
}

export function ConfirmWithdrawal(props: ConfirmWithdrawalProps) {
  const { open, view, arrivalHours, onClose, onDone, onRefused } = props;
  const t = useTranslations('withdrawals');
  const [seen, setSeen] = useState(false);
  // A new opening of the sheet starts at the first step.
  if (!open && seen) setSeen(false);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('confirmTitle')}
      footer={
        seen ? undefined : (
          <Button block onClick={() => setSeen(true)}>
            {t('goOn')}
          </Button>
        )
      }
    >
      {seen ? (
        <Pad view={view} onDone={onDone} onRefused={onRefused} />
      ) : (
        <Facts view={view} arrivalHours={arrivalHours} />
      )}
    </Sheet>
  );
}
