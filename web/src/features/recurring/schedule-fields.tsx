/** The fields for the frequency, day, hour and first date of a plan. */
import { useTranslations } from 'use-intl';
import { Segmented } from '../../ui/segmented.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { dayOf, everies, timesAhead } from './plan-draft.ts';
import type { PlanDraft } from './plan-draft.ts';
import { useScheduleWords } from './schedule-words.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const monthDays = Array.from({ length: 31 }, (_, at) => at + 1);
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** The first day of the month that does not exist in every month. */
const SHORT_FROM = 29;

export type ScheduleFieldsProps = {
  readonly draft: PlanDraft;
  readonly nowMs: number;
  readonly onChange: (change: Partial<PlanDraft>) => void;
  readonly withFirstDay: boolean;
  readonly firstDayError: string | undefined;
};

export function ScheduleFields({ draft, nowMs, onChange, withFirstDay, firstDayError }: ScheduleFieldsProps) {
  const t = useTranslations('recurring');
  const words = useScheduleWords();
  const format = useFormat();
  const firsts = timesAhead(draft, nowMs).map((ms) => ({
    value: dayOf(ms),
    label: format.moment(ms / 1000),
  }));
  // Resets the first date, because the dates depend on the schedule.
  const reschedule = (change: Partial<PlanDraft>) => onChange({ firstDay: '', ...change });
  return (
    <>
      <Segmented
        label={t('howOften')}
        options={everies.map((value) => ({ value, label: t(`every.${value}`) }))}
        value={everies.find((every) => every === draft.every) ?? 'week'}
        onChange={(every) => reschedule({ every })}
      />
      {draft.every === 'week' && (
        <SelectField
          label={t('weekday')}
          placeholder={t('weekday')}
          options={weekdays.map((at) => ({ value: at.toString(), label: words.weekday(at) }))}
          value={draft.weekday}
          onSelect={(weekday) => reschedule({ weekday })}
        />
      )}
      {draft.every === 'month' && (
        <SelectField
          label={t('monthDay')}
          placeholder={t('monthDay')}
          options={monthDays.map((at) => ({ value: at.toString(), label: at.toString() }))}
          value={draft.monthDay}
          onSelect={(monthDay) => reschedule({ monthDay })}
          hint={Number(draft.monthDay) >= SHORT_FROM && t('shortMonths')}
        />
      )}
      <SelectField
        label={t('hour')}
        placeholder={t('hour')}
        options={hours.map((hour) => ({
          value: hour.toString(),
          label: words.hour(hour),
          detail: t('yourTime', { time: words.localHour(hour, nowMs) }),
        }))}
        value={draft.hour}
        onSelect={(hour) => reschedule({ hour })}
        hint={t('yourTime', { time: words.localHour(Number(draft.hour), nowMs) })}
      />
      {withFirstDay && (
        <SelectField
          label={t('firstDay')}
          placeholder={t('firstDay')}
          options={firsts}
          value={draft.firstDay === '' ? firsts[0]?.value : draft.firstDay}
          error={firstDayError}
          onSelect={(firstDay) => onChange({ firstDay })}
        />
      )}
    </>
  );
}
