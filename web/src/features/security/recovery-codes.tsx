/** New recovery codes, shown only once. */
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/section.tsx';

const FILE_NAME = 'candor-recovery-codes.txt';

export type RecoveryCodesProps = {
  readonly codes: readonly string[];
  readonly onKept: () => void;
};

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const t = useTranslations('security.codes');
  const text = codes.join('\n');
  return (
    <Section plain className="space-y-4">
      <div role="status">
        <h2 className="text-lg font-semibold">{t('title')}</h2>
        <p className="mt-1 text-sm text-soft">{t('text')}</p>
      </div>
      <div className="rounded-card bg-surface p-4">
        <ol aria-label={t('title')} className="figures grid grid-cols-2 gap-x-4 gap-y-2 font-mono text-base">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="mt-3 flex items-center gap-1 border-t border-line pt-2">
          <CopyButton text={text} label={t('copy')} />
          <Button kind="quiet" small onClick={() => saveFile(FILE_NAME, `${text}\n`, 'text/plain')}>
            <span className="inline-flex items-center gap-2">
              <Download size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              {t('download')}
            </span>
          </Button>
        </div>
      </div>
      <Button block onClick={onKept}>
        {t('kept')}
      </Button>
    </Section>
  );
}
