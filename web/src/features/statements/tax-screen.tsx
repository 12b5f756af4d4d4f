/** The tax report of a year: each coin sold with its cost and gain, and the other results separately. */
import { costMethods, taxForms } from '@candor/protocol/statements/kinds.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useCall } from '../../lib/queries.ts';
import { useCommand } from '../../lib/use-command.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { ChipChoice } from '../../ui/chip-choice.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DisposalsSection } from './disposals-section.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { saveAnswer } from './save-file.ts';

type Tax = CallOutput<'GET statement/tax'>;
type Method = (typeof costMethods)[number];

export function TaxScreen() {
  const t = useTranslations('statements');
  const periods = useCall('GET statement/periods', {}, { enabled: useSignedIn() });
  const [chosen, setChosen] = useState<string>();
  return (
    <Screen onRefresh={() => periods.refetch()}>
      <Loaded query={periods} skeleton={<SkeletonRows count={4} />}>
        {({ years }) => {
          const year = chosen ?? years[0]?.period;
          if (year === undefined)
            return <EmptyState icon={FileText} title={t('none')} text={t('noneText')} />;
          return (
            <>
              <ChipChoice
                label={t('year')}
                className="gutter mt-3 flex gap-1 overflow-x-auto py-1.5"
                options={years.map(({ period }) => ({ value: period, label: period }))}
                value={year}
                onChange={setChosen}
              />
              <Year key={year} year={year} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function Year({ year }: { readonly year: string }) {
  const t = useTranslations('statements');
  const { gap } = punctuationOf(useFormat().locale);
  const [method, setMethod] = useState<Method>('fifo');
  const query = useCall('GET statement/tax', { year, method }, { keepPrevious: true });
  const file = useCommand('GET statement/tax_file');
  return (
    <>
      <div className="gutter py-2">
        <Segmented
          label={t('method')}
          options={costMethods.map((value) => ({ value, label: t(value) }))}
          value={method}
          onChange={setMethod}
          byWord
        />
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={5} />}>
        {(tax) => (
          <>
            <Totals tax={tax} />
            <DisposalsSection disposals={tax.disposals} />
            <Results sections={tax.sections} />
          </>
        )}
      </Loaded>
      <DownloadButtons
        forms={taxForms}
        onSave={async (form) => {
          const answer = await file.send({ year, method, form });
          if (answer?.type === 'ok') saveAnswer(answer.message);
        }}
      />
      <p className="gutter pt-3 text-sm text-quiet">{`${t('advice')}${gap}${t('times')}`}</p>
    </>
  );
}

function Totals({ tax }: { readonly tax: Tax }) {
  const t = useTranslations('statements');
  return (
    <Section title={t('total')}>
      <dl className="px-4 py-2">
        {(['proceeds', 'cost', 'gain'] as const).map((name) => (
          <FactRow key={name} name={t(name)} strong={name === 'gain'}>
            <AmountText value={tax[name]} unit="USDT" signed={name === 'gain'} private />
          </FactRow>
        ))}
      </dl>
    </Section>
  );
}

function Results({ sections }: Pick<Tax, 'sections'>) {
  const t = useTranslations('statements');
  const records = useTranslations('recordKinds');
  const nameOf = (name: string): string => {
    const named = name as Parameters<typeof records>[0];
    return records.has(named) ? records(named) : name === 'fund' ? t('section.fund') : name;
  };
  return (['leverage', 'options', 'fund', 'other'] as const).map((section) => {
    const own = sections.filter((one) => one.section === section);
    if (own.length === 0) return null;
    return (
      <Section key={section} title={t(`section.${section}`)}>
        {own.map(({ name, count, net, costs }) => (
          <ListRow
            key={name}
            title={nameOf(name)}
            subtitle={t('moved', { count })}
            end={<AmountText value={net} unit="USDT" signed private />}
            endSubtitle={
              costs === '0' ? undefined : (
                <>
                  {t('costs')} <AmountText value={costs} private />
                </>
              )
            }
          />
        ))}
      </Section>
    );
  });
}
