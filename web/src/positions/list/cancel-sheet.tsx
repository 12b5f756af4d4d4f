/** The confirmation for cancelling an open order. */
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';
import type { PositionSheetProps } from './position-sheets.tsx';
import { usePositionWords } from './position-words.ts';

export function CancelSheet({ position, tickSize, open, onClose }: PositionSheetProps) {
  const { toastSuccess } = useApi();
  const t = useTranslations('positions');
  const format = useFormat();
  const words = usePositionWords();
  const { busy, send } = useCommand('POST lever/cancel');
  const cancel = async () => {
    const answer = await send({ id: position.id });
    if (answer === undefined) return;
    onClose();
    if (answer.type !== 'ok') return;
    toastSuccess(answer.message.status === 'pending' ? 'cancel_waiting' : 'cancel_done');
  };
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('cancel')}
      sentence={t(position.reduces === undefined ? 'cancelSentence' : 'cancelReduction', {
        side: words.sideAt(position),
        quantity: words.size(position, position.quantity),
        symbol: position.symbol,
        price: format.price(position.price ?? '0', tickSize),
        frozen: words.money(position.margin),
      })}
      confirmLabel={t('confirmCancel')}
      kind="danger"
      busy={busy}
      onConfirm={() => void cancel()}
    />
  );
}
