/**
 * The rule for the price at which orders fill, and all occasions on which a source was silent, stopped, or sent an implausible
 * quote.
 */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { marketsByAge, refusedAs } from './pauses.ts';

type Pauses = CallOutput<'GET transparency/pauses'>;

function usePauses() {
  const { api } = useApi();
  return useInfiniteQuery({
    queryKey: ['GET transparency/pauses', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === undefined ? {} : { cursor: pageParam };
      const answer = await api('GET transparency/pauses', input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

function Rule({ fills }: { readonly fills: Pauses['fills'] }) {
  const t = useTranslations('proof.pauses');
  const format = useFormat();
  return (
    <dl className="hairline px-4 pb-2">
      {marketsByAge(fills).map(({ ageMs, count }) => (
        <FactRow key={ageMs} name={t('markets', { count })}>
          {ageMs === 0
            ? t('next')
            : t('age', { seconds: format.decimal((ageMs / 1000).toString(), { max: 2 }) })}
        </FactRow>
      ))}
    </dl>
  );
}

function Pause({ pause }: { readonly pause: Pauses['pauses'][number] }) {
  const t = useTranslations('proof.pauses');
  const format = useFormat();
  const { kind, reason, refused_count: count, seq, symbol, time } = pause;
  const what =
    kind === 'gap'
      ? t('silent')
      : kind === 'halt'
        ? t('ended')
        : `${t('refused', { count: count ?? 1 })}${punctuationOf(format.locale).colon}${t(refusedAs(reason ?? ''))}`;
  return (
    <li className="hairline px-4 py-2.5 last:shadow-none">
      <p className="flex justify-between gap-3 font-medium">
        <span>{symbol}</span>
        <span className="text-sm font-normal text-soft">{format.moment(time)}</span>
      </p>
      <p className="text-sm text-soft">{what}</p>
      <p className="text-xs text-quiet">{t('entry', { seq: String(seq) })}</p>
    </li>
  );
}

export function PausesSection() {
  const t = useTranslations('proof.pauses');
  const query = usePauses();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pauses = data?.pages.flatMap((page) => page.pauses) ?? [];
  return (
    <Section title={t('title')}>
      <p className="p-4 text-sm text-soft">{t('rule')}</p>
      {data !== undefined ? (
        <>
          <Rule fills={data.pages[0]?.fills ?? []} />
          {pauses.length === 0 && <p className="p-4 text-sm">{t('none')}</p>}
          <ul>
            {pauses.map((pause) => (
              <Pause key={`${pause.symbol} ${pause.seq}`} pause={pause} />
            ))}
          </ul>
          {hasNextPage && (
            <div className="px-2 py-1">
              <Button kind="quiet" small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <Awaited query={query} skeleton={<SkeletonRows count={2} />} />
      )}
    </Section>
  );
}
