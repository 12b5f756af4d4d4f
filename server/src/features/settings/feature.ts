/** A customer's preferences, the closing of the account, and the data export. */
import type { Example } from '../../identity/examples.ts';
import { feature } from '../../platform/feature.ts';
import { settingsHandlers } from './handlers.ts';
import { closedInvariants } from './invariants.ts';

export const settingsFeature = (examples: readonly Example[]) =>
  feature({
    name: 'settings',
    invariants: closedInvariants,
    reexecution: () => ({ effectsAlone: ['account.close'] }),
    serve: (platform, { startOver, keepsOpen, exportSections }) => ({
      calls: settingsHandlers({
        ...platform,
        closing: {
          openTables: [
            ...startOver.filter((part) => part.endsOnceClosed !== true).map((part) => part.open),
            ...keepsOpen,
          ],
          mode: platform.mode,
        },
        exportParts: exportSections,
        examples: platform.mode === 'demo' ? examples.map(({ account }) => account) : [],
      }),
    }),
  });
