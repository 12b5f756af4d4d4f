/** One version of published terms: the period in which it is in force, and its figures. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { figuresOf, isPayout, standingOf, unitOf } from './subjects.ts';
import type { Figure, Version } from './subjects.ts';

export type VersionFactsProps = {
  readonly version: Version;
  /** The currency of the version's amounts, except those that are always in USDT. */
  readonly currency: string | undefined;
  /** In seconds. */
  readonly now: number;
};

function useFigureText(currency: string | undefined): (name: Figure, value: string | boolean) => string {
  const t = useTranslations('publishedTerms');
  const { decimal } = useFormat();
  return (name, value) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    const shown = decimal(value, { min: 0, max: 8 });
    const unit = unitOf(name, currency);
    switch (unit) {
      case 'percent':
        return `${decimal(perCent(value), { min: 0, max: 6 })}%`;
      case 'seconds':
        return t('seconds', { count: shown });
      case 'times':
        return `${shown}×`;
      case 'lots':
        return t('lots', { count: shown });
      default:
        return unit.currency === undefined ? shown : `${shown} ${unit.currency}`;
    }
  };
}

function useFigureName(): (name: Figure) => string {
  const t = useTranslations('publishedTerms');
  return (name) =>
    isPayout(name) ? t('payoutOf', { seconds: name.slice('payout_'.length) }) : t(`figure.${name}`);
}

/** Converts a fraction to per cent: "0.001" becomes "0.1". The point is moved within the string, so that nothing is rounded. */
function perCent(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.');
  const digits = fraction.padEnd(2, '0');
  const moved = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  return digits.length > 2 ? `${moved}.${digits.slice(2)}` : moved;
}

export function VersionFacts({ version, currency, now }: VersionFactsProps) {
  const t = useTranslations('publishedTerms');
  const format = useFormat();
  const figureText = useFigureText(currency);
  const figureName = useFigureName();
  const standing = standingOf(version, now);
  const { effective_at: from, until } = version;
  const period =
    from === 0
      ? t('fromStart')
      : until === null || standing === 'replaced'
        ? t('from', { from: format.moment(from) })
        : t('fromUntil', { from: format.moment(from), until: format.moment(until) });
  return (
    <div className={standing === 'current' ? '' : 'text-quiet'}>
      <p className="flex items-center justify-between gap-3 text-xs text-quiet">
        <span>{`${t('version', { version: String(version.version) })} · ${period}`}</span>
        {standing !== 'over' && <Badge>{t(`standing.${standing}`)}</Badge>}
      </p>
      <dl>
        {figuresOf(version).map(({ name, value }) => (
          <FactRow key={name} name={figureName(name)}>
            {figureText(name, value)}
          </FactRow>
        ))}
      </dl>
    </div>
  );
}
