/** The withdrawal form: address, currency, amount, cost, and the confirmation before sending. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx';
import { CostFacts } from './cost-facts.tsx';
import { useWithdraw } from './use-withdraw.ts';
import { NoAddress, WithdrawFields } from './withdraw-fields.tsx';
import type { Address, Terms, WithdrawView } from './withdraw-request.ts';

function useReason(view: WithdrawView, heldUntil: number | null): string | undefined {
  const t = useTranslations('withdrawals');
  const { quantity, moment } = useFormat();
  if (heldUntil !== null) return t('heldUntil', { time: moment(heldUntil) });
  const { problem, terms: own } = view;
  if (problem === undefined) return undefined;
  return t(`problem.${problem}`, {
    min: `${quantity(own?.min ?? '0')} ${own?.currency ?? ''}`,
    currency: own?.currency ?? '',
  });
}

export type WithdrawFormProps = { readonly terms: Terms; readonly addresses: readonly Address[] };

export function WithdrawForm({ terms, addresses }: WithdrawFormProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('withdrawals');
  const [confirming, setConfirming] = useState(false);
  const nowSeconds = useHouseSeconds();
  const { draft, view, clear, errorAt, edit, refuse } = useWithdraw({ terms, addresses, nowSeconds });
  const reason = useReason(view, terms.held_until);
  if (addresses.length === 0) return <NoAddress />;
  return (
    <form
      className="space-y-4 bg-surface px-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) setConfirming(true);
      }}
    >
      <WithdrawFields draft={draft} view={view} addresses={addresses} errorAt={errorAt} onEdit={edit} />
      {view.terms !== undefined && (
        <dl className="border-t border-line pt-2">
          <CostFacts view={view} arrivalHours={terms.arrival_hours} />
        </dl>
      )}
      {view.needsSecond && view.problem === undefined && (
        <p role="status" className="rounded-input bg-accent-wash px-3 py-2 text-sm text-soft">
          {t('twoPersons')}
        </p>
      )}
      <Button block type="submit" reason={reason}>
        {t('goOn')}
      </Button>
      <p className="text-sm text-quiet">{t('frozenAtOnce')}</p>
      <ConfirmWithdrawal
        open={confirming}
        view={view}
        arrivalHours={terms.arrival_hours}
        onClose={() => setConfirming(false)}
        onDone={() => {
          setConfirming(false);
          clear();
          toastSuccess('withdrawal_applied');
        }}
        onRefused={(refusal) => {
          setConfirming(false);
          refuse(refusal);
        }}
      />
    </form>
  );
}
