/** Shown below an agreement in force: the customer's consent, or the button that gives it. */
import { useTranslations } from 'use-intl';
import { isOutstanding, useAgreements } from '../../lib/agreements.ts';
import { useFormat } from '../../lib/format.ts';
import { useCommand } from '../../lib/use-command.ts';
import { Button } from '../../ui/button.tsx';
import type { Article } from './use-article.ts';

export function Consent({ article }: { readonly article: Article }) {
  const t = useTranslations('content.consent');
  const { date } = useFormat();
  const { busy, send } = useCommand('POST agreements/consent');
  const agreement = useAgreements()?.find(({ id }) => id === article.id);
  if (agreement === undefined || article.counted_until !== null) return null;
  const { id, version, consented_at: consentedAt } = agreement;
  if (!isOutstanding(agreement))
    return consentedAt === null ? null : (
      <p className="hairline-top mt-6 pt-4 text-sm text-quiet">{t('given', { date: date(consentedAt) })}</p>
    );
  return (
    <div className="hairline-top mt-6 space-y-3 pt-4">
      <p className="text-sm text-soft">{t('ask')}</p>
      <Button block busy={busy} onClick={() => void send({ id, version: String(version) })}>
        {t('agree')}
      </Button>
    </div>
  );
}
