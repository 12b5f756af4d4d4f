/** A list of facts as name and value. A mark shows whether the automatic checks found a fact favourable or unfavourable. */
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';

export type Mark = 'good' | 'look' | 'bad';

const MARKS: Readonly<Record<Mark, { sign: string; colour: string }>> = {
  good: { sign: '✓', colour: 'var(--green)' },
  look: { sign: '!', colour: 'var(--warning)' },
  bad: { sign: '✕', colour: 'var(--red)' },
};

export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(110px, max-content) minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        // In a narrow column, a time wraps onto two lines instead of overflowing.
        '& time > span': { whiteSpace: 'normal' },
      }}
    >
      {children}
    </Box>
  );
}

export function Fact({
  name,
  mark,
  children,
}: {
  name: string;
  mark?: Mark | undefined;
  children: ReactNode;
}) {
  const t = useSay();
  const shown = mark === undefined ? undefined : MARKS[mark];
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {shown !== undefined && mark !== undefined && (
          <Box
            component="span"
            role="img"
            aria-label={t(`ui.mark.${mark}`)}
            title={t(`ui.mark.${mark}`)}
            sx={{ color: shown.colour, fontWeight: 700, mr: 0.75 }}
          >
            {shown.sign}
          </Box>
        )}
        {children}
      </Box>
    </>
  );
}
