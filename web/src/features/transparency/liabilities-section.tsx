/** What the platform owes and holds by currency, whether this customer is counted, and what banks and chains say is held. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { checkOwnLiability, useOwnLiability } from '../../proof/own-liability.ts';
import { quietly } from '../../proof/quietly.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Liabilities = CallOutput<'GET transparency/liabilities'>;

function OwnResult() {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const token = useSession((session) => session.token);
  const last = useOwnLiability((kept) => kept.last);
  useEffect(() => {
    if (token !== undefined) void quietly(checkOwnLiability());
  }, [token]);
  if (token === undefined) return null;
  if (last?.token !== token) return <p className="text-sm text-soft">{t('ownWaits')}</p>;
  const time = format.moment(last.checkedAt);
  if (last.result === 'wrong') {
    return (
      <p role="alert" className="text-base font-semibold text-danger">
        {t('ownWrong')}
      </p>
    );
  }
  return <p className="text-sm">{t(last.result === 'found' ? 'ownFound' : 'ownNothing', { time })}</p>;
}

function Currency({ one }: { readonly one: Liabilities['currencies'][number] }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  return (
    <li className="hairline px-4 py-2.5 last:shadow-none">
      <p className="font-medium">{one.currency}</p>
      <dl>
        <FactRow name={t('owed')}>{format.quantity(one.liabilities)}</FactRow>
        <FactRow name={t('reserves')}>{format.quantity(one.reserves)}</FactRow>
        <FactRow name={t('difference')} strong>
          {format.quantity(one.difference)}
        </FactRow>
      </dl>
    </li>
  );
}

function Facts({ data }: { readonly data: Liabilities }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  return (
    <>
      <div className="space-y-2 px-4 py-3">
        <p className="text-sm text-soft">
          {data.statement === null
            ? t('liabilitiesNone')
            : t('liabilitiesAsOf', { time: format.moment(data.statement.as_of) })}
        </p>
        <OwnResult />
        {data.play_money && <p className="text-sm text-soft">{t('liabilitiesDemo')}</p>}
      </div>
      <ul>
        {data.currencies.map((one) => (
          <Currency key={one.currency} one={one} />
        ))}
      </ul>
      {data.custody.length > 0 && (
        <dl className="px-4 py-2">
          {data.custody.map(({ currency, source, amount, as_of }) => (
            <FactRow key={`${currency} ${source}`} name={`${source}, ${format.moment(as_of)}`}>
              {`${format.quantity(amount)} ${currency}`}
            </FactRow>
          ))}
        </dl>
      )}
    </>
  );
}

export function LiabilitiesSection() {
  const t = useTranslations('proof.page');
  const query = useCall('GET transparency/liabilities', {}, { ofCustomer: false });
  return (
    <Section title={t('liabilities')}>
      <p className="px-4 pt-4 text-sm text-soft">{t('liabilitiesText')}</p>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-40 rounded-card" />}>
        {(data) => <Facts data={data} />}
      </Loaded>
    </Section>
  );
}
