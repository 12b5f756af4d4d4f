/** Downloads the customer's complete ledger as a plain-text accounting file, which other programs can check. */
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useCommand } from '../../lib/use-command.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export function SaveLedger({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { toastSuccess } = useApi();
  const t = useTranslations('records');
  const command = useCommand('GET wallet/ledger');

  async function save(): Promise<void> {
    const answer = await command.send({});
    if (answer?.type !== 'ok') return;
    saveFile(`candor-${new Date().toISOString().slice(0, 10)}.journal`, answer.message.text, 'text/plain');
    toastSuccess('saved');
    onClose();
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('saveTitle')}
      footer={
        <Button block busy={command.busy} onClick={() => void save()}>
          <span className="inline-flex items-center gap-2">
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('saveFile')}
          </span>
        </Button>
      }
    >
      <p className="text-soft">{t('saveText')}</p>
    </Sheet>
  );
}
