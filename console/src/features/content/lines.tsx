/** Shows the changes of a text line by line: added and removed lines with some context. */
import { Box } from '@mui/material';
import { useSay } from '../../i18n/say.ts';
import { difference, shortened } from './difference.ts';
import type { Words } from './draft.ts';

const AROUND = 2;

export function whole(words: Words | null): string {
  return words === null ? '' : `${words.title}\n${words.summary}\n\n${words.body}`;
}

const GROUNDS = { '+': 'var(--green-wash)', '-': 'var(--red-wash)', ' ': 'transparent' } as const;
const SAID = { '+': 'content.lineNew', '-': 'content.lineGone' } as const;

export function Lines({ before, after }: { before: string; after: string }) {
  const t = useSay();
  return (
    <Box
      sx={{
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {shortened(difference(before, after), AROUND).map((line, at) =>
        line === undefined ? (
          <Box key={at} sx={{ color: 'text.secondary' }}>
            …
          </Box>
        ) : (
          <Box
            key={at}
            component={line.sign === '+' ? 'ins' : line.sign === '-' ? 'del' : 'div'}
            title={line.sign === ' ' ? undefined : t(SAID[line.sign])}
            sx={{ display: 'block', textDecoration: 'none', backgroundColor: GROUNDS[line.sign] }}
          >
            {line.sign} {line.text}
          </Box>
        ),
      )}
    </Box>
  );
}
