/** Web Push: the signing keys, and the loop that sends the outbox. */
import { feature } from '../../platform/feature.ts';
import { pushHandlers } from './handlers.ts';
import { pushKeys } from './keys.ts';
import { startPushing } from './outbox.ts';

/** Push services require a contact address. This one is used if the server has no public URL. */
const NO_ADDRESS = 'https://candor.example';

export const pushFeature = feature({
  name: 'push',
  outboxes: [
    {
      kind: 'push',
      waiting: 'select count(*)::float8 as value from push_delivery where created_ms < $1::bigint',
    },
  ],
  serve: async ({ pool, vault, config, now, log }) => {
    const keys = await pushKeys(pool, vault);
    const { origin, pushServices: services } = config;
    const subject = origin?.startsWith('https:') === true ? origin : NO_ADDRESS;
    const onError = (error: Error) => log('push: failed to send a notification (retrying)', error);
    return {
      calls: pushHandlers({ pool, now, publicKey: keys.publicKey, services }),
      jobs: [() => startPushing({ pool, sender: { keys, subject, services }, now, onError })],
    };
  },
});
