/** The screen for the proof of a payment: the amount, an image and, after submission, the progress. */
import { useSlice } from '@candor/client/app-state.ts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../../lib/customer.ts';
import { useDraft } from '../../lib/drafts.ts';
import { navigate } from '../../lib/hash-history.ts';
import { depositLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { createSharedPicture } from '../../lib/shared-picture.ts';
import { Button } from '../../ui/button.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import type { Way, WayDraft, Ways } from './deposit-ways.ts';
import { chosenWay } from './deposit-ways.ts';
import { ProofForm } from './proof-form.tsx';
import { useDeposits } from './use-deposits.ts';
import { useNetworkName } from './where-to-send.tsx';

const noWay: WayDraft = { currency: '', network: '' };

function HandedIn({ id }: { readonly id: string }) {
  const t = useTranslations('deposits');
  const { items } = useDeposits();
  const deposit = items?.find((one) => one.id === id);
  return (
    <>
      <h2 className="gutter pt-5 text-lg font-semibold">{t('handedIn')}</h2>
      <p className="gutter pt-1 text-sm text-soft">{t('handedInText')}</p>
      <Section>
        {deposit === undefined ? (
          <Skeleton className="m-4 h-56 rounded-card" />
        ) : (
          <div className="px-4">
            <DepositDetail deposit={deposit} />
          </div>
        )}
      </Section>
      <div className="gutter pt-4">
        <Button block kind="secondary" onClick={() => navigate(`${depositLink}?tab=list`)}>
          {t('toList')}
        </Button>
      </div>
    </>
  );
}

function ChosenWay({ way }: { readonly way: Way }) {
  const t = useTranslations('deposits');
  const networkName = useNetworkName();
  return (
    <div className="flex min-h-14 items-center gap-3 px-4 py-2">
      <CoinMark of={way.currency} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{way.currency}</span>
        <span className="block text-sm text-quiet">{networkName(way.network)}</span>
      </span>
      <Link href={depositLink} className="press flex min-h-11 items-center text-sm font-medium text-accent">
        {t('change')}
      </Link>
    </div>
  );
}

function Body({ ways, way }: { readonly ways: Ways; readonly way: Way | undefined }) {
  const t = useTranslations('deposits');
  const shared = useSlice(createSharedPicture);
  const [handedIn, setHandedIn] = useState<string>();
  const [waits, setWaits] = useState(false);
  const [isLost, setLost] = useState(false);
  useEffect(() => void shared.holds().then(setWaits), [shared]);
  useEffect(() => void shared.wasLost().then(setLost), [shared]);
  if (handedIn !== undefined) return <HandedIn id={handedIn} />;
  if (way === undefined) {
    const ofPicture = waits ? ` ${t('sharedWaits')}` : isLost ? ` ${t('sharedLost')}` : '';
    return (
      <EmptyState
        title={t('chooseFirst')}
        text={`${t('chooseFirstText')}${ofPicture}`}
        action={
          <Button kind="secondary" small onClick={() => navigate(depositLink)}>
            {t('choose')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Section title={t('whatSent')}>
        <ChosenWay way={way} />
      </Section>
      <ProofForm way={way} hours={ways.review_hours} isSharedLost={isLost} onDone={setHandedIn} />
    </>
  );
}

export function VoucherScreen() {
  const ways = useCall('POST wallet/get_in_address', {}, { enabled: useSignedIn() });
  const { draft } = useDraft('deposit-way', noWay);
  const currency = useParam('currency') ?? draft.currency;
  const network = useParam('network') ?? draft.network;
  const way = ways.data && chosenWay(ways.data.ways, { currency, network });
  return (
    <Screen onRefresh={() => ways.refetch()}>
      <Loaded query={ways} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
        {(data) => <Body ways={data} way={way} />}
      </Loaded>
    </Screen>
  );
}
