/** The texts that describe a schedule in the current language. */
import type { Schedule } from '@candor/domain/recurring/schedule.ts';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';

/** A Monday, from which the weekdays are named; schedules are in UTC. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

export type ScheduleWords = {
  /** Such as "every Monday at 09:00 UTC". */
  readonly when: (schedule: Schedule) => string;
  readonly weekday: (day: number) => string;
  /** Such as "09:00 UTC". */
  readonly hour: (hour: number) => string;
  /** The hour in the customer's time zone on the day of an instant: "16:00". */
  readonly localHour: (hour: number, dayMs: number) => string;
};

export function useScheduleWords(): ScheduleWords {
  const t = useTranslations('recurring');
  const { locale, clock } = useFormat();
  const weekdays = useMemo(
    () => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
    [locale],
  );
  const weekday = (day: number): string => weekdays.format(MONDAY_MS + (day - 1) * DAY_MS);
  const time = (hour: number): string => `${hour.toString().padStart(2, '0')}:00 UTC`;
  return {
    weekday,
    hour: time,
    localHour: (hour, dayMs) => clock((dayMs - (dayMs % DAY_MS) + hour * HOUR_MS) / 1000),
    when: ({ every, onDay, hour }) =>
      every === 'day'
        ? t('when.day', { time: time(hour) })
        : every === 'week'
          ? t('when.week', { weekday: weekday(onDay), time: time(hour) })
          : t('when.month', { day: onDay.toString(), time: time(hour) }),
  };
}
