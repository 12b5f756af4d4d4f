/** The open sheet about a position, which is updated when the position changes or is closed. */
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import type { Position, Product } from '../../live/position-list.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { usePositions } from '../use-positions.ts';
import { AmendOrderSheet } from './amend-order-sheet.tsx';
import { CancelSheet } from './cancel-sheet.tsx';
import { CloseAtSheet } from './close-at-sheet.tsx';
import { CloseSheet } from './close-sheet.tsx';
import { DetailsSheet } from './details-sheet.tsx';
import { LevelsSheet } from './levels-sheet.tsx';
import { MarginSheet } from './margin-sheet.tsx';
import { ShareSheet } from './share-sheet.tsx';

export type SheetKind = 'details' | 'amend' | 'close' | 'closeAt' | 'levels' | 'margin' | 'share' | 'cancel';

/** The lines that can be moved: an order's own price, and levels. */
export type MovedLevel = 'price' | 'takeProfit' | 'stop';

export type PositionSheetProps = {
  readonly position: Position;
  readonly row: Quotation | undefined;
  readonly tickSize: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** A price to which the customer has moved a line on the chart. The sheet then shows this price alone. */
  readonly moved?: { readonly field: MovedLevel; readonly price: string };
  readonly onAct: (kind: SheetKind, position: Position) => void;
};

const sheets: Readonly<Record<SheetKind, (props: PositionSheetProps) => ReactNode>> = {
  details: DetailsSheet,
  amend: AmendOrderSheet,
  close: CloseSheet,
  closeAt: CloseAtSheet,
  levels: LevelsSheet,
  margin: MarginSheet,
  share: ShareSheet,
  cancel: CancelSheet,
};

type Chosen = {
  readonly kind: SheetKind;
  readonly position: Position;
  /** The number of times that a sheet was opened, used as a key so that each opening starts with current data. */
  readonly opening: number;
};

export type PositionSheets = {
  /** Opens a sheet. The function is the same at every render. */
  readonly act: (kind: SheetKind, position: Position) => void;
  /** The screen must render this sheet once. */
  readonly sheet: ReactNode;
};

/** `listed` contains the positions on the screen. */
export function usePositionSheets(product: Product, listed: readonly Position[] | undefined): PositionSheets {
  const [chosen, setChosen] = useState<Chosen>();
  const [open, setOpen] = useState(false);
  const { data: rows } = useQuotations();
  const id = chosen?.position.id;
  const present = listed?.find((one) => one.id === id);
  const ended = chosen?.position.closed_time !== null;
  // A position that is no longer listed was closed, and is among the completed trades.
  const gone = open && !ended && listed !== undefined && present === undefined;
  const completed = usePositions(product, { part: 'completed', enabled: gone });
  const position = present ?? completed.data?.find((one) => one.id === id) ?? chosen?.position;
  const act = useCallback((kind: SheetKind, next: Position) => {
    setChosen((before) => ({ kind, position: next, opening: (before?.opening ?? 0) + 1 }));
    setOpen(true);
  }, []);
  if (chosen === undefined || position === undefined) return { act, sheet: null };
  const Sheet = sheets[chosen.kind];
  const row = rows?.find(({ symbol }) => symbol === position.symbol);
  return {
    act,
    sheet: (
      <Sheet
        key={chosen.opening}
        position={position}
        row={row}
        tickSize={row?.tick_size ?? '0.01'}
        open={open}
        onClose={() => setOpen(false)}
        onAct={act}
      />
    ),
  };
}
