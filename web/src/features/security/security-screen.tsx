/** The account's protections, missing ones first, and the customer's sessions. */
import { BookUser, Clock, Eye, Inbox, MonitorSmartphone, ScrollText, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useDemo, useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { actsLink, addressesLink, devicesLink, loginsLink, mailboxLink } from '../../lib/links.ts';
import { useCall } from '../../lib/queries.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MenuIcon } from '../../ui/menu-icon.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import type { Overview, Protection } from './protections.ts';
import { protectionsOf } from './protections.ts';

/** Returns the current setting in short form, such as the masked address or a number. */
function useDetail(overview: Overview): (one: Protection) => string {
  const t = useTranslations('security');
  return ({ name, state }) => {
    if (state === 'missing') return t('notSet');
    if (name === 'totp') return t('codesLeft', { count: overview.recovery_codes_left });
    if (name === 'passkey') return t('passkeyCount', { count: overview.passkeys });
    if (name === 'email') return overview.email ?? t('on');
    if (name === 'phone') return overview.phone ?? t('on');
    if (name === 'anti_phishing') return overview.anti_phishing_word ?? t('on');
    return t('on');
  };
}

const tones = { missing: 'plain', weak: 'warning', set: 'good' } as const;

function Protections({
  list,
  overview,
}: {
  readonly list: readonly Protection[];
  readonly overview: Overview;
}) {
  const t = useTranslations('security.item');
  const detail = useDetail(overview);
  return list.map((one) => (
    <ListRow
      key={one.name}
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-normal">
          {t(`${one.name}.title`)}
          <Badge tone={tones[one.state]}>{detail(one)}</Badge>
        </span>
      }
      subtitle={t(`${one.name}.protects`)}
      wrap
      href={one.link}
    />
  ));
}

function Held({ until }: { readonly until: number }) {
  const t = useTranslations('security');
  const format = useFormat();
  return (
    <Section plain>
      <div role="status" className="flex gap-3 rounded-card bg-warning-wash px-4 py-3 text-sm text-warning">
        <Clock size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
        <div>
          <p className="font-semibold">{t('heldTitle', { until: format.moment(until) })}</p>
          <p>{t('heldText')}</p>
        </div>
      </div>
    </Section>
  );
}

function Body({ overview }: { readonly overview: Overview }) {
  const t = useTranslations('security');
  const { missing, inPlace } = protectionsOf(overview);
  const held = overview.withdrawals_held_until;
  return (
    <>
      {held !== null && <Held until={held} />}
      {missing.length > 0 ? (
        <Section title={t('missing')}>
          <Protections list={missing} overview={overview} />
        </Section>
      ) : (
        <EmptyState icon={ShieldCheck} title={t('allSet')} text={t('allSetText')} />
      )}
      {inPlace.length > 0 && (
        <Section title={t('inPlace')}>
          <Protections list={inPlace} overview={overview} />
        </Section>
      )}
    </>
  );
}

function Where() {
  const t = useTranslations('security');
  const titles = useTranslations('titles');
  const demo = useDemo();
  return (
    <Section title={t('watch')}>
      <ListRow start={<MenuIcon icon={MonitorSmartphone} />} title={titles('devices')} href={devicesLink} />
      <ListRow start={<MenuIcon icon={ScrollText} />} title={titles('logins')} href={loginsLink} />
      <ListRow start={<MenuIcon icon={Eye} />} title={titles('acts')} wrap href={actsLink} />
      <ListRow start={<MenuIcon icon={BookUser} />} title={titles('addresses')} href={addressesLink} />
      {demo !== undefined && demo !== null && (
        <ListRow start={<MenuIcon icon={Inbox} />} title={titles('mailbox')} href={mailboxLink} />
      )}
    </Section>
  );
}

export function SecurityScreen() {
  const query = useCall('GET safe/overview', {}, { enabled: useSignedIn() });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={7} />}>
        {(data) => <Body overview={data} />}
      </Loaded>
      <Where />
    </Screen>
  );
}
