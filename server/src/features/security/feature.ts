/** A customer's factors and contacts, and what an operator resets of them. */
import { feature } from '../../platform/feature.ts';
import { securityConsoleHandlers } from './console-handlers.ts';
import { securityHandlers } from './handlers.ts';

export const securityFeature = feature({
  name: 'security',
  serve: (platform) => ({
    calls: securityHandlers(platform),
    consoleCalls: securityConsoleHandlers(platform),
  }),
});
