/** The sheet that explains and confirms the reset of a demo. */
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useCommand } from '../../lib/use-command.ts';
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx';

export function StartOverSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('account');
  const startOver = useCommand('POST demo/start_over');

  async function confirm(): Promise<void> {
    const answer = await startOver.send({});
    if (answer?.type !== 'ok') return;
    onClose();
    toastSuccess('started_over');
  }

  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t('startOverTitle')}
      sentence={t('startOverSentence')}
      confirmLabel={t('startOver')}
      kind="danger"
      busy={startOver.busy}
      onConfirm={() => void confirm()}
    />
  );
}
