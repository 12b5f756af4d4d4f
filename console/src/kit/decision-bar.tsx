/** The possible decisions about a case, each with a key. Choosing one opens its form above the bar. */
import { Box, Button, Paper, Tooltip } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useSay } from '../i18n/say.ts';
import type { ConsoleAct } from '../lib/console-keys.ts';
import { DecisionForm } from './decision-form.tsx';
import type { Decision } from './decision-form.tsx';
import { useConsoleKeys } from './keyboard.tsx';
import type { KeyHandlers } from './keyboard.tsx';

export type Verdict = Decision & {
  readonly act: ConsoleAct;
  readonly keySign: string;
  readonly label: string;
  /** The reason why the decision cannot be chosen; undefined if it can. */
  readonly barred?: string | undefined;
};

export function DecisionBar({
  verdicts,
  onDone,
  otherwise,
}: {
  verdicts: readonly Verdict[];
  onDone: () => void;
  /** The text shown if no decision is available. */
  otherwise: string;
}) {
  const t = useSay();
  // The decision in the state in which it was chosen, so that the displayed data is sent even if new data arrives.
  const [chosen, setChosen] = useState<Verdict>();
  const left = useRef<string>(undefined);
  useEffect(() => {
    // Closing a form returns the focus to the button that opened it.
    if (chosen === undefined && left.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-verdict="${left.current}"]`)?.focus();
      left.current = undefined;
    }
  }, [chosen]);
  const goBack = () => {
    left.current = chosen?.name;
    setChosen(undefined);
  };
  const choose = (verdict: Verdict) => {
    if (verdict.barred === undefined) setChosen(verdict);
  };
  const handlers: KeyHandlers = Object.fromEntries(
    verdicts.map((verdict) => [verdict.act, () => choose(verdict)]),
  );
  if (chosen !== undefined) handlers.back = goBack;
  useConsoleKeys(handlers);

  return (
    <Paper
      component="section"
      aria-label={t('ui.decision')}
      variant="outlined"
      sx={{ p: 1.5, display: 'flex', flexDirection: 'column', gap: 1.5, borderColor: 'var(--line-strong)' }}
    >
      {chosen !== undefined && (
        <DecisionForm
          key={chosen.name}
          decision={chosen}
          onCancel={goBack}
          onDone={() => {
            setChosen(undefined);
            onDone();
          }}
        />
      )}
      {chosen === undefined && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          {verdicts.length === 0 && <Box sx={{ color: 'text.secondary' }}>{otherwise}</Box>}
          {verdicts.map((verdict) => (
            <Tooltip key={verdict.name} title={verdict.barred ?? ''} describeChild>
              <Button
                variant="outlined"
                data-verdict={verdict.name}
                color={verdict.tone ?? 'primary'}
                aria-disabled={verdict.barred !== undefined}
                aria-keyshortcuts={verdict.keySign}
                onClick={() => choose(verdict)}
                sx={{
                  gap: 1,
                  ...(verdict.barred === undefined ? {} : { opacity: 0.75, borderStyle: 'dashed' }),
                }}
              >
                {verdict.label} <kbd aria-hidden="true">{verdict.keySign}</kbd>
              </Button>
            </Tooltip>
          ))}
          {verdicts.map(
            (verdict) =>
              verdict.barred !== undefined && (
                <Box key={verdict.name} sx={{ color: 'text.secondary', flexBasis: '100%' }}>
                  {verdict.label}: {verdict.barred}
                </Box>
              ),
          )}
        </Box>
      )}
    </Paper>
  );
}
