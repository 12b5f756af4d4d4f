/** The period of a list: one of the usual ones, counted in days of the market's clock, or two days of the customer's choice. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useHouseSeconds } from '../../lib/use-house-seconds.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMarketSecond } from '../market-seconds.ts';
import type { Days } from './list-filter.ts';
import { dayOf } from './list-filter.ts';

const SPANS = [7, 30, 90, 365] as const;

export type PeriodSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly days: Days;
  readonly onChange: (days: Days) => void;
};

function Period({ days, onChange }: Pick<PeriodSheetProps, 'days' | 'onChange'>) {
  const t = useTranslations('filters');
  const format = useFormat();
  const [from, setFrom] = useState(days.from ?? '');
  const [to, setTo] = useState(days.to ?? '');
  const wall = useHouseSeconds();
  const now = useMarketSecond() ?? wall;
  const today = dayOf(now);
  const isBackward = from !== '' && to !== '' && from > to;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Chip onPress={() => onChange({})}>{t('anyTime')}</Chip>
        {SPANS.map((count) => (
          <Chip key={count} onPress={() => onChange({ from: dayOf(now, count - 1) })}>
            {t('lastDays', { count: format.quantity(`${count}`) })}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-3 min-[360px]:grid-cols-2">
        <TextField
          type="date"
          label={t('from')}
          value={from}
          max={today}
          onChange={({ target }) => setFrom(target.value)}
        />
        <TextField
          type="date"
          label={t('to')}
          value={to}
          max={today}
          error={isBackward ? t('backward') : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <Button
        block
        reason={isBackward ? t('checkDays') : undefined}
        onClick={() => onChange({ ...(from !== '' && { from }), ...(to !== '' && { to }) })}
      >
        {t('show')}
      </Button>
    </div>
  );
}

export function PeriodSheet({ open, onClose, days, onChange }: PeriodSheetProps) {
  const t = useTranslations('filters');
  return (
    <Sheet open={open} onClose={onClose} title={t('period')}>
      <Period
        key={`${open} ${days.from} ${days.to}`}
        days={days}
        onChange={(next) => {
          onChange(next);
          onClose();
        }}
      />
    </Sheet>
  );
}
