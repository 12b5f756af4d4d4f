/** A secret that was just created. It is shown here and nowhere else. */
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Section } from '../../ui/section.tsx';

export type NewSecretProps = {
  readonly secret: string;
  readonly title: string;
  readonly text: string;
  readonly onKept: () => void;
};

export function NewSecret({ secret, title, text, onKept }: NewSecretProps) {
  const t = useTranslations('webhooks');
  return (
    <Section plain className="space-y-4">
      <div role="status">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 text-sm text-soft">{text}</p>
      </div>
      <div className="overflow-hidden rounded-card bg-surface">
        <CopyLine name={t('secret')} text={secret} copyLabel={t('copySecret')} mono />
      </div>
      <Button block onClick={onKept}>
        {t('kept')}
      </Button>
    </Section>
  );
}
