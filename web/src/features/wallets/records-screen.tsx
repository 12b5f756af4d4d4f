/** Financial records: all movements of the customer's money, by day. Each record opens its journal. */
import { recordGroups } from '@candor/protocol/wallets/record-kinds.ts';
import { Download, ScrollText } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { navigate } from '../../lib/hash-history.ts';
import { depositLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { usePages } from '../../lib/use-pages.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ArrangedList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { JournalSheet } from './journal-sheet.tsx';
import { RecordFilters } from './record-filters.tsx';
import type { RecordFilter } from './record-filters.tsx';
import { RecordRow } from './record-row.tsx';
import { byDay } from './record-words.ts';
import type { LedgerRecord } from './record-words.ts';
import { SaveLedger } from './save-ledger.tsx';

export function RecordsScreen() {
  const t = useTranslations('records');
  const titles = useTranslations('titles');
  const format = useFormat();
  const [currency, about] = [useParam('currency'), useParam('group')];
  const group = recordGroups.find((known) => known === about);
  const [filter, setFilter] = useState<RecordFilter>({
    ...(currency !== undefined && { currency }),
    ...(group !== undefined && { group }),
  });
  const pages = usePages('POST wallet/detail', { filter: requestOf(filter) });
  const nothing = useNothing(
    {
      icon: ScrollText,
      title: t('empty'),
      text: t('emptyText'),
      step: { label: titles('deposit'), onPress: () => navigate(depositLink) },
    },
    filter,
    setFilter,
  );
  const [record, setRecord] = useState<LedgerRecord>();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const show = useCallback((next: LedgerRecord) => {
    setRecord(next);
    setOpen(true);
  }, []);
  const days = useMemo(() => byDay(pages.items ?? [], format.date), [pages.items, format]);
  return (
    <Screen
      onRefresh={() => pages.query.refetch()}
      header={<RecordFilters filter={filter} onChange={setFilter} />}
      actions={<IconButton icon={Download} label={t('save')} onClick={() => setSaving(true)} />}
    >
      <ArrangedList {...pages} lines={6} nothing={nothing}>
        {() =>
          days.map((day) => (
            <Section key={day.day} title={day.day}>
              {day.items.map((item) => (
                <RecordRow key={item.seq} record={item} onOpen={show} />
              ))}
            </Section>
          ))
        }
      </ArrangedList>
      {record !== undefined && <JournalSheet record={record} open={open} onClose={() => setOpen(false)} />}
      <SaveLedger open={saving} onClose={() => setSaving(false)} />
    </Screen>
  );
}
