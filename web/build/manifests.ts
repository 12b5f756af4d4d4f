/**
 * Generates the installed app's manifest in every language except English, whose manifest is `public/manifest.webmanifest`.
 * Shortcuts are named by the titles of the screens that they open. All manifests share one id and therefore describe one app.
 * `applyAppearance` links the page to the manifest in the page's language.
 */
import { readFileSync } from 'node:fs';
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Plugin } from 'vite';
import { wholeMessages } from './whole-messages.ts';

type Manifest = {
  readonly description: string;
  readonly lang: string;
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
};

const ENGLISH = new URL('../public/manifest.webmanifest', import.meta.url);
/** Maps the address of each shortcut to the key of its title. */
const TITLES: Readonly<Record<string, string>> = {
  '/#/pages/market/index': 'market',
  '/#/pages/index/index': 'trade',
  '/#/pages/order/charge': 'deposit',
  '/#/pages/me/kefu': 'chat',
};
const DESCRIPTIONS: Readonly<Record<Exclude<Language, 'en'>, string>> = {
  zh: '能够证明自身公平的交易平台。',
  hk: '能夠證明自身公平的交易平台。',
  es: 'Una plataforma de trading que puede demostrar que actúa con justicia.',
  it: 'La piattaforma di trading che dimostra la propria correttezza.',
  jp: '公正な取引を証明できる取引プラットフォーム。',
  ko: '공정한 거래를 증명할 수 있는 거래 플랫폼.',
  pt: 'Uma plataforma de negociação que pode provar que age com justiça.',
  vn: 'Nền tảng giao dịch chứng minh được sự công bằng.',
};

function titlesOf(language: Language): Readonly<Record<string, string>> {
  return wholeMessages(language)['titles'] as Readonly<Record<string, string>>;
}

/** Returns the manifests by file name. */
export function manifests(): ReadonlyMap<string, Manifest> {
  const english = JSON.parse(readFileSync(ENGLISH, 'utf8')) as Manifest;
  const others = Object.entries(DESCRIPTIONS) as [Language, string][];
  return new Map(
    others.map(([language, description]) => {
      const titles = titlesOf(language);
      const shortcuts = english.shortcuts.map((shortcut) => {
        const name = titles[TITLES[shortcut.url] ?? ''];
        if (name === undefined)
          throw new Error(`expected a title for the shortcut ${shortcut.url} in "${language}", found none`);
        return { ...shortcut, name };
      });
      const lang = localeOf[language];
      return [`manifest-${language}.webmanifest`, { ...english, description, lang, shortcuts }];
    }),
  );
}

export function translatedManifests(): Plugin {
  return {
    name: 'translated-manifests',
    apply: 'build',
    generateBundle() {
      for (const [fileName, manifest] of manifests())
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(manifest) });
    },
  };
}
