/** The policy on products by country, first for the customer's own country, with the source of each figure. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { Check, Minus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useSignedIn, useUser } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { verificationLink } from '../../lib/links.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Policy = CallOutput<'GET jurisdictions'>;
type Profile = Policy['profiles'][number];

const products = ['spot', 'contracts', 'forex', 'options', 'fund', 'loans', 'referral'] as const;

function countryName(language: Language, code: string): string {
  return new Intl.DisplayNames(localeOf[language], { type: 'region' }).of(code) ?? code;
}

function Offered({ profile }: { readonly profile: Pick<Profile, 'products' | 'warnings'> }) {
  const t = useTranslations('policy');
  return (
    <>
      <ul className="hairline grid grid-cols-1 gap-1 px-4 py-3 text-sm">
        {products.map((product) => {
          const offered = profile.products.includes(product);
          const Mark = offered ? Check : Minus;
          return (
            <li key={product} className="flex items-center gap-2">
              <Mark
                size={18}
                strokeWidth={1.75}
                aria-hidden="true"
                className={offered ? 'text-accent' : 'text-quiet'}
              />
              <span className="min-w-0 flex-1">{t(`product.${product}`)}</span>
              <span className="text-quiet">{offered ? t('offered') : t('barred')}</span>
            </li>
          );
        })}
      </ul>
      {profile.warnings.length > 0 && (
        <ul className="hairline space-y-1.5 px-4 py-3 text-sm text-soft last:shadow-none">
          {profile.warnings.map((warning) => (
            <li key={warning}>{t(`warning.${warning}`)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Yours() {
  const t = useTranslations('policy');
  const names = useTranslations('resolving');
  const language = useSession((session) => session.language);
  const user = useUser().data;
  if (user === undefined) return null;
  const { jurisdiction, country, kyc_status: status } = user;
  return (
    <Section title={t('yours')}>
      <dl className="hairline px-4 py-2">
        <FactRow name={t('country')}>
          {country === null ? t('noCountry') : countryName(language, country)}
        </FactRow>
        <FactRow name={t('profileName')}>{profileName(t, jurisdiction.profile)}</FactRow>
      </dl>
      <Offered profile={jurisdiction} />
      {status === 'not_started' && <ListRow title={names('step.verify')} href={verificationLink} />}
    </Section>
  );
}

const profileNames = ['demo', 'eu', 'uk', 'unlisted'] as const;
type Words = ReturnType<typeof useTranslations<'policy'>>;

/** Returns the name of a profile, or the server's name for a profile unknown to this app. */
function profileName(t: Words, profile: string): string {
  const known = profileNames.find((name) => name === profile);
  return known === undefined ? profile : t(`profile.${known}`);
}

const classes = ['forex_major', 'forex_minor', 'gold', 'silver', 'crypto'] as const;

function Leverage({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('policy');
  const caps = classes.flatMap((name) => {
    const max = profile.leverage_max.find((cap) => cap.class === name)?.max ?? null;
    return max === null ? [] : [{ name, max }];
  });
  if (caps.length === 0) return null;
  return (
    <div className="hairline px-4 py-3">
      <p className="text-sm font-semibold text-soft">{t('leverage')}</p>
      <dl>
        {caps.map(({ name, max }) => (
          <FactRow key={name} name={t(`class.${name}`)}>
            {max}×
          </FactRow>
        ))}
      </dl>
    </div>
  );
}

function ProfileSection({ profile }: { readonly profile: Profile }) {
  const t = useTranslations('policy');
  const format = useFormat();
  const language = useSession((session) => session.language);
  const names = profile.countries.map((code) => countryName(language, code));
  return (
    <Section title={profileName(t, profile.profile)}>
      {names.length > 0 && (
        <p className="hairline px-4 py-3 text-sm text-soft">
          {format.list(names.toSorted((one, other) => one.localeCompare(other, format.locale)))}
        </p>
      )}
      <Offered profile={profile} />
      <Leverage profile={profile} />
      {profile.sources.length > 0 && (
        <div className="px-4 py-3">
          <p className="text-sm font-semibold text-soft">{t('sources')}</p>
          <ul lang="en" className="list-disc space-y-1.5 pt-1.5 pl-4 text-sm break-words text-quiet">
            {[...new Set(profile.sources.map(({ source }) => source))].map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

export function JurisdictionScreen() {
  const t = useTranslations('policy');
  const { gap } = punctuationOf(useFormat().locale);
  const signedIn = useSignedIn();
  const query = useCall('GET jurisdictions', {}, { ofCustomer: false });
  return (
    <Screen onRefresh={() => query.refetch()}>
      {signedIn && <Yours />}
      <p className="gutter pt-3 text-sm text-soft">
        {query.data?.mode === 'demo' ? `${t('likeness')}${gap}${t('demoMode')}` : t('likeness')}
      </p>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-96 rounded-card" />}>
        {(data) => data.profiles.map((profile) => <ProfileSection key={profile.profile} profile={profile} />)}
      </Loaded>
    </Screen>
  );
}
