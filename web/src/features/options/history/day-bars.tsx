/** The net result of each day as a bar from the middle: gains to the right, losses to the left, on one scale. */
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Section } from '../../../ui/section.tsx';
import { resultTone, useTicketWords } from '../receipt/ticket-words.ts';
import { dayShares } from './day-shares.ts';
import type { Results } from './own-results.tsx';

/** Noon of the day in UTC, which has the same date in nearly every time zone. */
function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000;
}

export function DayBars({ days }: { readonly days: Results['days'] }) {
  const t = useTranslations('tickets');
  const format = useFormat();
  const words = useTicketWords();
  const shares = dayShares(days.map((day) => day.net_usdt));
  return (
    <Section title={t('results.byDay')}>
      <ul className="px-4 py-2">
        {days.map(({ day, net_usdt: net, won, lost }, at) => {
          const sign = signOf(net);
          const width = `${(shares[at] ?? 0) / 2}%`;
          return (
            <li key={day} className="py-1.5">
              <span className="flex items-baseline justify-between gap-3 text-sm">
                <span className="min-w-0">
                  {format.date(noonOf(day))}{' '}
                  <span className="text-xs text-quiet">
                    {t('results.dayLine', { won: String(won), lost: String(lost) })}
                  </span>
                </span>
                <span className={`figures shrink-0 ${resultTone(net)}`}>
                  {words.money(net, 'USDT', true)}
                </span>
              </span>
              <span aria-hidden="true" className="relative mt-1 block h-2 rounded-full bg-sunken">
                <span
                  className={classes(
                    'absolute inset-y-0',
                    sign < 0 ? 'right-1/2 bg-down-solid' : 'left-1/2 bg-up-solid',
                  )}
                  style={{ width }}
                />
                <span className="absolute -inset-y-0.5 left-1/2 w-px bg-line-strong" />
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
