/** The data export, downloaded as a file. */
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useConfirmed } from '../../confirm/use-confirmed.ts';
import { useApi } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { saveFile } from '../../lib/save-file.ts';

export function DataScreen() {
  const { toastSuccess } = useApi();
  const t = useTranslations('settings.data');
  const command = useConfirmed('POST user/export');

  async function save(): Promise<void> {
    const answer = await command.send({});
    if (answer?.type !== 'ok') return;
    const { made_at: madeAt } = answer.message;
    const day = new Date(madeAt * 1000).toISOString().slice(0, 10);
    saveFile(`candor-${day}.json`, JSON.stringify(answer.message, null, 2));
    toastSuccess('saved');
  }

  return (
    <Screen
      footer={
        <Button block busy={command.busy} onClick={() => void save()}>
          <span className="inline-flex items-center gap-2">
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            {t('save')}
          </span>
        </Button>
      }
    >
      <Section>
        <div className="space-y-2 p-4 text-sm text-soft">
          <p>{t('what')}</p>
          <p>{t('careful')}</p>
          <p>{t('bounded')}</p>
        </div>
      </Section>
    </Screen>
  );
}
