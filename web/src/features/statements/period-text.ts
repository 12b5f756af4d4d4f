/** The name of a statement's period in the reader's language: "November 2026", or "2026". */
import { localeOf } from '@candor/protocol/languages.ts';
import { useSession } from '../../lib/session.ts';

export function usePeriodText(): (period: string) => string {
  const language = useSession((session) => session.language);
  return (period) => {
    const [year, month] = period.split('-').map(Number);
    if (year === undefined || month === undefined) return period;
    const text = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(localeOf[language], text).format(Date.UTC(year, month - 1));
  };
}
