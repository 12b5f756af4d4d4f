/** Trading of coins with market and limit orders. */
import { feature } from '../../platform/feature.ts';
import { spotHandlers } from './handlers.ts';
import { spotEvidence } from './evidence.ts';
import { spotInvariants } from './invariants.ts';
import { spotStartOver, spotTriggers } from './triggers.ts';

export const spotFeature = feature({
  name: 'spot',
  invariants: spotInvariants,
  startOver: [spotStartOver],
  evidence: ({ pool, market }) => spotEvidence({ pool, publicKey: market.publicKey }),
  triggers: spotTriggers,
  serve: (platform) => ({ calls: spotHandlers(platform) }),
});
