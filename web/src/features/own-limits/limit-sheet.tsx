/** The sheet that sets a limit. It states in advance whether the new amount takes effect immediately or after a day. */
import { amount } from '@candor/domain/money/amount.ts';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { finishedDecimal } from '../../ui/keypad-typing.ts';
import type { Limit } from './limit-section.tsx';

/** Whether an amount is looser than the current limit; no amount is looser than a missing limit. */
function isLooser(now: string | null, wanted: string): boolean {
  if (now === null) return false;
  return wanted === '' || amount(wanted) > amount(now);
}

export type LimitSheetProps = {
  readonly limit: Limit;
  readonly open: boolean;
  readonly onClose: () => void;
};

const empty = { amount: '' };

export function LimitSheet({ limit, open, onClose }: LimitSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('limits');
  const format = useFormat();
  const { kind, period } = limit;
  const { colon } = punctuationOf(format.locale);
  const { draft, change, clear } = useDraft(`limit.${kind}.${period}`, empty);
  const typed = draft.amount;
  const errors = useFieldErrors(['amount']);
  const command = useCommand('POST user/limit_set', { showsRefusal: true });
  const wanted = finishedDecimal(typed);
  const looser = wanted !== '' && isLooser(limit.amount, wanted);

  async function set(next: string): Promise<void> {
    const answer = await command.send({ kind, period, amount: next });
    if (answer === undefined) return;
    if (answer.type !== 'ok') {
      errors.refuse(answer);
      return;
    }
    toastSuccess(answer.message.pending === null ? 'limit_set' : 'limit_pending');
    clear();
    onClose();
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`${t(`kind.${kind}`)}${colon}${t(`period.${period}`)}`}
      footer={
        <div className="space-y-2">
          <Button
            block
            busy={command.busy}
            reason={wanted === '' ? t('enterAmount') : undefined}
            onClick={() => void set(wanted)}
          >
            {t('set')}
          </Button>
          {limit.amount !== null && (
            <Button block kind="quiet" busy={command.busy} onClick={() => void set('')}>
              {t('remove')}
            </Button>
          )}
        </div>
      }
    >
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <p className="text-sm text-soft">
          {limit.amount === null
            ? t('nowNone')
            : t('nowIs', { amount: format.decimal(limit.amount, { min: 2, max: 8 }) })}
        </p>
        <AmountField
          label={t('amount')}
          value={typed}
          onChange={(next) => {
            errors.forgive('amount');
            change({ amount: next });
          }}
          decimals={2}
          unit="USDT"
          placeholder="0"
          error={errors.errorAt('amount')}
        />
        <p className="text-sm text-soft">{looser ? t('looser') : t('tighter')}</p>
      </form>
    </Sheet>
  );
}
