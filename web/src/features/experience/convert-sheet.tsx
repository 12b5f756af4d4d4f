/** Converting the credit, after saying what it does. */
import { useTranslations } from 'use-intl';
import { queryClient, toastSuccess } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { callKey } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountText } from '../../ui/amount-text.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { FactRow } from '../../ui/fact-row.tsx';

/** Everything that there is of an amount. */
const PLACES = 8;

export type ConvertSheetProps = {
  readonly open: boolean;
  readonly amount: string;
  readonly onClose: () => void;
};

export function ConvertSheet({ open, amount, onClose }: ConvertSheetProps) {
  const t = useTranslations('experience');
  const format = useFormat();
  const convert = useCommand('POST wallet/experience_convert');

  async function confirm(): Promise<void> {
    const answer = await convert.send({});
    if (answer === undefined) return;
    onClose();
    if (answer.type === 'ok') toastSuccess('credit_converted');
    await Promise.all(
      (['GET wallet/experience', 'POST wallet/list'] as const).map((name) =>
        queryClient.invalidateQueries({ queryKey: callKey(name) }),
      ),
    );
  }

  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('convertTitle')}
      sentence={t('convertSentence', { amount: format.decimal(amount, { max: PLACES, min: 2 }) })}
      facts={
        <>
          <FactRow name={t('toSpot')} strong>
            <AmountText value={amount} decimals={PLACES} minDecimals={2} unit="USDT" />
          </FactRow>
          <FactRow name={t('afterwards')}>
            <AmountText value="0" unit="USDT" />
          </FactRow>
        </>
      }
      confirmLabel={t('convert')}
      busy={convert.busy}
      onConfirm={() => void confirm()}
    />
  );
}
