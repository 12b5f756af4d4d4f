/** Webhooks: programs run by the customer receive signed events of the account. */
import { feature } from '../../platform/feature.ts';
import { keptWebhooks } from './data-export.ts';
import { webhooksHandlers } from './handlers.ts';
import { startDelivering } from './outbox.ts';

export const webhooksFeature = feature({
  name: 'webhooks',
  outboxes: [
    {
      kind: 'webhook',
      waiting:
        "select count(*)::float8 as value from webhook_delivery where status = 'waiting' and created_ms < $1::bigint",
    },
  ],
  exportSections: keptWebhooks,
  reexecution: () => ({
    effectsAlone: ['webhook.create', 'webhook.change', 'webhook.rotate', 'webhook.delete', 'webhook.stop'],
  }),
  serve: (platform, { rowViews: views }) => {
    const { config, log } = platform;
    // Origins on this machine to which webhooks may be sent, shared with push services. Only tests set them.
    const { origins } = config.pushServices;
    const onError = (error: Error) => log('webhooks: failed to deliver (retrying)', error);
    return {
      calls: webhooksHandlers({ ...platform, origins }),
      jobs: [() => startDelivering({ ...platform, views, origins, random: Math.random, onError })],
    };
  },
});
