/**
 * A list of the admin library with filters, dense rows and pages. The first cell of a row is a link. The keys j and k and the
 * arrow keys move between the links, so that the list can be used without a mouse.
 */
import { Box, Button } from '@mui/material';
import { Datagrid, FilterForm, List, useListContext } from 'react-admin';
import type { ReactElement, ReactNode } from 'react';
import { useSay } from '../i18n/say.ts';
import { useTitle } from './page.tsx';
import { useConsoleKeys } from './keyboard.tsx';

/** Returns the link in the row above or below the focused one. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
  next?.focus();
}

function edge(which: 0 | -1): void {
  [...document.querySelectorAll<HTMLElement>('[data-row-link]')].at(which)?.focus();
}

export function useRowKeys(): void {
  useConsoleKeys({
    next: () => step(1),
    previous: () => step(-1),
    first: () => edge(0),
    last: () => edge(-1),
    search: () => document.querySelector<HTMLElement>('[data-filters] input, [data-filters] select')?.focus(),
  });
}

export function RecordList({
  resource,
  title,
  filters,
  actions,
  empty,
  children,
}: {
  resource: string;
  title: string;
  filters: ReactElement[];
  actions?: ReactNode;
  empty: string;
  children: ReactNode;
}) {
  useRowKeys();
  useTitle(title);
  return (
    <Box sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <Box component="h1" sx={{ m: 0, mr: 'auto', fontSize: 20, fontWeight: 650 }}>
          {title}
        </Box>
        {actions}
      </Box>
      <List
        resource={resource}
        title={title}
        actions={false}
        empty={false}
        exporter={false}
        perPage={50}
        sort={{ field: 'id', order: 'DESC' }}
        pagination={<Pages />}
        sx={{
          '& .RaList-main': { mt: 0 },
          '& th': { whiteSpace: 'nowrap' },
          '& td': { verticalAlign: 'top' },
          '& form': { alignItems: 'flex-end', minHeight: 0 },
          '& form .MuiFormControl-root': { my: 0.5 },
          '& td time > span': { whiteSpace: 'normal' },
          '& .RaList-content': { overflowX: 'auto' },
        }}
      >
        <Box data-filters sx={{ px: 1.5, pt: 1.5 }}>
          <FilterForm filters={filters} />
        </Box>
        <Datagrid
          bulkActionButtons={false}
          rowClick={false}
          size="small"
          empty={<Box sx={{ p: 2 }}>{empty}</Box>}
        >
          {children}
        </Datagrid>
      </List>
    </Box>
  );
}

/** The pagination has only a previous and a next page, because the lists have no total. */
function Pages() {
  const t = useSay();
  const { page, setPage, hasNextPage, hasPreviousPage, isPending } = useListContext();
  if (isPending || (page === 1 && hasNextPage !== true)) return null;
  return (
    <Box
      component="nav"
      aria-label={t('ui.pages')}
      sx={{ display: 'flex', gap: 1, alignItems: 'center', py: 1 }}
    >
      <Button
        aria-disabled={hasPreviousPage !== true}
        onClick={() => hasPreviousPage === true && setPage(page - 1)}
      >
        {t('ui.newer')}
      </Button>
      <span>{t('ui.pageNumber', { page })}</span>
      <Button aria-disabled={hasNextPage !== true} onClick={() => hasNextPage === true && setPage(page + 1)}>
        {t('ui.older')}
      </Button>
    </Box>
  );
}
