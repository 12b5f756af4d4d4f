/**
 * The results of the customer's tickets by currency and by day: the net result, and the win rate with the break-even rate.
 * Losses are as prominent as gains.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../../lib/customer.ts';
import { useFormat } from '../../../lib/format.ts';
import { punctuationOf } from '../../../lib/punctuation.ts';
import { useCall } from '../../../lib/queries.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../parts/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { resultTone, useTicketWords } from '../receipt/ticket-words.ts';
import { DayBars } from './day-bars.tsx';
import { WinRate } from './win-rate.tsx';

export type Results = CallOutput<'GET microtrade/results'>;

const periods = ['7', '30', '90'] as const;
type Period = (typeof periods)[number];
const daysOf: Readonly<Record<Period, number>> = { '7': 7, '30': 30, '90': 90 };

function Net({ all }: { readonly all: Results['all'] }) {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  const { gap } = punctuationOf(useFormat().locale);
  return (
    <Section>
      <div className="p-4">
        <p className="text-sm text-soft">{t('results.net')}</p>
        <p className={`figures text-2xl font-semibold ${resultTone(all.net_usdt)}`}>
          {words.money(all.net_usdt, 'USDT', true)}
        </p>
        <p className="pt-1 text-sm text-soft">
          {t('results.counts', {
            won: String(all.won),
            lost: String(all.lost),
            tied: String(all.tied),
            void: String(all.void),
          })}
        </p>
        <WinRate all={all} />
        <p className="pt-3 text-xs text-quiet">{`${t('results.netHint')}${gap}${t('results.all')}`}</p>
      </div>
    </Section>
  );
}

function Currencies({ rows }: { readonly rows: Results['currencies'] }) {
  const t = useTranslations('tickets');
  const words = useTicketWords();
  return (
    <Section title={t('results.byCurrency')}>
      {rows.map((row) => (
        <div key={row.currency} className="hairline flex items-center gap-3 px-4 py-3 last:shadow-none">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">
              {row.currency === 'EXPERIENCE' ? t('experience') : row.currency}
            </span>
            <span className="block text-sm text-quiet">
              {t('results.currencyLine', {
                count: row.tickets,
                staked: words.money(row.staked, row.currency),
              })}
            </span>
          </span>
          <span className={`figures shrink-0 ${resultTone(row.net)}`}>
            {words.money(row.net, row.currency, true)}
          </span>
        </div>
      ))}
    </Section>
  );
}

function Shown({ results }: { readonly results: Results }) {
  const t = useTranslations('tickets');
  if (results.currencies.length === 0) {
    return <EmptyState icon={ChartNoAxesColumn} title={t('results.none')} text={t('results.noneText')} />;
  }
  return (
    <>
      <Net all={results.all} />
      <DayBars days={results.days} />
      <Currencies rows={results.currencies} />
    </>
  );
}

export function OwnResults() {
  const t = useTranslations('tickets');
  const [period, setPeriod] = useState<Period>('30');
  const query = useCall(
    'GET microtrade/results',
    { days: daysOf[period] },
    { enabled: useSignedIn(), keepPrevious: true },
  );
  const format = useFormat();
  return (
    <>
      <div className="gutter pt-3">
        <Segmented
          label={t('results.period')}
          options={periods.map((value) => ({
            value,
            label: t('results.days', { count: format.quantity(value) }),
          }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <Loaded
        query={query}
        skeleton={
          <div className="gutter space-y-3 pt-3">
            <Skeleton className="h-48 rounded-card" />
            <Skeleton className="h-32 rounded-card" />
          </div>
        }
      >
        {(data) => <Shown results={data} />}
      </Loaded>
    </>
  );
}
