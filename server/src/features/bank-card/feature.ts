/** The bank card to which a customer withdraws. */
import { feature } from '../../platform/feature.ts';
import { seedCards } from './demo.ts';
import { bankCardHandlers } from './handlers.ts';
import { keptCard } from './data-export.ts';

export const bankCardFeature = feature({
  name: 'bank-card',
  exportSections: (platform) => [keptCard(platform)],
  seedDemo: seedCards,
  serve: (platform) => ({ calls: bankCardHandlers(platform) }),
});
