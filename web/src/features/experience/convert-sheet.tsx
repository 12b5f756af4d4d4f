/** The sheet that explains and confirms the conversion of the credit. */
import { useTranslations } from 'use-intl';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import type { Credit } from './credit.ts';

const PLACES = 8;

export type ConvertSheetProps = {
  readonly open: boolean;
  readonly credit: Credit;
  readonly onClose: () => void;
};

export function ConvertSheet({ open, credit, onClose }: ConvertSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('experience');
  const format = useFormat();
  const convert = useCommand('POST wallet/experience_convert');
  const { convertible } = credit;
  const rest = formatAmount(amount(credit.amount) - amount(convertible));

  async function confirm(): Promise<void> {
    const answer = await convert.send({});
    if (answer === undefined) return;
    onClose();
    if (answer.type === 'ok') toastSuccess('credit_converted');
  }

  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('convertTitle')}
      sentence={t('convertSentence', { amount: format.decimal(convertible, { max: PLACES, min: 2 }) })}
      facts={
        <>
          <FactRow name={t('toSpot')} strong>
            <AmountText value={convertible} decimals={PLACES} minDecimals={2} unit="USDT" />
          </FactRow>
          <FactRow name={t('afterwards')}>
            <AmountText value={rest} unit="USDT" />
          </FactRow>
        </>
      }
      confirmLabel={t('convert')}
      busy={convert.busy}
      onConfirm={() => void confirm()}
    />
  );
}
