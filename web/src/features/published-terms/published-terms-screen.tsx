/** All limits, fees and opening times that Candor may change, with every version. They are public and the same for everybody. */
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { chainNamesShown } from '../../lib/network-names.ts';
import { useCall } from '../../lib/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { groups, subjectOf, versionsShown } from './subjects.ts';
import type { Group, Subject } from './subjects.ts';
import { VersionFacts } from './version-facts.tsx';
import { houseNow } from '../../lib/house-clock.ts';

/** The subtitle, such as "BTC · Bitcoin" or "Tier 2"; undefined if the heading is sufficient. */
function useSubjectName(): (parts: readonly string[]) => string | undefined {
  const t = useTranslations('publishedTerms');
  return ([first, network]) => {
    if (first !== undefined && /^\d+$/.test(first)) return t('tier', { number: first });
    if (first === undefined || network === undefined) return first;
    const chain = Object.entries(chainNamesShown).find(([known]) => known === network)?.[1];
    return `${first} · ${chain ?? t('wire')}`;
  };
}

function SubjectTerms({ subject, parts, now }: { subject: Subject; parts: readonly string[]; now: number }) {
  const t = useTranslations('publishedTerms');
  const name = useSubjectName()(parts);
  const [first, ...others] = versionsShown(subject.versions, now);
  if (first === undefined) return null;
  return (
    <div className="hairline space-y-1 px-4 py-3 last:shadow-none">
      {name !== undefined && <h3 className="font-semibold">{name}</h3>}
      <VersionFacts version={first} currency={parts[0]} now={now} />
      {others.length > 0 && (
        <details>
          <summary className="flex min-h-11 items-center text-sm text-accent">
            {t('otherVersions', { count: others.length })}
          </summary>
          <div className="space-y-3">
            {others.map((version) => (
              <VersionFacts key={version.version} version={version} currency={parts[0]} now={now} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

/** The markets whose terms never changed, each in a row that expands to the figures. */
function UnchangedMarkets({ subjects, now }: { subjects: readonly Subject[]; now: number }) {
  const t = useTranslations('publishedTerms');
  return subjects.map(({ subject, versions }) => {
    const symbol = subjectOf(subject)?.parts[0];
    return versions.map((version) => (
      <details key={subject} className="group hairline px-4 last:shadow-none">
        <summary className="flex min-h-11 items-center justify-between gap-3 text-sm">
          <span className="flex-1 font-semibold">{symbol}</span>
          <span className="text-soft">{t(version.body['open'] === false ? 'no' : 'offeredFromStart')}</span>
          <ChevronRight
            size={18}
            strokeWidth={1.75}
            aria-hidden="true"
            className="-mr-1 shrink-0 text-quiet group-open:rotate-90"
          />
        </summary>
        <div className="pb-3">
          <VersionFacts version={version} currency={symbol} now={now} />
        </div>
      </details>
    ));
  });
}

function GroupSection({ group, subjects }: { group: Group; subjects: readonly Subject[] }) {
  const t = useTranslations('publishedTerms');
  const [now] = useState(() => Math.floor(houseNow() / 1000));
  const isOfMarkets = group === 'instrument' || group === 'option';
  const isLine = ({ versions }: Subject): boolean => isOfMarkets && versions.length === 1;
  const lines = subjects.filter(isLine);
  return (
    <Section title={t(`group.${group}`)}>
      {group === 'instrument' && <p className="px-4 pt-3 text-sm text-soft">{t('leveragedFee')}</p>}
      {subjects
        .filter((subject) => !isLine(subject))
        .map((subject) => (
          <SubjectTerms
            key={subject.subject}
            subject={subject}
            parts={subjectOf(subject.subject)?.parts ?? []}
            now={now}
          />
        ))}
      {lines.length > 0 && <UnchangedMarkets subjects={lines} now={now} />}
    </Section>
  );
}

export function PublishedTermsScreen() {
  const t = useTranslations('publishedTerms');
  const query = useCall('GET transparency/terms', {}, { ofCustomer: false });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <Section>
        <p className="p-4 text-sm text-soft">{t('intro')}</p>
      </Section>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(data) =>
          groups.map((group) => {
            const subjects = data.filter(({ subject }) => subjectOf(subject)?.group === group);
            return subjects.length === 0 ? null : (
              <GroupSection key={group} group={group} subjects={subjects} />
            );
          })
        }
      </Loaded>
    </Screen>
  );
}
