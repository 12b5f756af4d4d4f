/** The sheet for repaying a loan: the amount and its split, the trading password, and the receipt. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useUser, useWallets } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { resolvingLink, useResolving } from '../../lib/resolving.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { PasscodePad } from '../../ui/passcode-pad.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { Split } from './repayment.ts';
import { readRepayment } from './repayment.ts';
import type { Loan } from './use-loans.ts';

type Receipt = CallOutput<'POST lh/loan/repayment'>;
type Stage =
  | { readonly name: 'amount' | 'look' | 'pad' }
  | { readonly name: 'receipt'; readonly receipt: Receipt };

export type RepaySheetProps = {
  readonly open: boolean;
  readonly loan: Loan;
  readonly onClose: () => void;
};

const PLACES = 8;
const empty = { amount: '' };
const fields = ['amount'] as const;
const about = {
  amount_wrong: 'amount',
  repayment_above_due: 'amount',
  balance_insufficient: 'amount',
} as const;
/** Refusals shown at the pad, where the customer can try again. */
const aboutThePad: ReadonlySet<RefusalCode> = new Set(['trading_password_wrong', 'too_many_attempts']);

function SplitFacts({ split, currency }: { readonly split: Omit<Split, 'left'>; readonly currency: string }) {
  const t = useTranslations('loans');
  const { decimal } = useFormat();
  // Formats to the last decimal place, because exactly this amount is paid.
  const exact = (value: string): string => `${decimal(value, { min: 2, max: PLACES })} ${currency}`;
  return (
    <>
      <FactRow name={t('payAmount')} strong>
        {exact(split.amount)}
      </FactRow>
      {split.fee !== '0' && <FactRow name={t('overdueFee')}>{exact(split.fee)}</FactRow>}
      <FactRow name={t('interest')}>{exact(split.interest)}</FactRow>
      <FactRow name={t('principal')}>{exact(split.principal)}</FactRow>
    </>
  );
}

/** The pad for the trading password, which the customer must enter every time. */
function Pad({
  loan,
  split,
  onPaid,
  onRefused,
}: {
  readonly loan: Loan;
  readonly split: Split;
  readonly onPaid: (receipt: Receipt) => void;
  /** Called when the refusal concerns an earlier step, which then shows the refusal. */
  readonly onRefused: (refusal: RefusalEnvelope) => void;
}) {
  const t = useTranslations('loans');
  const { decimal } = useFormat();
  const [digits, setDigits] = useState('');
  const [refusal, setRefusal] = useState<RefusalEnvelope>();
  const words = useRefusalWords(refusal?.error, refusal?.params ?? {});
  const repay = useCommand('POST lh/loan/repayment', { showsRefusal: true });

  async function send(password: string): Promise<void> {
    setRefusal(undefined);
    const answer = await repay.send({ id: loan.id, amount: split.amount, trading_password: password });
    setDigits('');
    if (answer === undefined) return;
    if (answer.type === 'ok') onPaid(answer.message);
    else if (aboutThePad.has(answer.error)) setRefusal(answer);
    else onRefused(answer);
  }

  return (
    <div className="space-y-3">
      <p className="figures text-center text-sm text-soft">
        {t('payFromSpot', { amount: `${decimal(split.amount, { min: 2, max: PLACES })} ${loan.currency}` })}
      </p>
      <PasscodePad
        label={t('tradingPassword')}
        value={digits}
        error={digits === '' ? words : undefined}
        busy={repay.busy}
        onChange={setDigits}
        onComplete={(typed) => void send(typed)}
      />
    </div>
  );
}

function ReceiptPart({ receipt: { paid, loan } }: { readonly receipt: Receipt }) {
  const t = useTranslations('loans');
  const { moment, moneyUp } = useFormat();
  return (
    <div role="status" className="space-y-2">
      <p className="text-base font-semibold">
        {loan.status === 'settled'
          ? t('repaidWhole')
          : t('repaidPart', { due: `${moneyUp(loan.due)} ${loan.currency}` })}
      </p>
      <dl>
        <SplitFacts split={paid} currency={loan.currency} />
        <FactRow name={t('when')}>{moment(paid.time)}</FactRow>
        <FactRow name={t('number')}>{loan.id}</FactRow>
      </dl>
    </div>
  );
}

function useAmount(loan: Loan) {
  const t = useTranslations('loans');
  const { draft, change } = useDraft(`repay.${loan.id}`, empty);
  const typed = draft.amount;
  const errors = useFieldErrors(fields, about);
  const wallets = useWallets().data;
  const available = wallets?.find(({ currency }) => currency === loan.currency)?.spot.available ?? '0';
  const view = readRepayment(typed, loan, available);
  return {
    ...{ typed, available, split: view.split, errorAt: errors.errorAt, refuse: errors.refuse },
    reason: view.problem === undefined ? undefined : t(`problem.${view.problem}`),
    edit: (amount: string) => {
      change({ amount });
      errors.forgive('amount');
    },
  };
}

function AmountPart({ loan, of }: { readonly loan: Loan; readonly of: ReturnType<typeof useAmount> }) {
  const t = useTranslations('loans');
  const { money, moneyUp } = useFormat();
  return (
    <div className="space-y-3">
      <p className="text-sm text-soft">{t('paysFirst')}</p>
      <AmountField
        label={t('payAmount')}
        value={of.typed}
        onChange={of.edit}
        decimals={PLACES}
        unit={loan.currency}
        placeholder="0"
        error={of.errorAt('amount')}
        hint={t('owedHint', { amount: `${moneyUp(loan.due)} ${loan.currency}` })}
      />
      <div className="flex min-h-11 items-center justify-between gap-3 text-sm text-quiet">
        <span className="figures min-w-0">
          {t('available', { amount: `${money(of.available)} ${loan.currency}` })}
        </span>
        <Chip onPress={() => of.edit(loan.due)}>{t('all')}</Chip>
      </div>
      {of.split !== undefined && (
        <dl className="border-t border-line pt-2">
          <SplitFacts split={of.split} currency={loan.currency} />
          <FactRow name={t('leftAfter')}>{`${moneyUp(of.split.left)} ${loan.currency}`}</FactRow>
        </dl>
      )}
    </div>
  );
}

export function RepaySheet({ open, loan, onClose }: RepaySheetProps) {
  const { offerResolution } = useResolving();
  const t = useTranslations('loans');
  const hasPassword = useUser().data?.has_trading_password;
  const [stage, setStage] = useState<Stage>({ name: 'amount' });
  const amount = useAmount(loan);
  // A new opening of the sheet starts at the first step.
  if (!open && stage.name !== 'amount' && stage.name !== 'receipt') setStage({ name: 'amount' });
  const { split } = amount;

  function close(): void {
    if (stage.name === 'receipt') setStage({ name: 'amount' });
    onClose();
  }

  function paid(receipt: Receipt): void {
    setStage({ name: 'receipt', receipt });
    amount.edit('');
  }

  function refused(refusal: RefusalEnvelope): void {
    setStage({ name: 'amount' });
    if (!offerResolution(refusal, 'trading_password')) amount.refuse(refusal);
  }

  const goOn = (): void => {
    if (stage.name === 'amount') setStage({ name: 'look' });
    else if (hasPassword === false) navigate(resolvingLink('trading_password'));
    else setStage({ name: 'pad' });
  };
  return (
    <Sheet
      open={open}
      onClose={close}
      title={t(stage.name === 'receipt' ? 'receipt' : 'repayTitle')}
      footer={
        stage.name === 'receipt' ? (
          <Button block onClick={close}>
            {t('done')}
          </Button>
        ) : stage.name === 'pad' ? undefined : (
          <Button block reason={amount.reason} onClick={goOn}>
            {t(stage.name === 'look' && hasPassword === false ? 'setPassword' : 'goOn')}
          </Button>
        )
      }
    >
      {stage.name === 'receipt' ? (
        <ReceiptPart receipt={stage.receipt} />
      ) : stage.name === 'amount' || split === undefined ? (
        <AmountPart loan={loan} of={amount} />
      ) : stage.name === 'look' ? (
        <>
          <p className="text-base">{t('lookSentence')}</p>
          <dl className="mt-3 border-t border-line pt-2">
            <SplitFacts split={split} currency={loan.currency} />
          </dl>
        </>
      ) : (
        <Pad loan={loan} split={split} onPaid={paid} onRefused={refused} />
      )}
    </Sheet>
  );
}
