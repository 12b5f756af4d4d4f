/** The sentence that makes a registration a consent to the agreements, with a link to each. */
import { agreements } from '@candor/protocol/content/agreements.ts';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { agreementLink } from '../../lib/agreements.ts';

export function Documents() {
  const t = useTranslations('registration');
  return (
    <div className="text-sm text-soft">
      <p>{t('consent')}</p>
      <ul className="flex flex-wrap gap-x-4">
        {agreements.map((id) => (
          <li key={id}>
            <Link
              href={agreementLink(id)}
              className="inline-flex min-h-11 items-center font-medium text-accent"
            >
              {t(`documents.${id}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
