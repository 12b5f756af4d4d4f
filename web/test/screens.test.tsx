/**
 * Every screen of the table of routes, without server and browser, with answers made from the table of calls at every edge: nothing
 * throws, everything comes, nothing unsaid and no figure that is none stands on it.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { variants } from './answers.ts';
import { serve } from './made-server.ts';
import { addresses } from './addresses.ts';
import { closeApp, openAt, settled, shown, texts } from './screen.tsx';

const en = await loadMessages('en');
/** The parts of the texts, by whose names a text that is missing shows. */
const missing = new RegExp(`\\b(?:${Object.keys(en).join('|')})\\.[a-z]\\w+`);
const none = /\b(?:undefined|NaN|Infinity|null)\b|\[object /;

/** What is wrong with the texts of the screen in front. */
function wrongTexts(): string[] {
  return texts().filter((text) => none.test(text) || missing.test(text));
}

afterAll(closeApp);

/** What one lands on looks at the two that differ most. */
const looked = import.meta.env['VITE_TIER'] === 'usual' ? (['usual', 'empty'] as const) : variants;

describe.each(looked)('with answers that are %s', (variant) => {
  test.each(addresses)('%s', async (address) => {
    const server = serve({ variant });
    const { thrown } = await openAt(address);
    expect(await settled(), `${address} never came: ${server.asked.map(({ name }) => name).join(', ')}`).toBe(
      true,
    );
    expect(server.wrong).toEqual([]);
    expect(thrown).toEqual([]);
    expect(wrongTexts()).toEqual([]);
    expect(shown('h1').length).toBe(1);
    // The gallery shows as an example what could not be loaded.
    if (address !== '/pages/dev/gallery') expect(texts()).not.toContain(en.ui.couldNotLoad);
  });
});
