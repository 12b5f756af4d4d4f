/** The lines of a day as files, and how to recompute the figures. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Section } from '../../ui/section.tsx';
import { csvOf, dayOf, jsonOf } from './quality.ts';
import { useApi } from '../../lib/api.ts';
import type { Quality } from './quality.ts';
import { readListsOf } from './read-lists.ts';

type Doing = 'csv' | 'json' | 'failed' | 'too many';

export function DownloadSection({ quality }: { readonly quality: Quality }) {
  const { api } = useApi();
  const t = useTranslations('fillQuality');
  const page = useTranslations('proof.page');
  const [doing, setDoing] = useState<Doing>();
  const { day, from_root: from } = quality;
  const save = async (form: 'csv' | 'json') => {
    setDoing(form);
    try {
      const lists = await readListsOf(api, quality);
      setDoing(lists === undefined ? 'too many' : undefined);
      if (lists === undefined) return;
      const name = `candor-fills-${day ?? ''}.${form}`;
      const lines = lists.flatMap(({ root, lines: own }) => own.map((line) => ({ root, line })));
      if (form === 'json') saveFile(name, jsonOf(lists, quality));
      else saveFile(name, csvOf(lines.filter((line) => dayOf(line) === day)), 'text/csv');
    } catch {
      // Every failure here is a missing answer, which the text states.
      setDoing('failed');
    }
  };
  return (
    <Section title={page('self')}>
      {from !== null && <p className="px-4 pt-4 text-sm text-soft">{t('downloadText')}</p>}
      {from !== null && (
        <div className="flex flex-wrap gap-2 px-4 pt-3">
          {(['csv', 'json'] as const).map((form) => (
            <Button
              key={form}
              kind="secondary"
              small
              needsNetwork
              busy={doing === form}
              onClick={() => void save(form)}
            >
              <span className="inline-flex items-center gap-2 align-top">
                <Download size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                {t('download', { form: form.toUpperCase() })}
              </span>
            </Button>
          ))}
        </div>
      )}
      <p role="status" className="px-4 pt-1 text-sm text-warning">
        {doing === 'failed' && t('downloadFailed')}
        {doing === 'too many' && t('downloadTooMany')}
      </p>
      <CopyLine
        name={t('command')}
        text={`npx candor-verify --fills --url ${window.location.origin}`}
        copyLabel={page('copyCommand')}
        mono
      />
    </Section>
  );
}
