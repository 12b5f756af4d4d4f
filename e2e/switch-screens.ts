/** The screens of the dead man's switch, for the tests of all screens. */
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button } from './screen-shot.ts';
import { say } from './saying.ts';

const path = '/pages/order/switch';

export const switchScreens: readonly ScreenShot[] = [
  { name: 'the dead man’s switch, off', path, as: 'guarded' },
  {
    ...{ name: 'the dead man’s switch, on', path, as: 'guarded' },
    act: async (page) => {
      await button(page, say('deadMansSwitch.turnOn')).tap();
      await button(page, say('deadMansSwitch.turnOff')).waitFor();
      // The market's clock is known from the first tick on.
      await page.getByText(/^\d\d:\d\d:\d\d$/).waitFor();
      await settled(page);
    },
  },
];
