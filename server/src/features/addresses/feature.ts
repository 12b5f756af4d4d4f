/** Customers' withdrawal addresses. */
import { feature } from '../../platform/feature.ts';
import { addressesHandlers } from './handlers.ts';
import { keptAddresses } from './data-export.ts';

export const addressesFeature = feature({
  name: 'addresses',
  exportSections: (platform) => [keptAddresses(platform)],
  reexecution: () => ({ effectsAlone: ['addresses.add', 'addresses.delete'] }),
  serve: (platform) => ({
    calls: addressesHandlers({ ...platform, isHouseAddress: platform.ways.isHouseAddress }),
  }),
});
