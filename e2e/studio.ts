/**
 * Renders stills in a separate window without the app's program, which shows one still in all variants together, each in a frame
 * of its width. A bundled font replaces the machine's.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { SCALE, deskWidth, looks, phoneWidth, sheetSize } from './looks.ts';
import { standingStill, teachSteadyText } from './standing-still.ts';
import type { Still } from './still.ts';

export type Studio = {
  /** The image of a still in the variants of the phone, as WebP. */
  drawPhone(still: Still): Promise<Buffer>;
  /** The image in all variants; those of the desktop use a separate still if one is given. */
  drawAll(still: Still, onDesk?: Still): Promise<Buffer>;
  close(): Promise<void>;
};

const dist = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));
const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
);

type Clip = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
};

/** The app's built styles, with one font and without animations. */
function stylesOf(): string {
  const face = readFileSync(font).toString('base64');
  const app = globSync('*.css', { cwd: dist }).map((name) => readFileSync(`${dist}${name}`, 'utf8'));
  return [
    `@font-face { font-family: Kept; font-weight: 100 900; src: url(data:font/woff2;base64,${face}); }`,
    ...app,
    `*, ::before, ::after {
      font-family: Kept !important; text-rendering: geometricPrecision !important;
      animation: none !important; transition: none !important; caret-color: transparent !important;
    }`,
  ].join('\n');
}

/**
 * Because all images are in the repository, they must be small; with a lower quality, a change in one corner would change the
 * entire image.
 */
const QUALITY = 40;

export async function openStudio(browser: Browser): Promise<Studio> {
  const viewport = { width: sheetSize.width * SCALE, height: sheetSize.height * SCALE };
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1,
    isMobile: false,
    hasTouch: false,
    colorScheme: 'light',
  });
  const page = await context.newPage();
  await teachSteadyText(page);
  await page.evaluate(
    async ({ frames, styles, scale }) => {
      document.body.style.margin = '0';
      const sheet = document.createElement('div');
      sheet.setAttribute('style', `transform: scale(${scale}); transform-origin: 0 0`);
      document.body.append(sheet);
      for (const { theme, left, top, width, height } of frames) {
        const frame = document.createElement('iframe');
        frame.width = `${width}`;
        frame.height = `${height}`;
        frame.setAttribute('style', `position: absolute; left: ${left}px; top: ${top}px; border: 0`);
        sheet.append(frame);
        const inside = frame.contentDocument;
        if (inside === null) throw new Error('expected a frame of the studio with content, found it empty');
        inside.write('<!doctype html><html><head></head><body></body></html>');
        inside.close();
        inside.documentElement.dataset['look'] = theme;
        const style = inside.createElement('style');
        style.textContent = styles;
        inside.head.append(style);
        await inside.fonts.load('16px Kept');
      }
    },
    { frames: looks, styles: stylesOf(), scale: SCALE },
  );
  const browserOf = await context.newCDPSession(page);
  const place = async (still: Still, from: number, below: number): Promise<void> => {
    const { root: attributes, body: html } = await standingStill(page, still);
    await page.evaluate(
      async (drawn) => {
        for (const frame of document.querySelectorAll('iframe')) {
          const width = frame.clientWidth;
          if (width < drawn.from || width >= drawn.below) continue;
          const inside = frame.contentDocument;
          if (inside === null) throw new Error('expected a frame of the studio with content, found it empty');
          const root = inside.documentElement;
          const { look = '' } = root.dataset;
          for (const { name } of [...root.attributes]) root.removeAttribute(name);
          for (const [name, value] of Object.entries(drawn.attributes)) root.setAttribute(name, value);
          root.dataset['look'] = look;
          root.dataset['theme'] = look;
          inside.body.innerHTML = drawn.html;
          inside.defaultView?.scrollTo(0, 0);
          await Promise.all([...inside.images].map((image) => image.decode().catch(() => undefined)));
        }
      },
      { attributes, html, from, below },
    );
  };
  const shoot = async (clip?: Clip): Promise<Buffer> => {
    const how = { format: 'webp' as const, quality: QUALITY, ...(clip !== undefined && { clip }) };
    const shot = await browserOf.send('Page.captureScreenshot', how);
    return Buffer.from(shot.data, 'base64');
  };
  return {
    drawPhone: async (still) => {
      await place(still, 0, phoneWidth + 1);
      return shoot({ x: 0, y: 0, width: phoneWidth * SCALE, height: sheetSize.height * SCALE, scale: 1 });
    },
    drawAll: async (still, onDesk) => {
      await place(still, 0, onDesk === undefined ? Infinity : deskWidth);
      if (onDesk !== undefined) await place(onDesk, deskWidth, Infinity);
      return shoot();
    },
    close: () => context.close(),
  };
}
