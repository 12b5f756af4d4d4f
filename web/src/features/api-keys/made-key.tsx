/** A key that was just created. Its secret is shown here and nowhere else. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Section } from '../../ui/section.tsx';
import { apiKeyLink } from './links.ts';

export function MadeKey({ made }: { readonly made: CallOutput<'POST api_keys/create'> }) {
  const t = useTranslations('apiKeys');
  return (
    <Section plain className="space-y-4">
      <div role="status">
        <h2 className="text-lg font-semibold">{t('madeTitle')}</h2>
        <p className="mt-1 text-sm text-soft">{made.secret === undefined ? t('madePlain') : t('madeText')}</p>
      </div>
      <div className="overflow-hidden rounded-card bg-surface">
        <CopyLine name={t('key')} text={made.key} copyLabel={t('copyKey')} mono />
        {made.secret !== undefined && (
          <CopyLine name={t('secret')} text={made.secret} copyLabel={t('copySecret')} mono />
        )}
      </div>
      <Button block onClick={() => navigate(apiKeyLink(made.id), { replace: true })}>
        {made.secret === undefined ? t('toKey') : t('kept')}
      </Button>
    </Section>
  );
}
