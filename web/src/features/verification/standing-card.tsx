/** The state of the verification, the submitted data (masked), and the list of staff who opened the images. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { BadgeCheck, CircleX, Clock } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { countryName } from '../../lib/country-names.ts';
import { useDemo } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';

export type Verification = CallOutput<'GET user/getrealinfo'>;
type Decided = Exclude<Verification['status'], 'not_started'>;

const looks = {
  under_review: { icon: Clock, tone: 'bg-warning-wash text-warning' },
  approved: { icon: BadgeCheck, tone: 'bg-success-wash text-success' },
  rejected: { icon: CircleX, tone: 'bg-danger-wash text-danger' },
} as const;

/** A demo has no staff, so its visitor reviews the documents in the console. */
function DemoReview() {
  const t = useTranslations('verification');
  const address = useDemo()?.console ?? null;
  if (address === null) return null;
  return (
    <div className="mt-3 rounded-card bg-warning-wash px-4 py-3 text-sm text-warning">
      <p>{t('demoReview')}</p>
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {t('openConsole')}
      </a>
    </div>
  );
}

/** Only a rejection has a reason. */
export function StandingCard({ verification, status }: { verification: Verification; status: Decided }) {
  const t = useTranslations('verification');
  const { moment } = useFormat();
  const { icon: Icon, tone } = looks[status];
  const { reason, submitted_time, decided_time } = verification;
  return (
    <div className="gutter pt-4">
      <div role="status" className="flex gap-3 rounded-card bg-surface p-4">
        <span className={`grid size-10 shrink-0 place-items-center rounded-full ${tone}`}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <div className="min-w-0 space-y-1">
          <p className="font-semibold">{t(`standing.${status}`)}</p>
          <p className="text-sm text-soft">
            {reason === null ? t(`standingText.${status}`) : t(`reason.${reason}`)}
          </p>
          <p className="text-sm text-quiet">
            {decided_time === null
              ? submitted_time !== null && t('submittedAt', { time: moment(submitted_time) })
              : t('decidedAt', { time: moment(decided_time) })}
          </p>
        </div>
      </div>
      {status === 'under_review' && <DemoReview />}
    </div>
  );
}

export function GivenFacts({ given }: { readonly given: NonNullable<Verification['given']> }) {
  const t = useTranslations('verification');
  const { locale } = useFormat();
  return (
    <Section title={t('given')}>
      <dl className="px-4 py-2">
        <FactRow name={t('firstName')}>{given.first_name}</FactRow>
        <FactRow name={t('lastName')}>{given.last_name}</FactRow>
        <FactRow name={t('country')}>{countryName(locale, given.country)}</FactRow>
        <FactRow name={t('birthDate')}>{given.birth_date}</FactRow>
        <FactRow name={t('certificateType')}>{t(`certificate.${given.certificate_type}`)}</FactRow>
        <FactRow name={t('certificateNumber')}>{given.certificate_number}</FactRow>
      </dl>
    </Section>
  );
}

/** The list of staff who opened the documents, so that no access is hidden from their owner. */
export function LookedAt({ looked }: { readonly looked: Verification['looked_at'] }) {
  const t = useTranslations('verification');
  const { moment } = useFormat();
  if (looked.length === 0) return <p className="gutter pt-3 text-sm text-quiet">{t('lookedNever')}</p>;
  return (
    <Section title={t('looked')}>
      <ul className="px-4 py-2">
        {looked.map(({ time, role }) => (
          <li key={`${time} ${role}`} className="flex justify-between gap-4 py-1.5 text-sm">
            <span className="text-soft">
              {role === 'reviewer' || role === 'admin' ? t(`role.${role}`) : role}
            </span>
            <span className="figures">{moment(time)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
