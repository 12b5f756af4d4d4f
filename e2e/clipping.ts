/** Finds text in the page that cannot be read: cut off, shortened with an ellipsis, or outside the screen. */
import type { Page } from '@playwright/test';

/** Returns sentences that name the text and the problem. */
export async function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      found.add(`the page scrolls sideways: ${document.documentElement.scrollWidth} in ${width}`);
    }
    const scrollsSideways = (element: Element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const cuts = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return { x: overflowX !== 'visible', y: overflowY === 'hidden' || overflowY === 'clip' };
    };
    /** Text for screen readers is in a box of one pixel. */
    const forReadersAlone = (element: Element | null): boolean =>
      element !== null &&
      (element.getBoundingClientRect().width <= 1 || forReadersAlone(element.parentElement));
    /** A tap shows the full text of which this is the beginning. */
    const isExcerpt = (node: Node): boolean => node.parentElement?.closest('a[href] [data-excerpt]') !== null;
    const textBox = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const check = (node: Text, text: string): void => {
      const box = textBox(node);
      if (box.width === 0 || box.height === 0) return;
      for (let at: Element | null = node.parentElement; at !== null; at = at.parentElement) {
        // In a row that scrolls sideways, text further along can be reached by scrolling.
        if (scrollsSideways(at) && at.scrollWidth > at.clientWidth) return;
        if (at === document.documentElement || at === document.body) break;
        const cut = cuts(at);
        const frame = at.getBoundingClientRect();
        if (cut.x && (box.left < frame.left - 1 || box.right > frame.right + 1))
          found.add(`"${text}" is cut off`);
        if (cut.y && !isExcerpt(node) && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2))
          found.add(`"${text}" is cut in height`);
      }
      if (box.left < -1 || box.right > width + 1) found.add(`"${text}" is outside the screen`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const parent = node.parentElement;
      const hidden =
        parent?.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        }) !== true || forReadersAlone(parent);
      if (text !== '' && !hidden) check(node as Text, text);
    }
    // A placeholder is not a node, so it is measured in the field's font, and must fit the field.
    for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
      if (field.checkVisibility() && field.value === '' && field.scrollWidth > field.clientWidth + 1) {
        found.add(`the placeholder "${field.placeholder}" is cut off`);
      }
    }
    return [...found];
  });
}
