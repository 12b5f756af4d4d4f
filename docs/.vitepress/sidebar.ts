/** The table of contents. `tools/docs-site.test.ts` fails if a page of `docs` is missing here. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

const folder = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const words = (name: string) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

function decisions(): DefaultTheme.SidebarItem[] {
  return readdirSync(folder('docs/decisions'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.replace(/\.md$/, ''))
    .map((name) => ({ text: words(name), link: `/decisions/${name}` }));
}

/** Only features with a README; the others are described by their calls. */
function features(): DefaultTheme.SidebarItem[] {
  return readdirSync(folder('server/src/features'), { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && readdirSync(folder(`server/src/features/${entry.name}`)).includes('README.md'),
    )
    .map(({ name }) => ({ text: words(name), link: `/server/src/features/${name}/` }));
}

export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Guides',
    items: [
      { text: 'Quick start', link: '/guides/quick-start' },
      { text: 'For customers', link: '/guides/customer' },
      { text: 'For operators', link: '/guides/operator' },
      { text: 'For developers', link: '/guides/developer' },
      { text: 'Webhooks', link: '/guides/webhooks' },
      { text: 'For verifiers', link: '/guides/verifier' },
      { text: 'For administrators', link: '/guides/administrator' },
    ],
  },
  {
    text: 'Checking a platform',
    items: [
      { text: 'Verification', link: '/verification' },
      { text: 'Other trades', link: '/other-trades' },
      { text: 'Test vectors', link: '/test-vectors' },
      { text: 'Re-execution', link: '/re-execution' },
      { text: 'Invariants', link: '/invariants' },
      { text: 'Chart of accounts', link: '/chart-of-accounts' },
      { text: 'The fund', link: '/fund' },
    ],
  },
  {
    text: 'Running a platform',
    items: [
      { text: 'Configuration', link: '/configuration' },
      { text: 'Going live', link: '/going-live' },
      { text: 'Upgrading', link: '/upgrading' },
      { text: 'Scaling', link: '/scaling' },
      { text: 'Runbooks', link: '/runbooks' },
      { text: 'Feeds', link: '/feeds' },
      { text: 'Jurisdictions', link: '/jurisdictions' },
      { text: 'Known edges', link: '/known-edges' },
      { text: 'Performance', link: '/performance' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Design', link: '/design' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'API reference', link: '/reference' },
      { text: 'API as one page', link: '/api' },
      { text: 'Compatible interface', link: '/compat-binance' },
      { text: 'Outside programs', link: '/outside-programs' },
      { text: 'Console API', link: '/console-api' },
      { text: 'Schema', link: '/schema' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
  {
    text: 'Building Candor',
    collapsed: true,
    items: [
      { text: 'Architecture', link: '/ARCHITECTURE' },
      { text: 'Contributing', link: '/CONTRIBUTING' },
      { text: 'Voice', link: '/voice' },
      { text: 'Dependencies', link: '/dependencies' },
      { text: 'Roadmap', link: '/roadmap' },
      { text: 'Changes', link: '/CHANGELOG' },
      { text: 'The web app', link: '/web/' },
      { text: 'The console', link: '/console/' },
      { text: 'The simulation', link: '/sim/' },
    ],
  },
  { text: 'Features', collapsed: true, items: features() },
  { text: 'Decisions', collapsed: true, link: '/decisions/', items: decisions() },
];
