/**
 * A still of a page: its elements as text, with the state that only the browser has (typed and chosen values), and without hidden
 * elements. Canvases and images become plain areas of their size.
 */
import type { Page } from '@playwright/test';

export type Still = {
  readonly root: Readonly<Record<string, string>>;
  readonly body: string;
};

export async function takeStill(page: Page): Promise<Still> {
  return page.evaluate(() => {
    const isKept = (element: Element): boolean =>
      !['SCRIPT', 'NOSCRIPT', 'STYLE', 'LINK'].includes(element.tagName) &&
      // This screen is behind the one in front.
      !(element instanceof HTMLElement && element.style.display === 'none');
    /** An empty image, because the style rules of images apply to it. */
    const area = (element: Element, width: number, height: number): Element => {
      const image = document.createElement('img');
      for (const { name, value } of element.attributes) {
        if (['class', 'style', 'width', 'height'].includes(name)) image.setAttribute(name, value);
      }
      const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8893a8"/></svg>`;
      image.src = `data:image/svg+xml,${encodeURIComponent(shape)}`;
      return image;
    };
    const stateOf = (element: Element, copied: Element): void => {
      const set = (name: string, is: boolean) => copied.toggleAttribute(name, is);
      if (element instanceof HTMLInputElement) {
        copied.setAttribute('value', element.value);
        set('checked', element.checked);
      } else if (element instanceof HTMLTextAreaElement) copied.textContent = element.value;
      else if (element instanceof HTMLOptionElement) set('selected', element.selected);
    };
    const copyOf = (node: Node): Node | undefined => {
      if (!(node instanceof Element)) return node instanceof Text ? node.cloneNode() : undefined;
      if (!isKept(node)) return undefined;
      const { width, height } = node.getBoundingClientRect();
      if (node instanceof HTMLImageElement)
        return area(node, node.naturalWidth || 1, node.naturalHeight || 1);
      if (['CANVAS', 'VIDEO', 'IFRAME'].includes(node.tagName)) return area(node, width, height);
      const copied = node.cloneNode() as Element;
      // The chart library keeps dozens of boxes here, as wide as the current window.
      if (node.hasAttribute('k-line-chart-id')) {
        copied.setAttribute('style', 'background: #8893a8');
        return copied;
      }
      copied.append(...[...node.childNodes].map(copyOf).filter((child) => child !== undefined));
      stateOf(node, copied);
      return copied;
    };
    const body = copyOf(document.body) as HTMLElement;
    const { dataset, lang } = document.documentElement;
    const { theme: _, ...written } = dataset as Record<string, string>;
    const data = Object.entries(written).map(([name, value]) => [`data-${name}`, value] as const);
    return { root: { lang, ...Object.fromEntries(data) }, body: body.innerHTML };
  });
}
