/**
 * The frame of a screen about one instrument. The name in the bar opens the list of instruments, and pulling down refetches
 * everything.
 */
import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { navigate } from '../lib/hash-history.ts';
import { Screen } from '../parts/screen.tsx';
import { useWide } from '../ui/columns.tsx';
import { InstrumentPicker } from './instrument-picker.tsx';
import type { InstrumentPickerProps } from './instrument-picker.tsx';
import { PriceHero } from './price-hero.tsx';

export type InstrumentScreenProps = {
  readonly symbol: string;
  readonly row: InstrumentPickerProps['row'] | undefined;
  readonly rows: InstrumentPickerProps['rows'] | undefined;
  /** Returns the address of this screen for a different instrument. */
  readonly linkOf: (symbol: string) => string;
  readonly actions: ReactNode;
  /**
   * The address of the chart; if given, the price is shown on the blue background above the content, except next to a chart.
   */
  readonly chartLink?: string;
  readonly children: ReactNode;
};

const noRows: readonly never[] = [];

export function InstrumentScreen({
  symbol,
  row,
  rows = noRows,
  linkOf,
  actions,
  chartLink,
  children,
}: InstrumentScreenProps) {
  const queryClient = useQueryClient();
  const isWide = useWide();
  const title =
    row === undefined ? (
      symbol
    ) : (
      <InstrumentPicker
        row={row}
        rows={rows}
        onSelect={(chosen) => navigate(linkOf(chosen), { replace: true })}
      />
    );
  return (
    <Screen
      title={title}
      onRefresh={() => queryClient.invalidateQueries()}
      actions={actions}
      hero={
        chartLink === undefined || isWide ? undefined : row === undefined ? (
          <div className="h-36" />
        ) : (
          <PriceHero row={row} chartLink={chartLink} />
        )
      }
    >
      {children}
    </Screen>
  );
}
