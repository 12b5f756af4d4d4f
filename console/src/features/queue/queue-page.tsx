/** The work queue: waiting cases of every kind on the left, oldest first, and the open one on the right. */
import { caseKinds } from '@candor/protocol/desk/console.ts';
import { Box, FormControlLabel, Checkbox, TextField } from '@mui/material';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { RenderCase } from '../../kit/case-panel.ts';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Nothing, useTitle } from '../../kit/page.tsx';
import { caseOfName, nameOfCase } from '../../lib/case-names.ts';
import { CaseList } from './case-list.tsx';
import { caseAfter, firstRow, placeOf, selectionOf } from './selection.ts';
import type { Selection } from './selection.ts';
import { useWaitingCases } from './waiting-cases.ts';
import type { CaseFilter } from './waiting-cases.ts';

function focusList(): void {
  document.querySelector<HTMLElement>('[data-case-list]')?.focus();
}

/** Filters and the open case are part of the URL, so that a reload keeps them. */
function useQueueAddress() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const given = useMemo(() => new URLSearchParams(search), [search]);
  const kind = caseKinds.find((known) => known === given.get('kind'));
  const overdue = given.get('overdue') === 'true';
  const open = given.get('open') ?? undefined;
  const filter: CaseFilter = useMemo(
    () => ({ ...(kind && { kind }), ...(overdue && { overdue: 'true' as const }) }),
    [kind, overdue],
  );
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) => {
      const next = new URLSearchParams(given);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) next.delete(name);
        else next.set(name, value);
      }
      navigate(`/queue?${next}`, { replace: true });
    },
    [given, navigate],
  );
  return { kind, overdue, open, filter, change };
}

export function QueuePage({ renderCase }: { renderCase: RenderCase }) {
  const t = useSay();
  useTitle(t('queue.title'));
  const address = useQueueAddress();
  const { open, change } = address;
  const [selection, setSelection] = useState<Selection>(firstRow);
  const [seen, setSeen] = useState(0);
  const { asked, rows, total } = useWaitingCases(address.filter, Math.max(seen, selection.index));
  const notify = useNotify();
  const selected = placeOf(selection, rows, total);

  const select = useCallback((index: number) => setSelection(selectionOf(index, rows)), [rows]);
  const openRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row !== undefined) change({ open: nameOfCase(row) });
    },
    [rows, change],
  );
  const move = (by: number) => select(Math.max(0, Math.min(total - 1, selected + by)));
  useConsoleKeys({
    next: () => move(1),
    previous: () => move(-1),
    first: () => select(0),
    last: () => select(Math.max(0, total - 1)),
    open: () => openRow(selected),
    search: () => document.querySelector<HTMLElement>('[data-filters] select')?.focus(),
    back: () => {
      change({ open: undefined });
      focusList();
    },
  });

  const onDone = useCallback(() => {
    const next = open === undefined ? undefined : caseAfter(open, rows);
    if (next !== undefined) setSelection(selectionOf(rows.indexOf(next as (typeof rows)[number]), rows));
    change({ open: next === undefined ? undefined : nameOfCase(next) });
    focusList();
    notify(t('ui.done'), { type: 'success' });
  }, [open, rows, change, notify, t]);
  const ref = useMemo(() => (open === undefined ? undefined : caseOfName(open)), [open]);
  const shown = useMemo(
    () =>
      ref === undefined ? (
        <Box sx={{ p: 2 }}>
          <Nothing>{t('queue.hint')}</Nothing>
        </Box>
      ) : (
        <Box key={nameOfCase(ref)} sx={{ height: '100%' }}>
          {renderCase({ of: ref, onDone })}
        </Box>
      ),
    [ref, onDone, renderCase, t],
  );

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '380px minmax(0, 1fr)', height: '100%', minHeight: 0 }}>
      <Box
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, borderRight: '1px solid var(--line)' }}
      >
        <Filters address={address} total={total} />
        <Asked of={{ data: asked.data, error: asked.error, refetch: asked.refetch }}>
          {() =>
            total === 0 ? (
              <Box sx={{ px: 2 }}>
                <Nothing>{t('queue.empty')}</Nothing>
              </Box>
            ) : (
              <CaseList
                rows={rows}
                total={total}
                selected={selected}
                open={ref === undefined ? -1 : rows.findIndex((row) => nameOfCase(row) === open)}
                onSelect={select}
                onOpen={openRow}
                onSeen={setSeen}
              />
            )
          }
        </Asked>
      </Box>
      <Box component="section" aria-label={t('queue.openCase')} sx={{ minHeight: 0, minWidth: 0 }}>
        {shown}
      </Box>
    </Box>
  );
}

function Filters({ address, total }: { address: ReturnType<typeof useQueueAddress>; total: number }) {
  const t = useSay();
  const { kind, overdue, change } = address;
  return (
    <Box data-filters sx={{ p: 1.5, pb: 1, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="h1" sx={{ m: 0, fontSize: 20, fontWeight: 650 }}>
          {t('queue.title')}
        </Box>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {t('queue.waitingCount', { count: total })}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <TextField
          select
          label={t('queue.kind')}
          value={kind ?? ''}
          onChange={(event) => change({ kind: event.target.value === '' ? undefined : event.target.value })}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          sx={{ flex: 1 }}
        >
          <option value="">{t('queue.all')}</option>
          {caseKinds.map((known) => (
            <option key={known} value={known}>
              {t(`codes.case.${known}`)}
            </option>
          ))}
        </TextField>
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={overdue}
              onChange={(event) => change({ overdue: event.target.checked ? 'true' : undefined })}
            />
          }
          label={t('queue.overdueOnly')}
        />
      </Box>
    </Box>
  );
}
