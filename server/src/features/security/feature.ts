/** Security settings of a customer: second factors and contact details, with their reset by operators. */
import { feature } from '../../platform/feature.ts';
import { securityConsoleHandlers } from './console-handlers.ts';
import { seedSafety } from './demo.ts';
import { securityHandlers } from './handlers.ts';

export const securityFeature = feature({
  name: 'security',
  seedDemo: seedSafety,
  serve: (platform) => ({
    calls: securityHandlers(platform),
    consoleCalls: securityConsoleHandlers(platform),
  }),
});
