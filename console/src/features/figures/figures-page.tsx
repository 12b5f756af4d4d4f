/** The charts of a period, the file with their values, and the hours of a chosen day. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Asked, Page } from '../../kit/page.tsx';
import { useAsk } from '../../lib/queries.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { localTime } from '../../lib/times.ts';
import { Charts } from './charts.tsx';
import { csvOf } from './csv.ts';
import { askedOf, periodNames } from './period.ts';
import type { Period } from './period.ts';
import { spanWords } from './span-words.ts';

type Answer = ConsoleOutput<'GET figures'>;

export function FiguresPage() {
  const t = useSay();
  const [period, setPeriod] = useState<Period>('day');
  const asked = useAsk('GET figures', askedOf(period, useServerSeconds()), { everyMs: 60_000 });
  const chosen = typeof period === 'object' ? period.day : undefined;
  return (
    <Page
      title={t('figures.title')}
      actions={
        <>
          {chosen !== undefined && (
            <Typography component="span">{t('figures.ofDay', { day: spanWords(chosen, 'day') })}</Typography>
          )}
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={t('figures.period')}
            value={chosen === undefined ? period : null}
            onChange={(_, next: Period | null) => next !== null && setPeriod(next)}
          >
            {periodNames.map((one) => (
              <ToggleButton key={one} value={one} sx={{ py: 0.25, color: 'var(--ink-soft)' }}>
                {t(`figures.periods.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Button
            variant="outlined"
            disabled={asked.data === undefined}
            onClick={() => asked.data !== undefined && save(asked.data)}
          >
            {t('figures.csv')}
          </Button>
        </>
      }
    >
      <Asked of={asked}>
        {(answer) => (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
            <Typography sx={{ color: 'text.secondary', fontSize: 13 }}>
              {answer.counted_to === null
                ? t('figures.notCounted')
                : t('figures.countedTo', { time: localTime(answer.counted_to) })}
            </Typography>
            <Charts answer={answer} onDay={(day) => setPeriod({ day })} />
          </Box>
        )}
      </Asked>
    </Page>
  );
}

function save(answer: Answer): void {
  const address = URL.createObjectURL(new Blob([csvOf(answer)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `figures-${new Date(answer.from * 1000).toISOString().slice(0, 10)}-${answer.span}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
