/**
 * The platform's liabilities and reserves by currency, whether this customer is included, and the balances that banks and
 * chains report.
 */
import { useAppState } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { checkOwnLiability, useOwnLiability } from '../../proof/own-liability.ts';
import { quietly } from '../../proof/quietly.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { houseNow } from '../../lib/house-clock.ts';

type Liabilities = CallOutput<'GET transparency/liabilities'>;
type Held = Liabilities['custody'][number];

function OwnResult() {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const app = useAppState();
  const token = useSession((session) => session.token);
  const last = useOwnLiability();
  useEffect(() => {
    if (token !== undefined) void quietly(checkOwnLiability(app));
  }, [app, token]);
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

/** One line per currency, since a customer looks for the currencies that are owed. */
function HeldOnly({ currencies }: Pick<Liabilities, 'currencies'>) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  return (
    <div className="hairline px-4 py-2.5 last:shadow-none">
      <h3 className="font-medium">{t('heldOnly')}</h3>
      <dl>
        {currencies.map(({ currency, reserves }) => (
          <FactRow key={currency} name={currency}>
            {format.quantity(reserves)}
          </FactRow>
        ))}
      </dl>
    </div>
  );
}

const HOUR = 3_600;
const DAY = 86_400;
/** From three days on, an age is shown in days, which are easier to understand than hours. */
const IN_DAYS_FROM = 3 * DAY;

function EvidenceAge({ one, nowSeconds }: { readonly one: Held; readonly nowSeconds: number }) {
  const t = useTranslations('proof.page');
  if (one.evidence === null) return t('evidenceNone');
  const age = Math.max(0, nowSeconds - one.as_of);
  return age < IN_DAYS_FROM
    ? t('evidenceHours', { hours: Math.floor(age / HOUR) })
    : t('evidenceDays', { days: Math.floor(age / DAY) });
}

/**
 * The balances that banks and blockchains report, and the age of their evidence. A source may be an address, as wide as a
 * phone.
 */
function Custody({ statements }: { readonly statements: readonly Held[] }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const [nowSeconds] = useState(() => houseNow() / 1000);
  return (
    <div className="px-4 py-2.5">
      <h3 className="font-medium">{t('custody')}</h3>
      <dl>
        {statements.map((one) => (
          <div
            key={`${one.currency} ${one.source}`}
            className="flex items-baseline justify-between gap-4 py-1.5"
          >
            <dt className="min-w-0 text-sm break-words text-soft">
              {one.source}
              <span className="block">
                <EvidenceAge one={one} nowSeconds={nowSeconds} />
              </span>
            </dt>
            <dd className="figures shrink-0 text-right text-sm">
              {`${format.quantity(one.amount)} ${one.currency}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Facts({ data }: { readonly data: Liabilities }) {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const owed = data.currencies.filter((one) => signOf(one.liabilities) > 0);
  const held = data.currencies.filter((one) => signOf(one.liabilities) === 0);
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
      <ul className="hairline last:shadow-none">
        {owed.map((one) => (
          <Currency key={one.currency} one={one} />
        ))}
      </ul>
      {held.length > 0 && <HeldOnly currencies={held} />}
      {data.custody.length > 0 && <Custody statements={data.custody} />}
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
