/**
 * What a feature shows on the page of a customer. The app finds each in the file `customer-panel.tsx` of its feature and hands them to the
 * page, which knows none of them.
 */
import type { ComponentType } from 'react';

export type CustomerPanel = {
  /** The order on the page. */
  readonly place: number;
  /** `tied`: the operator is tied to this customer and decides nothing about them. */
  readonly Panel: ComponentType<{ readonly customer: string; readonly tied: boolean }>;
};
