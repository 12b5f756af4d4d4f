/**
 * A feature's panel on a customer's page. The app finds each in the feature's file `customer-panel.tsx` and passes them to the
 * page, which depends on none of them.
 */
import type { ComponentType } from 'react';

export type CustomerPanel = {
  /** The position on the page. */
  readonly place: number;
  /** `tied`: the operator has a conflict of interest with this customer and may not decide anything about them. */
  readonly Panel: ComponentType<{ readonly customer: string; readonly tied: boolean }>;
};
