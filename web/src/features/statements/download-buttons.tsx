/** A button for each file format. One file is requested at a time. */
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';

export function DownloadButtons<Form extends string>({
  forms,
  onSave,
}: {
  readonly forms: readonly Form[];
  readonly onSave: (form: Form) => Promise<void>;
}) {
  const t = useTranslations('statements');
  const [saving, setSaving] = useState<Form>();
  const save = async (form: Form) => {
    setSaving(form);
    try {
      await onSave(form);
    } finally {
      setSaving(undefined);
    }
  };
  return (
    <Section title={t('download')}>
      <div className="flex flex-wrap gap-2 p-4">
        {forms.map((form) => (
          <Button
            key={form}
            kind="secondary"
            small
            needsNetwork
            busy={saving === form}
            onClick={() => void save(form)}
          >
            <span className="inline-flex items-center gap-2 align-top">
              <Download size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              {form === 'hledger' ? form : form.toUpperCase()}
            </span>
          </Button>
        ))}
      </div>
    </Section>
  );
}
