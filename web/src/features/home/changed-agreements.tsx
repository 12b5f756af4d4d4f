/** The agreements whose current version the customer has not consented to, each with a link to its text. Empty if there are none. */
import { ChevronRight, Scale } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { agreementLink, isOutstanding, useAgreements } from '../../lib/agreements.ts';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Section } from '../../ui/section.tsx';

export function ChangedAgreements() {
  const t = useTranslations('content.consent');
  const changed = useAgreements()?.filter(isOutstanding) ?? [];
  if (changed.length === 0) return null;
  return (
    <Section>
      {changed.map(({ id, title }) => (
        <Link
          key={id}
          href={agreementLink(id)}
          className="press hairline flex min-h-15 w-full items-center gap-3 px-4 py-2 last:shadow-none"
        >
          <MenuIcon icon={Scale} />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{t('changed', { title })}</span>
            <span className="block text-sm text-quiet">{t('read')}</span>
          </span>
          <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="text-quiet" />
        </Link>
      ))}
    </Section>
  );
}
