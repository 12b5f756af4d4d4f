/** Identity verification: its state, and the form while an application can be submitted. */
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { accountLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ApplicationPart } from './application-part.tsx';
import type { Verification } from './standing-card.tsx';
import { GivenFacts, LookedAt, StandingCard } from './standing-card.tsx';

/** The polling interval, so that a waiting customer sees the decision. */
const REFRESH_MS = 20_000;

function Standing({ verification }: { readonly verification: Verification }) {
  const t = useTranslations('verification');
  const { status, given, looked_at } = verification;
  if (status === 'not_started') {
    return <p className="gutter pt-4 text-base text-soft">{t('what')}</p>;
  }
  return (
    <>
      <StandingCard verification={verification} status={status} />
      {given !== null && <GivenFacts given={given} />}
      <LookedAt looked={looked_at} />
    </>
  );
}

export function VerificationScreen() {
  const t = useTranslations('verification');
  const finish = useFinish(accountLink);
  const cameFrom = useParam('back');
  const query = useCall('GET user/getrealinfo', {}, { enabled: useSignedIn(), everyMs: REFRESH_MS });
  const { data: verification } = query;
  const status = verification?.status;
  const open = status === 'not_started' || status === 'rejected';
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(standing) => <Standing verification={standing} />}
      </Loaded>
      {status === 'rejected' && <h2 className="gutter pt-6 text-lg font-semibold">{t('again')}</h2>}
      {open && <ApplicationPart before={verification?.given ?? null} />}
      {verification !== undefined && !open && cameFrom !== undefined && (
        <div className="gutter pt-4">
          <Button block kind="secondary" onClick={finish}>
            {t('backToTask')}
          </Button>
        </div>
      )}
    </Screen>
  );
}
