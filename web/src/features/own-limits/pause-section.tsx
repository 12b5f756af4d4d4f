/** Time-out and self-exclusion: an explanation of each, and the end of an active pause. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import type { PauseKind } from './pause-sheet.tsx';
import { PauseSheet } from './pause-sheet.tsx';

export type PauseSectionProps = {
  readonly timeOutUntil: number | null;
  readonly excludedUntil: number | null;
};

export function PauseSection({ timeOutUntil, excludedUntil }: PauseSectionProps) {
  const t = useTranslations('limits.pause');
  const format = useFormat();
  const [kind, setKind] = useState<PauseKind>('time_out');
  const [open, setOpen] = useState(false);
  // A new key for each opening, so that the sheet starts at the first step with the current time.
  const [openings, setOpenings] = useState(0);
  const running = { time_out: timeOutUntil, self_exclusion: excludedUntil };
  return (
    <Section title={t('title')}>
      <p className="hairline px-4 py-2.5 text-sm text-quiet">{t('means')}</p>
      {(['time_out', 'self_exclusion'] as const).map((one) => {
        const until = running[one];
        return (
          <ListRow
            key={one}
            title={t(`kind.${one}`)}
            subtitle={until === null ? t(`long.${one}`) : t('until', { time: format.moment(until) })}
            wrap
            end={until === null ? undefined : <Badge tone="warning">{t('running')}</Badge>}
            chevron
            onPress={() => {
              setKind(one);
              setOpenings((count) => count + 1);
              setOpen(true);
            }}
          />
        );
      })}
      <PauseSheet key={openings} kind={kind} open={open} onClose={() => setOpen(false)} />
    </Section>
  );
}
