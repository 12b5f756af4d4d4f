/** A customer's history, newest first, with older entries loaded on request. */
import { payloadOf } from '@candor/client/answers.ts';
import { Box, Button } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSay } from '../../i18n/say.ts';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { codeWords } from '../../lib/words.ts';
import { detailsOf } from './happening-words.ts';

const PAGE_ROWS = 30;

export function Timeline({ customer }: { customer: string }) {
  const { call } = useApi();
  const t = useSay();
  const asked = useInfiniteQuery({
    queryKey: ['GET timeline', customer],
    queryFn: async ({ pageParam, signal }) => {
      const input = { customer, limit: PAGE_ROWS, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return payloadOf(await call('GET timeline', input, signal));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
  return (
    <Panel title={t('customers.timeline')}>
      <Asked of={asked}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Nothing>{t('customers.nothingHappened')}</Nothing>;
          return (
            <>
              <Box
                component="ol"
                sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 1 }}
              >
                {items.map((item, index) => (
                  <Box
                    component="li"
                    key={`${item.time} ${item.kind} ${String(index)}`}
                    sx={{ borderTop: '1px solid var(--line)', pt: 0.75 }}
                  >
                    <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
                      <StateChip state={item.what} says={t(`codes.happening.${item.what}`)} />
                      <b>{codeWords(t, 'event', item.what === 'credit' ? 'credit_changed' : item.kind)}</b>
                      <Box component="span" sx={{ ml: 'auto' }}>
                        <When at={item.time} />
                      </Box>
                    </Box>
                    <Box sx={{ overflowWrap: 'anywhere' }}>
                      {[detailsOf(t, item), item.by ?? ''].filter((part) => part !== '').join(' · ')}
                    </Box>
                  </Box>
                ))}
              </Box>
              {asked.hasNextPage && (
                <Button
                  sx={{ mt: 1 }}
                  onClick={() => void asked.fetchNextPage()}
                  aria-disabled={asked.isFetching}
                >
                  {t('customers.showOlder')}
                </Button>
              )}
            </>
          );
        }}
      </Asked>
    </Panel>
  );
}
