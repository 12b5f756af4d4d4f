/** The state of a case as a word on a coloured background; the word "overdue" is added if it applies. */
import { Box } from '@mui/material';
import { useSay } from '../i18n/say.ts';
import { codeWords } from '../lib/words.ts';
import type { CodeGroup } from '../lib/words.ts';

type Tone = 'plain' | 'busy' | 'good' | 'bad' | 'look';

const TONES: Readonly<Record<string, Tone>> = {
  under_review: 'busy',
  submitted: 'busy',
  proposed: 'busy',
  pending: 'busy',
  pending_review: 'busy',
  waiting: 'look',
  success: 'good',
  approved: 'good',
  done: 'good',
  normal: 'good',
  active: 'good',
  in_progress: 'good',
  disbursed: 'good',
  settled: 'good',
  failed: 'bad',
  rejected: 'bad',
  locked: 'bad',
  frozen: 'look',
  overdue: 'bad',
  held: 'look',
};

const COLOURS: Readonly<Record<Tone, { ground: string; ink: string }>> = {
  plain: { ground: 'var(--sunken)', ink: 'var(--ink-soft)' },
  busy: { ground: 'var(--accent-wash)', ink: 'var(--accent)' },
  good: { ground: 'var(--green-wash)', ink: 'var(--green)' },
  bad: { ground: 'var(--red-wash)', ink: 'var(--red)' },
  look: { ground: 'var(--warning-wash)', ink: 'var(--warning)' },
};

/** `of`: the kind of case, if it has specific words for the state. */
export function StateChip({
  state,
  says,
  of = 'status',
}: {
  state: string;
  says?: string | undefined;
  of?: CodeGroup;
}) {
  const t = useSay();
  const { ground, ink } = COLOURS[TONES[state] ?? 'plain'];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 0.75,
        borderRadius: 1,
        fontSize: 12,
        fontWeight: 600,
        lineHeight: '18px',
        whiteSpace: 'nowrap',
        backgroundColor: ground,
        color: ink,
      }}
    >
      {says ?? codeWords(t, of, state)}
    </Box>
  );
}
