/** The beginning of a span in short words: an hour by the reader's clock, a day by UTC. */
import { localeOf } from '@candor/protocol/languages.ts';
import { currentLanguage } from '../../i18n/language.ts';

export function spanWords(start: number, span: 'hour' | 'day'): string {
  const language = currentLanguage();
  const form: Intl.DateTimeFormatOptions =
    span === 'day'
      ? { day: '2-digit', month: 'short', timeZone: 'UTC' }
      : { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : localeOf[language], form).format(start * 1000);
}
