/**
 * The list of the queue. Only the rows in view are rendered. The list is a single tab stop: `aria-activedescendant` names the
 * selected row, while the focus stays on the list.
 */
import { Box } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useSay } from '../../i18n/say.ts';
import { isFocusFree } from '../../kit/screen-focus.ts';
import { useServerSeconds } from '../../lib/server-clock.ts';
import { CaseRow, ROW_HEIGHT } from './case-row.tsx';
import type { WaitingCase } from './waiting-cases.ts';

/** Plain classes, because computing the style of a row would cost more than rendering it. */
const rowStyles = {
  '& .case-row': {
    position: 'absolute',
    left: 0,
    right: 0,
    px: 1.5,
    py: 0.5,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '1px',
    cursor: 'pointer',
    borderBottom: '1px solid var(--line)',
    borderLeft: '3px solid transparent',
    contain: 'strict',
  },
  '& .case-row-open': { borderLeftColor: 'var(--accent)', backgroundColor: 'var(--sunken)' },
  '& .case-row-selected': { backgroundColor: 'var(--accent-wash)' },
  '&:focus-visible .case-row-selected': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '& .case-row-line': { display: 'flex', gap: 1, alignItems: 'baseline', minWidth: 0, whiteSpace: 'nowrap' },
  '& .case-row-who': { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
  '& .case-row-sum': { ml: 'auto', flexShrink: 0 },
  '& .case-row-quiet': { color: 'text.secondary', fontSize: 12 },
} as const;

const AROUND = 8;
/**
 * The step, in rows, to which the last row in view is rounded up when it is reported, because prefetching needs no more
 * precision.
 */
const SEEN_STEP = 20;

export type CaseListProps = {
  readonly rows: readonly WaitingCase[];
  readonly total: number;
  readonly selected: number;
  /** The index of the open case, or -1. */
  readonly open: number;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Called with the index of the last row in view, rounded up to a step. */
  readonly onSeen: (index: number) => void;
};

export function CaseList({ rows, total, selected, open, onSelect, onOpen, onSeen }: CaseListProps) {
  const t = useSay();
  const box = useRef<HTMLDivElement>(null);
  const now = useServerSeconds();
  // oxlint-disable-next-line react/incompatible-library -- it forbids what a compiler would do, and none compiles this
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: AROUND,
  });
  const inSight = virtual.getVirtualItems();
  useLayoutEffect(() => virtual.scrollToIndex(selected), [selected, virtual]);
  const seen = Math.ceil(((inSight.at(-1)?.index ?? 0) + 1) / SEEN_STEP) * SEEN_STEP;
  useEffect(() => onSeen(seen), [seen, onSeen]);
  useEffect(() => {
    // The focus is not taken from a filter or an open case.
    if (isFocusFree()) box.current?.focus();
  }, []);
  const press = useCallback(
    (index: number) => {
      onSelect(index);
      onOpen(index);
    },
    [onSelect, onOpen],
  );

  return (
    <Box
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t('queue.list')}
      aria-activedescendant={total === 0 ? undefined : `case-${selected}`}
      data-case-list
      data-takes-focus
      sx={{
        flex: 1,
        minHeight: 0,
        overflowY: 'auto',
        position: 'relative',
        // The outline of the selected row shows the focus.
        '&:focus-visible': { outline: 'none' },
        ...rowStyles,
      }}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize() }} />
      {inSight.map(({ index }) => (
        <CaseRow
          key={index}
          id={`case-${index}`}
          row={rows[index]}
          index={index}
          total={total}
          selected={index === selected}
          open={index === open}
          now={now}
          onPress={press}
        />
      ))}
    </Box>
  );
}
