/** Shows a time in the reader's time zone, and its distance from now by the server's clock. */
import { Box } from '@mui/material';
import { useSay } from '../i18n/say.ts';
import { useServerSeconds } from '../lib/server-clock.ts';
import { distance, localTime } from '../lib/times.ts';

export function When({ at }: { at: number }) {
  const t = useSay();
  const now = useServerSeconds();
  return (
    <Box
      component="time"
      dateTime={new Date(at * 1000).toISOString()}
      sx={{ '& > span': { whiteSpace: 'nowrap' } }}
    >
      <span>{localTime(at)}</span>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        · {distance(t, at, now)}
      </Box>
    </Box>
  );
}

export function WhenOr({ at, otherwise }: { at: number | null | undefined; otherwise: string }) {
  return at === null || at === undefined ? <>{otherwise}</> : <When at={at} />;
}
