/** Formats times in the reader's time zone, and durations until or since, in the console's language. */
import { localeOf } from '@candor/protocol/languages.ts';
import { currentLanguage } from '../i18n/language.ts';
import { consoleLanguages } from '../i18n/languages.ts';
import type { ConsoleLanguage } from '../i18n/languages.ts';
import type { Say } from '../i18n/say.ts';

const PARTS = {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;

/** In the platform's English, the day comes before the month. */
const tagOf = (language: ConsoleLanguage): string => (language === 'en' ? 'en-GB' : localeOf[language]);

const written: ReadonlyMap<ConsoleLanguage, Intl.DateTimeFormat> = new Map(
  consoleLanguages.map((language) => [language, new Intl.DateTimeFormat(tagOf(language), PARTS)]),
);

/** Formats a time as "22 Nov 2026, 03:10:07", in the machine's time zone. */
export function localTime(seconds: number, language: ConsoleLanguage = currentLanguage()): string {
  return written.get(language)?.format(seconds * 1000) ?? '';
}

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

/**
 * Formats a duration in seconds with the two largest units, and with seconds only below a minute: "2 h 5 min", "3 d 4 h", "40
 * s".
 */
export function duration(t: Say, seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const [name, size] = UNITS[first] ?? (['seconds', 1] as const);
  const next = UNITS[first + 1];
  const rest = whole % size;
  const larger = t(`time.${name}`, { count: Math.floor(whole / size) });
  if (next === undefined || next[0] === 'seconds' || rest < next[1]) return larger;
  return t('time.both', { larger, smaller: t(`time.${next[0]}`, { count: Math.floor(rest / next[1]) }) });
}

/** Formats the distance of a time from now as "2 h 5 min ago" or "in 40 s". */
export function distance(t: Say, seconds: number, nowSeconds: number): string {
  const ahead = seconds - nowSeconds;
  return ahead > 0
    ? t('time.ahead', { duration: duration(t, ahead) })
    : t('time.behind', { duration: duration(t, -ahead) });
}

/** Returns the value of a local date and time field, such as "2026-11-22T03:10". */
export function fieldOfTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const two = (figure: number) => String(figure).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Parses the value of a local date and time field to seconds since 1970; undefined if it is invalid. */
export function timeOfField(text: string): number | undefined {
  const ms = new Date(text).getTime();
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
