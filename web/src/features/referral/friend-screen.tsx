/**
 * The invitation of friends: the reward and its source, the code in every form that can be shared, and each share received with
 * its source.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDemo, useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useCall } from '../../lib/queries.ts';
import { usePages } from '../../lib/use-pages.ts';
import type { ListFilter } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PictureSheet } from '../../ui/picture-sheet.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { inviteLinkOf } from './invite-link.ts';
import { makeInvite } from './invite-picture.ts';
import type { InvitePicture } from './invite-picture.ts';

type Invitation = CallOutput<'GET user/invite'>;
type Earning = CallOutput<'GET user/invite_earnings'>['items'][number];
type EarningChoices = { level: 'direct' | 'indirect' };
type EarningFilter = ListFilter<EarningChoices>;

const LEVELS = ['level1', 'level2', 'level3'] as const;

function WhatItBrings({ invitation }: { readonly invitation: Invitation }) {
  const t = useTranslations('referral');
  const { gap } = punctuationOf(useFormat().locale);
  return (
    <Section title={t('share')}>
      <p className="px-4 pt-3 text-sm text-soft">{`${t('what')}${gap}${t('free')}`}</p>
      <dl className="px-4 py-2">
        {LEVELS.map((level, at) => (
          <FactRow key={level} name={t(level)}>
            {`${invitation.rates[at] ?? '0'}%`}
          </FactRow>
        ))}
      </dl>
    </Section>
  );
}

function InviteCard({ invitation, link }: { readonly invitation: Invitation; readonly link: string }) {
  const t = useTranslations('referral');
  const ui = useTranslations('ui');
  const { locale } = useFormat();
  const demo = useDemo();
  const [open, setOpen] = useState(false);
  const code = invitation.invite_code;
  const says: InvitePicture = {
    head: t('pictureHead'),
    text: t('pictureText'),
    ...{ code, link, locale },
    risk: t('risk'),
    demo: demo === null || demo === undefined ? undefined : ui('demoStrip'),
  };
  return (
    <div className="p-4 pt-2">
      <Button kind="secondary" className="w-full" onClick={() => setOpen(true)}>
        {t('makePicture')}
      </Button>
      <PictureSheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('pictureTitle')}
        says={open ? says : undefined}
        make={makeInvite}
        alt={`${says.head} ${code}`}
      />
    </div>
  );
}

function Code({ invitation }: { readonly invitation: Invitation }) {
  const t = useTranslations('referral');
  const code = invitation.invite_code;
  const link = inviteLinkOf(window.location.href, code);
  return (
    <Section>
      <div className="p-4">
        <QrCode text={link} label={t('qr')} />
      </div>
      <CopyLine name={t('code')} text={code} copyLabel={t('copyCode')} mono />
      <CopyLine name={t('link')} text={link} copyLabel={t('copyLink')} mono />
      <InviteCard invitation={invitation} link={link} />
    </Section>
  );
}

function Earned({ invitation }: { readonly invitation: Invitation }) {
  const t = useTranslations('referral');
  const { currency } = invitation;
  return (
    <Section title={t('earned')}>
      <dl className="px-4 py-2">
        {(['total', 'direct', 'indirect'] as const).map((of) => (
          <FactRow key={of} name={t(of)}>
            <AmountText value={invitation[of]} unit={currency} private />
          </FactRow>
        ))}
        <FactRow name={t('friends')}>{invitation.invited_direct}</FactRow>
        <FactRow name={t('friendsOfFriends')}>{invitation.invited_indirect}</FactRow>
      </dl>
    </Section>
  );
}

function EarningRow({ earning, currency }: { readonly earning: Earning; readonly currency: string }) {
  const t = useTranslations('referral');
  const { moment, money } = useFormat();
  const { shortfall } = earning;
  return (
    <ListRow
      wrap
      title={`${earning.from} · ${t(LEVELS[earning.level - 1] ?? 'level3')}`}
      subtitle={
        <>
          <span className="block">{t('of', { rate: earning.rate, base: money(earning.base) })}</span>
          {shortfall !== null && <span className="block text-warning">{t(`short.${shortfall}`)}</span>}
          <span className="block">{moment(earning.time)}</span>
        </>
      }
      end={<AmountText value={earning.amount} unit={currency} private />}
    />
  );
}

function Earnings({ currency }: { readonly currency: string }) {
  const t = useTranslations('referral');
  const filters = useTranslations('filters');
  const [filter, setFilter] = useState<EarningFilter>({});
  const pages = usePages('GET user/invite_earnings', { filter: requestOf(filter) });
  const nothing = useNothing({ icon: Users, title: t('none'), text: t('noneText') }, filter, setFilter);
  const level = {
    title: filters('kind'),
    none: filters('allKinds'),
    options: (['direct', 'indirect'] as const).map((value) => ({ value, label: t(value) })),
  };
  return (
    <Section title={t('lines')}>
      <ListFilters<EarningChoices> choices={{ level }} filter={filter} onChange={setFilter} />
      <ItemList {...pages} lines={4} nothing={nothing}>
        {(earning) => <EarningRow key={earning.id} earning={earning} currency={currency} />}
      </ItemList>
    </Section>
  );
}

export function FriendScreen() {
  const t = useTranslations('referral');
  const query = useCall('GET user/invite', {}, { enabled: useSignedIn() });
  const invitation = query.data;
  return (
    <Screen onRefresh={() => query.refetch()}>
      {invitation === undefined ? (
        <Awaited query={query} skeleton={<SkeletonRows count={8} />} />
      ) : (
        <>
          {!invitation.offered && (
            <Section plain>
              <Notice title={t('notOffered')} text={t('notOfferedText')} />
            </Section>
          )}
          <Code invitation={invitation} />
          <WhatItBrings invitation={invitation} />
          <Earned invitation={invitation} />
          <Earnings currency={invitation.currency} />
        </>
      )}
    </Screen>
  );
}
