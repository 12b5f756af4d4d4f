/** The user's progress through the steps of a form: a bar for each step, and the title of the current one. */
import { useTranslations } from 'use-intl';
import { classes } from '../../ui/classes.ts';

export type StepsProps = { readonly at: number; readonly of: number; readonly title: string };

export function Steps({ at, of, title }: StepsProps) {
  const t = useTranslations('registration');
  return (
    <div>
      <div aria-hidden="true" className="flex gap-1.5">
        {Array.from({ length: of }, (_, step) => (
          <span
            key={step}
            className={classes('h-1 flex-1 rounded-full', step <= at ? 'bg-accent-solid' : 'bg-sunken')}
          />
        ))}
      </div>
      <p className="figures mt-3 text-sm text-quiet">{t('stepOf', { at: at + 1, of })}</p>
      <h2 aria-live="polite" className="text-xl font-semibold tracking-tight">
        {title}
      </h2>
    </div>
  );
}
