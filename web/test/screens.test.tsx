/**
 * Every screen of the table of routes, without server and browser, with generated answers for every edge case: nothing throws,
 * everything loads, no text is missing and no figure is invalid.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { variants } from './answers.ts';
import { serve } from './made-server.ts';
import { addresses } from './addresses.ts';
import { closeApp, openAt, settled, shown, texts } from './screen.tsx';

const en = await loadMessages('en');
/** The names of the groups of texts. A missing text is displayed by its key, which begins with the name of its group. */
const missing = new RegExp(`\\b(?:${Object.keys(en).join('|')})\\.[a-z]\\w+`);
const none = /\b(?:undefined|NaN|Infinity|null)\b|\[object /;

/** Returns the problems with visible texts of the screen in front. */
function wrongTexts(): string[] {
  return texts().filter((text) => none.test(text) || missing.test(text));
}

afterAll(closeApp);

/** `npm test` covers only the two variants that differ most. */
const looked = import.meta.env['VITE_TIER'] === 'usual' ? (['usual', 'empty'] as const) : variants;

describe.each(looked)('app with the variant "%s" of answers', (variant) => {
  test.each(addresses)('renders %s without errors, missing texts or invalid figures', async (address) => {
    const server = serve({ variant });
    const { thrown } = await openAt(address);
    expect(await settled(), `${address} never came: ${server.asked.map(({ name }) => name).join(', ')}`).toBe(
      true,
    );
    expect(server.wrong).toEqual([]);
    expect(thrown).toEqual([]);
    expect(wrongTexts()).toEqual([]);
    expect(shown('h1').length).toBe(1);
    // The gallery is left out, because it shows a failed load as an example.
    if (address !== '/pages/dev/gallery') expect(texts()).not.toContain(en.ui.couldNotLoad);
  });
});
