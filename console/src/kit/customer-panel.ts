/**
 * A feature's panel on a customer's page. The app finds the panels in the features' files `customer-panel.tsx` and passes them
 * to the page, which depends on none of them.
 */
import type { ComponentType } from 'react';

export type CustomerPanel = {
  /** The position among the panels of the page. */
  readonly place: number;
  /** `tied`: the operator has a conflict of interest with the customer and may make no decision about them. */
  readonly Panel: ComponentType<{ readonly customer: string; readonly tied: boolean }>;
};
