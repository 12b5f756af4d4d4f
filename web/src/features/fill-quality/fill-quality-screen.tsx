/**
 * The public page of fill quality: prices against quotes, times, refusals by reason, halts, voids and withdrawals of a day, and the
 * data from which all of it can be recomputed.
 */
import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useApi } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { marketLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DownloadSection } from './download-section.tsx';
import { FillsSections } from './fills-section.tsx';
import { HaltsSection } from './halts-section.tsx';
import { OwnFillsSection } from './own-fills-section.tsx';
import type { Quality } from './quality.ts';
import { RefusalsSection } from './refusals-section.tsx';
import { VoidsOfDay } from './voids-of-day.tsx';
import { WithdrawalsInTime } from './withdrawals-in-time.tsx';

const shownCalls = [
  'GET transparency/fill_quality',
  'GET transparency/own_fills',
  'GET transparency/voids',
  'GET transparency/withdrawals',
] as const;

export function FillQualityScreen() {
  const { refetchNamed } = useApi();
  const t = useTranslations('fillQuality');
  const signedIn = useSignedIn();
  const [chosen, setChosen] = useState<string>();
  const query = useCall('GET transparency/fill_quality', chosen === undefined ? {} : { day: chosen }, {
    ofCustomer: false,
    keepPrevious: true,
  });
  return (
    <Screen onRefresh={() => refetchNamed(shownCalls)}>
      <Section>
        <div className="space-y-2 p-4 text-sm text-soft">
          <p>{t('intro')}</p>
          <p>{t('symmetry')}</p>
        </div>
      </Section>
      <Loaded query={query} skeleton={<LoadingDay />}>
        {(quality) =>
          quality.day === null ? (
            <NoFills />
          ) : (
            <>
              <Days quality={quality} day={chosen ?? quality.day} onChoose={setChosen} />
              <Day quality={quality} day={quality.day} />
            </>
          )
        }
      </Loaded>
      {signedIn && <OwnFillsSection />}
      <WithdrawalsInTime />
      {query.data !== undefined && <DownloadSection quality={query.data} />}
    </Screen>
  );
}

function Days({
  quality,
  day,
  onChoose,
}: {
  readonly quality: Quality;
  readonly day: string;
  readonly onChoose: (day: string) => void;
}) {
  const t = useTranslations('fillQuality');
  const format = useFormat();
  return (
    <ChipChoice
      label={t('day')}
      className="gutter mt-3 flex gap-1 overflow-x-auto py-1.5 [scrollbar-width:none]"
      options={quality.days.map((value) => ({
        value,
        label: format.date(Date.parse(`${value}T12:00:00Z`) / 1000),
      }))}
      value={day}
      onChange={onChoose}
    />
  );
}

function Day({ quality, day }: { readonly quality: Quality; readonly day: string }) {
  return (
    <>
      <FillsSections quality={quality} />
      <RefusalsSection quality={quality} />
      <HaltsSection halts={quality.halts} />
      <VoidsOfDay day={day} />
    </>
  );
}

function NoFills() {
  const t = useTranslations('fillQuality');
  return (
    <EmptyState
      icon={Gauge}
      title={t('none')}
      text={t('noneText')}
      action={
        <Link
          href={marketLink}
          className="inline-flex min-h-11 items-center rounded-input bg-accent-wash px-3 text-sm font-semibold text-accent"
        >
          {t('trade')}
        </Link>
      }
    />
  );
}

/** A placeholder in the shape of the days and the first cards of a day. */
function LoadingDay() {
  const t = useTranslations('ui');
  return (
    <div role="status" aria-label={t('loading')} className="appear-late">
      <div className="gutter mt-3 flex gap-2 py-1.5">
        {[0, 1, 2].map((at) => (
          <Skeleton key={at} className="h-8 w-28 rounded-full" />
        ))}
      </div>
      {[0, 1].map((at) => (
        <div key={at} className="gutter pt-3">
          <Skeleton className="mb-3 h-4 w-24" />
          <Skeleton className="h-56 rounded-card" />
        </div>
      ))}
    </div>
  );
}
