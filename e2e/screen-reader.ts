/**
 * Acts as a screen reader: it reads the accessibility tree that the browser gives to screen readers, in order, and acts on its
 * nodes. It sees no pixels, no classes and no elements that the tree omits.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { say } from './saying.ts';

/** A node that is read, with its description. */
export type Heard = {
  readonly role: string;
  readonly name: string;
  readonly value: string;
  /** A hint or an error. */
  readonly description: string;
  readonly level: number | undefined;
  readonly checked: boolean;
  readonly selected: boolean;
  readonly invalid: boolean;
  readonly disabled: boolean;
  readonly focused: boolean;
  readonly focusable: boolean;
  readonly isLive: boolean;
  /** The nodes that contain this one, nearest first. */
  readonly within: readonly Heard[];
  readonly id: number;
};

type Value = { readonly value?: unknown };
type AxNode = {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: Value;
  readonly name?: Value;
  readonly value?: Value;
  readonly description?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
};

const textOf = (given: Value | undefined): string => {
  const text = given?.value;
  return typeof text === 'string' || typeof text === 'number' ? String(text).replace(/\s+/g, ' ').trim() : '';
};

function heardOf(node: AxNode, within: readonly Heard[]): Heard {
  const properties = new Map(node.properties?.map(({ name, value }) => [name, value.value]));
  const is = (name: string): boolean => [true, 'true', 'mixed'].includes(properties.get(name) as string);
  return {
    role: textOf(node.role),
    name: textOf(node.name),
    value: textOf(node.value),
    description: textOf(node.description),
    level: properties.get('level') as number | undefined,
    checked: is('checked'),
    selected: is('selected'),
    invalid: is('invalid'),
    disabled: is('disabled'),
    focused: is('focused'),
    focusable: is('focusable'),
    isLive: ['polite', 'assertive'].includes(properties.get('live') as string),
    within,
    id: node.backendDOMNodeId ?? 0,
  };
}

/** A node must appear within this time; the tree is read at this interval. */
const WAIT_MS = 20_000;
const EVERY_MS = 80;

export type Sought = string | RegExp;

const matches = (sought: Sought, text: string): boolean =>
  typeof sought === 'string' ? text === sought : sought.test(text);

export class ScreenReader {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async at(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page);
    // Otherwise the browser creates the tree again each time, with new ids.
    await session.send('Accessibility.enable');
    return new ScreenReader(page, session);
  }

  async all(): Promise<readonly Heard[]> {
    const { nodes } = (await this.#session.send('Accessibility.getFullAXTree')) as unknown as {
      nodes: readonly AxNode[];
    };
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const heard: Heard[] = [];
    const follow = (node: AxNode, within: readonly Heard[]): void => {
      const role = textOf(node.role);
      if (role === 'InlineTextBox') return;
      let inside = within;
      const one = heardOf(node, within);
      if (!node.ignored && (one.isLive || (role !== 'none' && role !== 'generic'))) {
        heard.push(one);
        inside = [one, ...within];
      }
      for (const id of node.childIds ?? []) {
        const child = byId.get(id);
        if (child !== undefined) follow(child, inside);
      }
    };
    const [root] = nodes;
    if (root !== undefined) follow(root, []);
    return heard;
  }

  /** Reads on until the condition holds; fails with the text that was read last. */
  async until<Found>(what: string, look: (heard: readonly Heard[]) => Found | undefined): Promise<Found> {
    const endMs = Date.now() + WAIT_MS;
    for (;;) {
      const heard = await this.all();
      const found = look(heard);
      if (found !== undefined) return found;
      if (Date.now() > endMs) throw new Error(`expected to hear ${what}, heard:\n${readAloud(heard)}`);
      await delay(EVERY_MS);
    }
  }

  /** The node with this role and name. While a dialog is open, the tree contains only the dialog's content. */
  async find(role: string, name: Sought): Promise<Heard> {
    return this.until(`${role} ${name}`, (heard) =>
      heard.find((one) => one.role === role && matches(name, one.name)),
    );
  }

  /** The value of a name in a list of facts. */
  async fact(name: string): Promise<string> {
    return this.until(`the fact ${name}`, (heard) => {
      const at = heard.findIndex(
        ({ role, name: said, within }) =>
          isText(role) && said === name && within.some((around) => around.role === 'term'),
      );
      const described = heard.slice(at).find(({ role }) => role === 'definition');
      return at === -1 || described === undefined ? undefined : textIn(heard, described);
    });
  }

  /** Waits for an announcement of the text, from any live region. */
  async hear(sought: Sought): Promise<void> {
    await this.until(`the announcement ${sought}`, (heard) =>
      announcements(heard).find((text) => matches(sought, text)),
    );
  }

  /** Moves to the node, with the focus, as the cursor of a screen reader does. */
  async goTo(role: string, name: Sought): Promise<Heard> {
    const found = await this.find(role, name);
    await this.#session.send('DOM.focus', { backendNodeId: found.id });
    return found;
  }

  async press(role: string, name: Sought, key: 'Enter' | 'Space' | 'ArrowRight' | 'ArrowDown' = 'Enter') {
    await this.goTo(role, name);
    await this.key(key);
  }

  async key(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async type(name: Sought, text: string): Promise<void> {
    await this.goTo('textbox', name);
    await this.#page.keyboard.type(text);
  }

  /** Uploads a file through the page's file field. */
  async giveFile(name: Sought, path: string): Promise<void> {
    const { id } = await this.find('button', name);
    await this.#session.send('DOM.setFileInputFiles', { files: [path], backendNodeId: id });
  }

  async isAt(role: string, name: Sought): Promise<Heard> {
    return this.until(`${role} ${name} with the focus`, (heard) =>
      heard.find((one) => one.focused && one.role === role && matches(name, one.name)),
    );
  }
}

const isText = (role: string): boolean => role === 'StaticText';

function textIn(heard: readonly Heard[], place: Heard): string {
  return heard
    .filter(({ role, within }) => isText(role) && within.includes(place))
    .map(({ name }) => name)
    .join(' ');
}

/** The current announcements, which are the texts of live regions. */
export function announcements(heard: readonly Heard[]): readonly string[] {
  const regions = heard.filter((one) => one.isLive && !one.within.some(({ isLive }) => isLive));
  return regions.map((region) => textIn(heard, region)).filter((text) => text !== '');
}

/** One line per node, as it would be read aloud. */
export function readAloud(heard: readonly Heard[]): string {
  return heard
    .filter(({ role }) => role !== 'RootWebArea')
    .map(({ role, name, value, description, level, within, ...states }) => {
      const set = (['checked', 'selected', 'invalid', 'disabled', 'focused', 'isLive'] as const).filter(
        (state) => states[state],
      );
      return `${'  '.repeat(within.length)}${[role, level, JSON.stringify(name), value, description, ...set]
        .filter((part) => part !== '' && part !== undefined)
        .join(' ')}`;
    })
    .join('\n');
}

const NAMED = new Set([
  ...['button', 'link', 'textbox', 'radio', 'checkbox', 'switch', 'tab', 'combobox', 'option', 'slider'],
  ...['searchbox', 'spinbutton', 'dialog', 'navigation', 'heading', 'image', 'img', 'radiogroup', 'tablist'],
]);

/** Sentences that describe problems for a customer with a screen reader, on a screen before any action. */
export function stumbles(heard: readonly Heard[]): readonly string[] {
  const found: string[] = [];
  const counted = (role: string): number => heard.filter((one) => one.role === role).length;
  for (const role of ['main', 'banner']) {
    if (counted(role) === 0) found.push(`there is no ${role}`);
  }
  if (counted('main') > 1) found.push('there is more than one main');
  const headings = heard.filter(({ role }) => role === 'heading');
  if (headings.filter(({ level }) => level === 1).length !== 1) found.push('there is not one first heading');
  headings.reduce((before, { level = 0, name }) => {
    if (level > before + 1) found.push(`heading ${level} “${name}” follows one of ${before}`);
    return level;
  }, 0);
  for (const one of heard) {
    if (NAMED.has(one.role) && one.name === '') found.push(`a ${one.role} has no name`);
    // The decimals of an amount that is split in two: "100,000" and then ".00".
    if (isText(one.role) && /^[.,]\d/.test(one.name)) found.push(`“${one.name}” is read by itself`);
    if (/\d[.,]\d+(?=[A-Za-z]{2}|[+-]\d)/.test(one.name)) found.push(`“${one.name}” runs into one`);
  }
  // A changing price in a live region would interrupt the reader all the time.
  for (const text of announcements(heard))
    if (/\d[.,]\d/.test(text)) found.push(`“${text}” is announced unasked`);
  return found;
}

/** The tree's contents outside the open dialog, except for announcements. */
export function behindTheDialog(heard: readonly Heard[]): readonly string[] {
  const announced = (one: Heard): boolean => [one, ...one.within].some(({ isLive }) => isLive);
  const inDialog = (one: Heard): boolean => [one, ...one.within].some(({ role }) => role === 'dialog');
  return (
    heard
      .filter((one) => one.role !== 'RootWebArea' && !inDialog(one) && !announced(one))
      // An empty landmark announces nothing.
      .filter(({ name, focusable }) => name !== '' || focusable)
      .map(({ role, name }) => `${role} ${name}`)
  );
}

export async function expectNoStumble(reader: ScreenReader, where: string): Promise<void> {
  // Content that is still being fetched has no text yet.
  const heard = await reader.until(`${where}, loaded`, (now) =>
    now.some(({ role, name }) => role === 'status' && name === say('ui.loading')) ? undefined : now,
  );
  expect(stumbles(heard), `${where}:\n${readAloud(heard)}`).toEqual([]);
}
