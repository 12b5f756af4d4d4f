/** Demo only: example accounts, and a clock that can be moved forward. */
import { openAccount } from '../../identity/accounts.ts';
import { seedOperators } from '../../operators/demo-operators.ts';
import { feature } from '../../platform/feature.ts';
import type { Example } from '../../identity/examples.ts';
import { clockConsoleHandlers } from './clock.ts';
import { consoleAddressOf } from './console-address.ts';
import { exampleOperators } from './example-operators.ts';
import { demoHandlers } from './handlers.ts';
import { demoInvariants } from './invariants.ts';
import { demoCustomers, seedDemo } from './seed.ts';
import { progressOf, readNotes } from './story/notebook.ts';

export const examples: readonly Example[] = demoCustomers;

export const demoFeature = feature({
  name: 'demo',
  invariants: demoInvariants,
  seedDemo: async ({ pool, passwords, vault, opening, now }) => {
    await seedOperators(pool, { passwords, vault, nowMs: now() });
    await seedDemo({
      pool,
      passwords,
      open: (connection, customer) =>
        openAccount(connection, opening, { ...customer, invitedBy: 0n, leverEnabled: true, nowMs: now() }),
    });
  },
  serve: (platform) => ({
    calls: demoHandlers({
      pool: platform.pool,
      // The times in the story's file are those of the machine's clock, not of the demo's clock.
      history: () => progressOf(readNotes(platform.config.data), Date.now()),
      consoleFor: (caller) => consoleAddressOf(platform.config.console, platform.consolePort(), caller),
    }),
    consoleCalls: { ...clockConsoleHandlers(platform), ...exampleOperators(platform) },
  }),
});
