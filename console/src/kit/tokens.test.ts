/** The colours of the console, which equal those of the customers' app. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { solid, tokens } from './tokens.ts';

const css = readFileSync(new URL('../../../web/src/ui/tokens.css', import.meta.url), 'utf8');

test.each(Object.entries(tokens))("has the same %s as the customers' app", (name, [light, dark]) => {
  expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`);
});

test.each(Object.entries(solid))("has the same solid %s as the customers' app", (name, colour) => {
  expect(css).toContain(name === 'accent' ? `--accent-solid: ${colour};` : colour);
});
