/** A customer's page with the panels of the features, which are found by the file name `customer-panel.tsx`. */
import { CustomerPage } from '../features/customers/customer-page.tsx';
import type { CustomerPanel } from '../kit/customer-panel.ts';

const found = import.meta.glob<CustomerPanel>('../features/*/customer-panel.tsx', {
  eager: true,
  import: 'customerPanel',
});
const panels: readonly CustomerPanel[] = Object.values(found).toSorted(
  (one, other) => one.place - other.place,
);

export function CustomerShow() {
  return <CustomerPage panels={panels} />;
}
