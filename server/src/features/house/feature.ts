/** The platform's own accounts, and its operators. */
import { feature } from '../../platform/feature.ts';
import { houseConsoleHandlers } from './console-handlers.ts';
import { operatorInvariants } from './invariants.ts';

export const houseFeature = feature({
  name: 'house',
  invariants: operatorInvariants,
  reexecution: () => ({ effectsAlone: ['house.note_custody'] }),
  serve: (platform) => ({ consoleCalls: houseConsoleHandlers(platform) }),
});
