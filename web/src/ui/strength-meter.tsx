/** The strength of the typed password, as four bars and a label. Before typing, the rule for passwords. */
import { useTranslations } from 'use-intl';
import { classes } from './classes.ts';

type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const bars: Readonly<Record<Strength, number>> = { short: 0, weak: 1, fair: 2, good: 3, strong: 4 };

function colourOf(count: number): string {
  if (count <= 1) return 'bg-danger';
  return count === 2 ? 'bg-warning' : 'bg-success';
}

export function StrengthMeter({ strength }: { readonly strength: Strength | undefined }) {
  const t = useTranslations('ui.strength');
  const count = strength === undefined ? 0 : bars[strength];
  return (
    <div className="flex items-center gap-3" role="status">
      <div className="flex w-24 gap-1" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            className={classes('h-1 flex-1 rounded-full', bar <= count ? colourOf(count) : 'bg-line-strong')}
          />
        ))}
      </div>
      <span className="text-sm text-soft">{t(strength ?? 'rule')}</span>
    </div>
  );
}
