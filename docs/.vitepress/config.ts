/**
 * The site of the documentation. Its pages are the Markdown files of this repository, where they are: `docs`, the pages at the
 * root, and the README of each room. Links between them work in the files and on the site; a link to a source file is shown as
 * its name, because the site does not have sources.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import type { MarkdownOptions } from 'vitepress';
import { sidebar } from './sidebar.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];

export default defineConfig({
  title: 'Candor',
  description: 'A retail trading platform that can prove it deals fairly.',
  lang: 'en',
  srcDir: '..',
  srcExclude: [
    'README.md',
    '**/node_modules/**',
    'content/**',
    'e2e/**',
    'fixtures/**',
    'web/dist/**',
    'console/dist/**',
  ],
  outDir: `${ROOT}docs/.vitepress/dist`,
  cacheDir: `${ROOT}docs/.vitepress/cache`,
  rewrites: pathOnSite,
  cleanUrls: false,
  lastUpdated: false,
  // The guides lead to the platform that their reader started.
  ignoreDeadLinks: 'localhostLinks',
  // No HTML in pages: an angle bracket is text, as in the comments of the schema.
  markdown: { html: false, config: adaptMarkdown },
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Quick start', link: '/guides/quick-start' },
      { text: 'Guides', link: '/guides/customer' },
      { text: 'API', link: '/reference' },
      { text: 'Verification', link: '/verification' },
    ],
    sidebar,
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});

/** Diagrams become elements that the theme draws. Text in double braces is text here, not an expression of Vue. */
function adaptMarkdown(markdown: Markdown): void {
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (...given) => {
    const [tokens, index] = given;
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(...given) ?? '';
    return `<Diagram code="${encodeURIComponent(token.content)}" />`;
  };
  markdown.renderer.rules.text = (tokens, index) =>
    markdown.utils.escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;');
  markdown.core.ruler.push('links to the repository', ({ tokens, env }) => {
    const { path, realPath = path } = env as { path: string; realPath?: string };
    for (const { children } of tokens)
      for (const token of children ?? []) if (token.type === 'link_open') adaptLink(token, realPath);
    for (const { children } of tokens) unlinkSources(children ?? []);
  });
}

type Token = {
  type: string;
  tag: string;
  content: string;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
};

/** Makes a link to another page absolute, because the site has shorter paths than the files. A link to a source gets no target. */
function adaptLink(token: Token, page: string): void {
  const href = token.attrGet('href') ?? '';
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return;
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const file = relative(ROOT, join(dirname(page), decodeURI(path)));
  const isPage = path.endsWith('.md');
  // A file that does not exist stays a link, which fails the build.
  if (!isPage && existsSync(join(ROOT, file))) token.attrSet('href', '');
  else if (isPage) token.attrSet('href', `/${file === 'README.md' ? '' : pathOnSite(file)}${hash}`);
}

/** A link without a target becomes plain text. */
function unlinkSources(tokens: Token[]): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.type === 'link_open') isDropped = token.attrGet('href') === '';
    if (!isDropped || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
    if (token.type === 'link_close') isDropped = false;
    Object.assign(token, { type: 'text', tag: '', content: '' });
  }
}

/** "docs/x.md" is served as "/x", and the README of a room as the page of its folder. */
function pathOnSite(file: string): string {
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}
