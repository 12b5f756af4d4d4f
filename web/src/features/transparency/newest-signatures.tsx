/**
 * The newest signature of each tape, and the time since which this device has stored signatures of that tape. The device stores
 * every signature that it shows.
 */
import { useAppState } from '@candor/client/app-state.ts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { keepNewest } from '../../proof/keeping.ts';
import { useKept } from '../../proof/kept-store.ts';
import { quietly } from '../../proof/quietly.ts';
import { Button } from '../../ui/button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

const everyMs = 10_000;
/** The number of tapes shown before a tap expands the list. */
const shownFirst = 5;

function useKeptSince(): ReadonlyMap<string, { readonly since: number; readonly count: number }> {
  const checkpoints = useKept((kept) => kept.checkpoints);
  const found = new Map<string, { since: number; count: number }>();
  for (const { symbol, kept_at: at } of checkpoints) {
    const before = found.get(symbol);
    found.set(symbol, { since: Math.min(at, before?.since ?? at), count: (before?.count ?? 0) + 1 });
  }
  return found;
}

export function NewestSignatures() {
  const t = useTranslations('proof.page');
  const format = useFormat();
  const app = useAppState();
  const [all, setAll] = useState(false);
  const query = useCall('GET transparency/checkpoints', {}, { everyMs, ofCustomer: false });
  const kept = useKeptSince();
  const rows = query.data;
  useEffect(() => {
    if (rows !== undefined) void quietly(keepNewest(app, rows));
  }, [app, rows]);
  if (rows === undefined) {
    return (
      <Section title={t('checkpoints')}>
        <Awaited query={query} skeleton={<SkeletonRows count={shownFirst} />} />
      </Section>
    );
  }
  return (
    <Section title={t('checkpoints')}>
      {rows.slice(0, all ? rows.length : shownFirst).map((row) => {
        const own = kept.get(row.symbol);
        return (
          <ListRow
            key={row.symbol}
            title={row.symbol}
            subtitle={own === undefined ? t('keptNone') : t('keptSince', { time: format.date(own.since) })}
            wrap
            end={`#${row.seq}`}
            endSubtitle={format.time(row.time)}
          />
        );
      })}
      {!all && rows.length > shownFirst && (
        <div className="px-2 py-1">
          <Button kind="quiet" small onClick={() => setAll(true)}>
            {t('all', { count: String(rows.length) })}
          </Button>
        </div>
      )}
    </Section>
  );
}
