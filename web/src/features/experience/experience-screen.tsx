/** The experience credit: its amount, expiry, turnover and explanation, and its conversion. */
import { HandCoins } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useWallets } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useWait } from '../../live/use-wait.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Credit } from './credit.ts';
import { whyNotConvert } from './credit.ts';
import { TurnoverPart } from './turnover-part.tsx';

const ConvertSheet = lazy(() =>
  import('./convert-sheet.tsx').then((file) => ({ default: file.ConvertSheet })),
);

type Shown = {
  readonly credit: Credit;
  /** The part of the credit that is at stake: position margin, amounts held by open orders, and stakes. */
  readonly atStake: string;
  readonly expired: boolean;
};

function Figures({ credit, atStake, expired }: Shown) {
  const t = useTranslations('experience');
  const format = useFormat();
  const wait = useWait(credit.expires_at);
  const day = credit.expires_at === null ? '' : format.moment(credit.expires_at);
  return (
    <Section>
      <div className="px-4 pt-4 pb-1">
        <p className="text-sm text-quiet">{t('usable')}</p>
        <p className="text-2xl font-semibold">
          <AmountText value={credit.amount} unit="USDT" private />
        </p>
      </div>
      <dl className="px-4 pb-3">
        <FactRow name={t('atStake')}>
          <AmountText value={atStake} unit="USDT" private />
        </FactRow>
        <FactRow name={t('granted')}>
          <AmountText value={credit.granted} unit="USDT" private />
        </FactRow>
        <FactRow name={expired ? t('expired') : t('expires')}>{day}</FactRow>
        {!expired && <FactRow name={t('left')}>{wait?.inWords ?? '–'}</FactRow>}
        <FactRow name={t('feesPaid')}>
          <AmountText value={credit.fees_paid} unit="USDT" private />
        </FactRow>
        <FactRow name={t('converted')}>
          <AmountText value={credit.converted} unit="USDT" private />
        </FactRow>
        {!expired && (
          <FactRow name={t('convertible')}>
            <AmountText value={credit.convertible} unit="USDT" private />
          </FactRow>
        )}
      </dl>
      {expired && <p className="border-t border-line px-4 py-3 text-sm text-soft">{t('expiredText')}</p>}
    </Section>
  );
}

function About({ needed }: { readonly needed: string | undefined }) {
  const t = useTranslations('experience');
  const format = useFormat();
  const sentences = [
    t('about.what'),
    t('about.use'),
    t('about.end'),
    needed === undefined ? t('about.convert') : t('about.convertFrom', { needed: format.moneyUp(needed) }),
    t('about.fees'),
    t('about.own'),
  ];
  return (
    <Section title={t('aboutTitle')}>
      <ul className="space-y-2 px-4 py-3 text-sm text-soft">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Section>
  );
}

function ConvertButton({ credit, atStake }: Shown) {
  const t = useTranslations('experience');
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const why = whyNotConvert(credit, atStake);
  const needed = format.moneyUp(credit.turnover_needed);
  return (
    <>
      <Button
        block
        reason={why === undefined ? undefined : t(`whyNot.${why}`, { needed })}
        onClick={() => {
          setAsked(true);
          setAsking(true);
        }}
      >
        {t('convert')}
      </Button>
      {asked && (
        <Suspense>
          <ConvertSheet open={asking} credit={credit} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

export function ExperienceScreen() {
  const t = useTranslations('experience');
  const query = useCall('GET wallet/experience', {});
  const wallets = useWallets();
  const atStake = wallets.data?.find((wallet) => wallet.experience !== undefined)?.experience?.frozen ?? '0';
  const wait = useWait(query.data?.expires_at ?? null);
  const credit = query.data;
  const refresh = () => Promise.all([query.refetch(), wallets.refetch()]);
  if (credit === undefined) {
    return (
      <Screen onRefresh={refresh}>
        <Awaited query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />} />
      </Screen>
    );
  }
  if (credit.expires_at === null) {
    return (
      <Screen onRefresh={refresh}>
        <EmptyState icon={HandCoins} title={t('noneTitle')} text={t('noneText')} />
        <About needed={undefined} />
      </Screen>
    );
  }
  const shown: Shown = { credit, atStake, expired: wait?.over === true };
  return (
    <Screen onRefresh={refresh} footer={shown.expired ? undefined : <ConvertButton {...shown} />}>
      <Figures {...shown} />
      {!shown.expired && <TurnoverPart credit={credit} />}
      <About needed={credit.turnover_needed} />
    </Screen>
  );
}
