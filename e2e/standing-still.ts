/**
 * Replaces the changing parts of a still by constant ones: figures, times and names in its texts, the colours of rising and
 * falling prices, the lines of charts, the squares of codes, the lengths of bars, and the list of instruments that move most.
 */
import type { Page } from '@playwright/test';
import { steadyRules, steadyText } from './steady-text.ts';
import { containing, say } from './saying.ts';
import type { Still } from './still.ts';

/** Gives a page the function that makes its texts constant. */
export async function teachSteadyText(studio: Page): Promise<void> {
  await studio.evaluate(`window.steadyText = ${steadyText.toString()}`);
}

/**
 * The app's texts that identify changing parts or replace them. Patterns are source texts, so that they can be passed to a page.
 */
const words = {
  kept: ['proof.step.kept', 'proof.keptFirst', 'proof.keptNothing']
    .map((key) => containing(key).source)
    .join('|'),
  keptInstead: say('proof.warningSheet.keptSays'),
  since: ['proof.page.keptSince', 'proof.page.keptNone'].map((key) => containing(key).source).join('|'),
  sinceInstead: say('proof.page.keptSince', { time: 'Jan 1, 2030' }),
  strategy: ['balance', 'reserved', 'result_today', 'principal'].map((one) => say(`fund.strategy.${one}`)),
  paused: say('market.paused'),
  volume: say('market.volumeShort', { volume: '12.3M' }),
  kinds: [
    ...['market.kind.crypto', 'market.kind.forex', 'market.kind.metal'].map((key) => say(key)),
    '\u00a0',
  ],
  outcome: ['option.result.won', 'option.now.above', 'tickets.ahead', 'option.would.win']
    .map((key) => say(key))
    .join('|'),
};

/** Runs in a page that has the function. */
export async function standingStill(studio: Page, still: Still): Promise<Still> {
  const given = { body: still.body, rules: steadyRules, said: words };
  const body = await studio.evaluate(({ body: html, rules, said }) => {
    const { steadyText: steady } = window as unknown as { steadyText: typeof steadyText };
    const { body: root } = new DOMParser().parseFromString(html, 'text/html');
    const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
    const empty = (selector: string) => all(selector).forEach((one) => one.replaceChildren());

    // Elements that cover any screen for a moment: toasts, the loading bar, the offline notice.
    empty('[class~="z-50"][class~="pointer-events-none"], [role="status"][class~="fixed"]');
    // A device stores its first signatures some seconds after the app has started.
    for (const one of all('li')) {
      if (new RegExp(said.kept).test(one.textContent)) one.textContent = said.keptInstead;
    }
    for (const one of all('span, p, div')) {
      const isLeaf = one.childElementCount === 0;
      if (isLeaf && new RegExp(`^(?:${said.since})`).test(one.textContent))
        one.textContent = said.sinceInstead;
    }
    // A large gain or loss has smaller decimals, and an income of zero has no colour; both depend on amounts that change from run
    // to run.
    for (const income of all('dd > span:not([class]):has(> .figures:only-child)'))
      income.classList.add('text-up');
    for (const decimals of all(':is(.text-up, .text-down) [class~="font-normal"]')) {
      const whole = decimals.previousSibling;
      if (!decimals.textContent.startsWith('.') || whole?.nodeType !== 3) continue;
      whole.textContent = `${whole.textContent}${decimals.textContent}`;
      decimals.remove();
    }
    // If the strategy has earned enough, the decimals of its earnings are smaller.
    for (const term of all('dt')) {
      if (!said.strategy.some((name) => term.textContent.startsWith(name))) continue;
      const shown = term.parentElement?.querySelector('dd .figures > [aria-hidden="true"]');
      const decimals = shown?.firstElementChild;
      if (shown?.firstChild?.nodeType !== 3 || decimals?.textContent.startsWith('.') !== true) continue;
      shown.firstChild.textContent = '1.5';
      decimals.remove();
    }
    // On a busy machine, a market that could not quote in time pauses for a moment. Its rows then show the volume again.
    for (const badge of all('span')) {
      if (badge.textContent !== said.paused || badge.childElementCount > 0) continue;
      if (badge.closest('a') === null) {
        badge.remove();
        continue;
      }
      const volume = document.createElement('span');
      volume.className = 'figures text-xs text-quiet';
      volume.textContent = said.volume;
      badge.replaceWith(volume);
    }
    // Until its first trade, a row shows its kind instead of its volume.
    for (const note of all('a span.text-xs.text-quiet')) {
      if (said.kinds.includes(note.textContent)) {
        note.textContent = said.volume;
        note.classList.add('figures');
      }
    }
    // The list of movers changes, so one instrument replaces all of them.
    for (const list of all('ul:has(> li > a[href*="/pages/kline/"])')) {
      const first = list.firstElementChild;
      if (first === null) continue;
      for (const drawn of first.querySelectorAll('svg')) drawn.replaceChildren();
      for (const name of first.querySelectorAll('[class~="flex-1"]')) name.textContent = 'Coin';
      list.replaceChildren(...Array.from({ length: 4 }, () => first.cloneNode(true)));
    }
    // A mini chart appears once it has two points.
    for (const line of all('svg[preserveAspectRatio="none"][class~="shrink-0"]')) line.remove();
    // Lines of charts, codes, and the arrows next to changes; the outline of the world is not replaced, because it is constant.
    empty('svg[preserveAspectRatio="none"]:not(:has(> .fill-surface))');
    empty('svg[shape-rendering="crispEdges"]');
    empty('svg[viewBox="0 0 8 8"]');
    for (const one of all('[stroke-dashoffset]')) one.setAttribute('stroke-dashoffset', '0');
    for (const one of all('[style]')) {
      const style = one.getAttribute('style') ?? '';
      one.setAttribute(
        'style',
        style.replaceAll(/[\d.]+%/g, '50%').replace(/flex-grow: [\d.]+/, 'flex-grow: 1'),
      );
    }
    // The dashes of a key are as random as its letters; the dashes of a UUID have fixed places.
    const masked = (text: string) =>
      text.replaceAll(/[\w-]{20,}/g, (word) =>
        /^[\da-f]{8}-/.test(word) ? word : word.replaceAll(/[-_]/g, 'x'),
      );
    for (const one of all('.font-mono')) {
      one.textContent = masked(one.textContent).replaceAll(/[a-z\d]/gi, 'x');
    }
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      text.textContent = steady(text.textContent ?? '', rules);
    }
    for (const one of all('input, [placeholder]')) {
      for (const name of ['value', 'placeholder']) {
        const text = one.getAttribute(name);
        if (text !== null) one.setAttribute(name, steady(text, rules));
      }
    }
    // The sign next to an option that settled.
    empty('[class~="size-13"]');
    // A figure without a sign may have risen or fallen, and an option may have been won or lost.
    const isFigure = (one: Element): boolean => {
      const shown = one.cloneNode(true) as Element;
      for (const heard of shown.querySelectorAll('.sr-only')) heard.remove();
      const left = shown.textContent.replaceAll(new RegExp(said.outcome, 'g'), '1');
      return /\d/.test(left) && !/\p{Ll}/u.test(left);
    };
    for (const one of all('.text-down, :has(> svg[viewBox="0 0 8 8"])').filter(isFigure)) {
      const isTinted = ['bg-down-wash', 'bg-sunken'].some((ground) => one.classList.contains(ground));
      if (isTinted) one.classList.add('bg-up-wash');
      one.classList.remove('text-down', 'text-soft', 'bg-down-wash', 'bg-sunken');
      one.classList.add('text-up');
    }
    return root.innerHTML;
  }, given);
  return { root: still.root, body };
}
