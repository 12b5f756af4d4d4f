/** The customer's bank card, masked, and the form that adds or replaces it. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { countryName } from '../../lib/country-names.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { accountLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { useFinish } from '../../lib/resolving.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { CardPart } from './card-part.tsx';
import { accountNaming } from './payee-countries.ts';

type Card = CallOutput<'POST user/cash_info'>;
type Shown = NonNullable<Card['shown']>;

function BoundCard({ shown, boundTime }: { readonly shown: Shown; readonly boundTime: number | null }) {
  const t = useTranslations('bankCard');
  const { locale, moment } = useFormat();
  const { iban, routing } = accountNaming(shown.payee_country);
  return (
    <Section title={boundTime === null ? t('bound') : t('boundAt', { time: moment(boundTime) })}>
      <dl className="px-4 py-2">
        <FactRow name={t('realName')}>{shown.real_name}</FactRow>
        <FactRow name={iban ? t('iban') : t('cardNumber')}>{shown.card_number}</FactRow>
        {shown.routing_number !== null && (
          <FactRow name={t(`routing.${routing ?? 'routing'}`)}>{shown.routing_number}</FactRow>
        )}
        <FactRow name={t('swift')}>{shown.swift}</FactRow>
        <FactRow name={t('bankName')}>{shown.bank_name}</FactRow>
        <FactRow name={t('bankAddress')}>{shown.bank_address}</FactRow>
        <FactRow name={t('userName')}>{shown.user_name}</FactRow>
        <FactRow name={t('payeeCountry')}>{countryName(locale, shown.payee_country)}</FactRow>
        <FactRow name={t('phone')}>{shown.phone}</FactRow>
        <FactRow name={t('recipientAddress')}>{shown.recipient_address}</FactRow>
      </dl>
    </Section>
  );
}

function CardBody({ card }: { readonly card: Card }) {
  const t = useTranslations('bankCard');
  const finish = useFinish(accountLink);
  const cameFrom = useParam('back');
  const [replacing, setReplacing] = useState(false);
  const { shown, bound_time } = card;
  const editing = shown === null || replacing;

  function bound(): void {
    setReplacing(false);
    // Returns customers who came from a screen that required a card to that screen. All other customers see the card.
    if (cameFrom !== undefined) finish();
    else window.scrollTo({ top: 0 });
  }

  return (
    <>
      <p className="gutter pt-4 text-sm text-soft">
        {t(editing ? (replacing ? 'replaceText' : 'what') : 'masked')}
      </p>
      {!editing && <BoundCard shown={shown} boundTime={bound_time} />}
      {editing ? (
        <CardPart replaces={replacing} onBound={bound} onCancel={() => setReplacing(false)} />
      ) : (
        <div className="gutter pt-4">
          <Button block kind="secondary" onClick={() => setReplacing(true)}>
            {t('replaceIt')}
          </Button>
        </div>
      )}
    </>
  );
}

export function BankCardScreen() {
  const query = useCall('POST user/cash_info', {}, { enabled: useSignedIn() });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
        {(card) => <CardBody card={card} />}
      </Loaded>
    </Screen>
  );
}
