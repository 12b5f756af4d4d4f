/** The magnifying glass in the top bar, which opens the search. */
import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { searchLink } from '../lib/links.ts';

export function SearchButton() {
  const t = useTranslations('ui');
  return (
    <Link
      href={searchLink}
      aria-label={t('search')}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-opacity active:opacity-60"
    >
      <Search size={22} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}
