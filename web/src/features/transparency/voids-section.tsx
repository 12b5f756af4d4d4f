/** The published record of tickets voided by gaps in the tape: by day, with Candor's savings or cost, and by gap. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

type Voids = CallOutput<'GET transparency/voids'>;

function useVoids() {
  const { api } = useApi();
  return useInfiniteQuery({
    queryKey: ['GET transparency/voids', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === undefined ? {} : { cursor: pageParam };
      const answer = await api('GET transparency/voids', input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

function Effect({ effect }: { readonly effect: Voids['days'][number] | Voids['voids'][number] }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const { saved_usdt: saved, cost_usdt: cost, undecided } = effect;
  return (
    <>
      <dl>
        <FactRow name={t('saved')}>{`${format.money(saved)} USDT`}</FactRow>
        <FactRow name={t('cost')}>{`${format.money(cost)} USDT`}</FactRow>
      </dl>
      {undecided > 0 && <p className="text-xs text-quiet">{t('undecided', { count: String(undecided) })}</p>}
    </>
  );
}

function Gap({ gap }: { readonly gap: Voids['voids'][number] }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const { before, after } = gap;
  const said = [before, after].find((side) => side.gap);
  const seconds = ((after.time_ms - before.time_ms) / 1000).toFixed(1);
  return (
    <li className="hairline px-4 py-2.5 last:shadow-none">
      <p className="flex justify-between gap-3 font-medium">
        <span>{gap.symbol}</span>
        <span className="text-sm font-normal text-soft">{t('tickets', { count: gap.tickets })}</span>
      </p>
      <p className="text-sm text-soft">
        {t(`instant.${gap.instant}`)} · {format.dateTime(gap.at)}
      </p>
      <p className="text-xs text-quiet">
        {t('gapSeconds', {
          seconds: format.decimal(seconds, { max: 1 }),
          before: String(before.seq),
          after: String(after.seq),
        })}
        {said !== undefined && ` · ${t('gapSaid', { seq: String(said.seq) })}`}
      </p>
      <Effect effect={gap} />
    </li>
  );
}

function Days({ days }: { readonly days: Voids['days'] }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  return (
    <ul>
      {days.map((one) => (
        <li key={one.day} className="hairline px-4 py-2.5">
          <p className="flex justify-between gap-3 font-medium">
            <span>{format.date(Date.parse(`${one.day}T12:00:00Z`) / 1000)}</span>
            <span className="text-sm font-normal text-soft">{t('tickets', { count: one.tickets })}</span>
          </p>
          <Effect effect={one} />
        </li>
      ))}
    </ul>
  );
}

export function VoidsSection() {
  const t = useTranslations('proof.page');
  const query = useVoids();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const gaps = data?.pages.flatMap((page) => page.voids) ?? [];
  return (
    <Section title={t('voids')}>
      <p className="hairline p-4 text-sm text-soft">{t('voidsText')}</p>
      {data !== undefined ? (
        <>
          {gaps.length === 0 ? (
            <p className="p-4 text-sm">{t('voidsNone')}</p>
          ) : (
            <>
              <h3 className="px-4 pt-3 text-sm font-semibold text-soft">{t('voidsByDay')}</h3>
              <Days days={data.pages[0]?.days ?? []} />
              <h3 className="px-4 pt-3 text-sm font-semibold text-soft">{t('voidsEach')}</h3>
            </>
          )}
          <ul>
            {gaps.map((gap) => (
              <Gap key={`${gap.symbol} ${gap.instant} ${gap.before.seq}`} gap={gap} />
            ))}
          </ul>
          {hasNextPage && (
            <div className="px-2 py-1">
              <Button kind="quiet" small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('moreVoids')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <Awaited query={query} skeleton={<SkeletonRows count={3} />} />
      )}
    </Section>
  );
}
