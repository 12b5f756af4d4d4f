/** Web Push: the keys that sign, and whoever sends what waits. */
import { feature } from '../../platform/feature.ts';
import { pushHandlers } from './handlers.ts';
import { pushKeys } from './keys.ts';
import { startPushing } from './outbox.ts';

/** A push service wants an address to write to, which a house without a public one does not have. */
const NO_ADDRESS = 'https://candor.example';

export const pushFeature = feature({
  name: 'push',
  serve: async ({ pool, vault, config, now, log }) => {
    const keys = await pushKeys(pool, vault);
    const { origin, pushServices: services } = config;
    const subject = origin?.startsWith('https:') === true ? origin : NO_ADDRESS;
    const onError = (error: Error) => log('a push waits', error);
    return {
      calls: pushHandlers({ pool, now, publicKey: keys.publicKey, services }),
      workers: [startPushing({ pool, sender: { keys, subject, services }, now, onError })],
    };
  },
});
