/** A customer's own fills of the public list, each with its quality, and a check of the line on this device. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { Awaited } from '../../parts/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { readOwnFill } from './quality.ts';
import type { OwnFill } from './quality.ts';

type Line = CallOutput<'GET transparency/own_fills'>['fills'][number];
type Checked = 'checking' | 'right' | 'wrong' | 'unread';

function useOwnFills() {
  const { api } = useApi();
  return useInfiniteQuery({
    queryKey: ['GET transparency/own_fills', 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === undefined ? {} : { cursor: pageParam };
      const answer = await api('GET transparency/own_fills', input, { quiet: true, signal });
      if (answer.type !== 'ok') throw new RefusedError(answer);
      return answer.message;
    },
    getNextPageParam: (page) => page.next ?? undefined,
    meta: { ofCustomer: true },
  });
}

export function OwnFillsSection() {
  const t = useTranslations('fillQuality');
  const page = useTranslations('proof.page');
  const query = useOwnFills();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const fills = data?.pages.flatMap((one) => one.fills) ?? [];
  return (
    <Section title={t('own')}>
      <p className="hairline p-4 text-sm text-soft">{t('ownText')}</p>
      {data === undefined ? (
        <Awaited query={query} skeleton={<SkeletonRows count={2} />} />
      ) : (
        <>
          {fills.length === 0 && <p className="p-4 text-sm">{t('ownNone')}</p>}
          <ul>
            {fills.map((line) => {
              const fill = readOwnFill(line.line);
              return fill === undefined ? null : <Own key={line.line} line={line} fill={fill} />;
            })}
          </ul>
          {hasNextPage && (
            <div className="px-2 py-1">
              <Button kind="quiet" small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {page('moreVoids')}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

function Own({ line, fill }: { readonly line: Line; readonly fill: OwnFill }) {
  const { api } = useApi();
  const t = useTranslations('fillQuality');
  const proof = useTranslations('proof');
  const format = useFormat();
  const [checked, setChecked] = useState<Checked>();
  const { side, symbol, price, asked, better, time } = fill;
  const check = async () => {
    setChecked('checking');
    const { checkOwnFill } = await import('../../proof/own-fill.ts');
    setChecked(
      await checkOwnFill(api, line).then(
        (isRight) => (isRight ? 'right' : 'wrong'),
        () => 'unread',
      ),
    );
  };
  const number = (text: string) => format.decimal(text as `${number}`, { min: 2, max: 8 });
  return (
    <li className="hairline px-4 py-2.5 last:shadow-none">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{t(`side.${side}`, { symbol })}</span>
        <span className="figures font-semibold">{number(price)}</span>
      </p>
      <p className="flex items-baseline justify-between gap-3 text-sm text-soft">
        <span>{format.moment(time)}</span>
        {better !== null && <span className="figures">{t('asked', { price: number(asked) })}</span>}
      </p>
      <div className="flex items-center justify-between gap-3 pt-1">
        <p className="min-w-0 text-sm">
          <Outcome better={better} />
        </p>
        <Button
          kind="secondary"
          small
          busy={checked === 'checking'}
          className="shrink-0"
          onClick={() => void check()}
        >
          <span className="inline-flex items-center gap-2 align-top">
            <ShieldCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            {proof('verify')}
          </span>
        </Button>
      </div>
      <p role="status" className={classes('text-sm', checked === 'wrong' ? 'text-warning' : 'text-soft')}>
        {checked !== undefined && checked !== 'checking' && t(`checked.${checked}`)}
      </p>
    </li>
  );
}

function Outcome({ better }: { readonly better: string | null }) {
  const t = useTranslations('fillQuality');
  const format = useFormat();
  if (better === null) return null;
  const percent = format.decimal(better.replace('-', '') as `${number}`, { min: 0, max: 4 });
  if (better === '0') return <span className="text-soft">{t('same')}</span>;
  return better.startsWith('-') ? (
    <span className="text-danger">{t('worseBy', { percent })}</span>
  ) : (
    <span className="text-success">{t('betterBy', { percent })}</span>
  );
}
