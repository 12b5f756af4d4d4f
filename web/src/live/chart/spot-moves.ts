/**
 * The function with which a chart moves the lines of spot orders. Spot trading provides it, because a chart shows orders
 * of every product and depends on none.
 */
import { createContext } from 'react';
import type { SpotOrder } from '../order-list.ts';

export type MovedField = 'price' | 'stop';

export type SpotMoves = {
  readonly isMovable: (order: SpotOrder) => boolean;
  /**
   * Asks for confirmation. Nothing is sent before that. `onEnd` is called once the customer has confirmed or
   * refused.
   */
  readonly move: (
    order: SpotOrder,
    moved: { readonly field: MovedField; readonly price: string },
    onEnd: () => void,
  ) => void;
};

/** Undefined where orders are only shown. */
export const SpotMovesContext = createContext<SpotMoves | undefined>(undefined);
