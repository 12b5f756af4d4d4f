/**
 * A customer's whole history, newest first, with filters. A row folds out to its journal and to the entries of the price record
 * that it used, which anybody can read. Older rows are loaded on request.
 */
import { payloadOf } from '@candor/client/answers.ts';
import { Box, Button, Link as MuiLink } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { explainedReasons } from '@candor/protocol/positions/close-reasons.ts';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Asked, Nothing, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useApi } from '../../lib/api.ts';
import { grouped } from '../../lib/figures.ts';
import { localTime } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import { Explanation } from './explanation.tsx';
import { detailsOf, titleOf } from './happening-words.ts';
import type { Happening } from './happening-words.ts';
import { TimelineFilters, askedOf, noFilter } from './timeline-filters.tsx';

const PAGE_ROWS = 30;

export function Timeline({ customer }: { customer: string }) {
  const { call } = useApi();
  const t = useSay();
  const [filter, setFilter] = useState(noFilter);
  const wanted = askedOf(filter);
  const asked = useInfiniteQuery({
    queryKey: ['GET timeline', customer, wanted],
    queryFn: async ({ pageParam, signal }) => {
      const at = pageParam === '' ? {} : { cursor: pageParam };
      return payloadOf(await call('GET timeline', { customer, limit: PAGE_ROWS, ...wanted, ...at }, signal));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const isFiltered = Object.keys(wanted).length > 0;
  return (
    <Panel title={t('customers.timeline')}>
      <TimelineFilters filter={filter} onChange={setFilter} />
      <Asked of={asked}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const searchedTo = pages.at(-1)?.searched_to ?? null;
          return (
            <>
              {items.length === 0 && !asked.hasNextPage && (
                <Nothing>{t(isFiltered ? 'customers.nothingFound' : 'customers.nothingHappened')}</Nothing>
              )}
              <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {items.map((item, index) => (
                  <Row
                    key={`${item.kind} ${item.journal?.seq ?? ''} ${String(index)}`}
                    customer={customer}
                    item={item}
                  />
                ))}
              </Box>
              {asked.hasNextPage && (
                <Box sx={{ mt: 1, display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                  <Button onClick={() => void asked.fetchNextPage()} aria-disabled={asked.isFetching}>
                    {t(isFiltered ? 'customers.searchOn' : 'customers.showOlder')}
                  </Button>
                  {isFiltered && searchedTo !== null && (
                    <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
                      {t('customers.searchedTo', { time: localTime(searchedTo) })}
                    </Box>
                  )}
                </Box>
              )}
            </>
          );
        }}
      </Asked>
    </Panel>
  );
}

/** Closings by the liquidation or by a level, which the customer did not request at that moment. */
function isExplained({ kind, reason }: Happening): boolean {
  return kind === 'contract_close' && explainedReasons.some((one) => one === reason);
}

function Row({ customer, item }: { customer: string; item: Happening }) {
  const t = useSay();
  const head = (
    <>
      <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'baseline', flexWrap: 'wrap' }}>
        <StateChip state={item.what} says={codeWords(t, 'happening', item.what)} />
        <b>{titleOf(t, item)}</b>
        <Box component="span" sx={{ ml: 'auto' }}>
          <When at={item.time} />
        </Box>
      </Box>
      <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {detailsOf(t, item).join(' · ')}
      </Box>
    </>
  );
  return (
    <Box component="li" sx={{ borderTop: '1px solid var(--line)', py: 0.75 }}>
      {item.journal === null ? (
        head
      ) : (
        <details>
          <Box
            component="summary"
            sx={{ cursor: 'pointer', listStyle: 'none', '&::-webkit-details-marker': { display: 'none' } }}
          >
            {head}
          </Box>
          <Evidence item={item} />
          {isExplained(item) && item.of !== null && <Explanation customer={customer} position={item.of.id} />}
          <Postings journal={item.journal} />
        </details>
      )}
    </Box>
  );
}

function Evidence({ item }: { item: Happening }) {
  const t = useSay();
  return (
    <Box sx={{ my: 0.5, display: 'flex', flexDirection: 'column', gap: 0.25 }}>
      {item.of !== null && <span>{t('customers.itemNumber', { id: item.of.id })}</span>}
      {item.evidence.map(({ symbol, seq, price, url }) => (
        <MuiLink key={`${symbol} ${seq}`} href={url} target="_blank" rel="noreferrer">
          {t('customers.evidence', { symbol, seq, price: grouped(price) })}
        </MuiLink>
      ))}
    </Box>
  );
}

function Postings({ journal }: { journal: NonNullable<Happening['journal']> }) {
  const t = useSay();
  return (
    <PlainTable
      label={t('customers.journalNumber', { seq: journal.seq })}
      columns={[
        { head: t('customers.journalNumber', { seq: journal.seq }) },
        { head: t('customers.side') },
        { head: t('ui.amount'), figures: true },
        { head: t('ui.currency') },
      ]}
      rows={journal.postings.map(({ account, own, currency, amount }, index) => ({
        key: `${account} ${currency} ${String(index)}`,
        cells: [
          codeWords(t, 'account', account),
          t(own ? 'customers.own' : 'customers.house'),
          grouped(amount),
          currency,
        ],
      }))}
    />
  );
}
