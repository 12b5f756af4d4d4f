/** What happened to a customer, newest first, read on as far as wanted. */
import { payloadOf } from '@candor/client/answers.ts';
import { Box, Button } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { call } from '../../lib/api.ts';
import { codeWords } from '../../lib/words.ts';

const PAGE_ROWS = 30;

export function Timeline({ customer }: { customer: string }) {
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
    <Panel title="Timeline">
      <Asked of={asked}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Nothing>Nothing happened yet.</Nothing>;
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
                      <StateChip state={item.what} says={codeWords(item.what)} />
                      <b>{codeWords(item.kind)}</b>
                      <Box component="span" sx={{ ml: 'auto' }}>
                        <When at={item.time} />
                      </Box>
                    </Box>
                    <Box sx={{ overflowWrap: 'anywhere' }}>
                      {item.text}
                      {item.by !== null && ` · by ${item.by}`}
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
                  Show older
                </Button>
              )}
            </>
          );
        }}
      </Asked>
    </Panel>
  );
}
