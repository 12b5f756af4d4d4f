/** The manifests of the installed app in every language. */
import { languages } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { manifests } from '../../build/manifests.ts';

test('builds a manifest with the same id and targets in every language other than English', () => {
  const made = manifests();
  const others = languages.filter((language) => language !== 'en');
  expect([...made.keys()].toSorted()).toEqual(
    others.map((language) => `manifest-${language}.webmanifest`).toSorted(),
  );
  for (const manifest of made.values()) {
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Candor',
      start_url: '/',
      share_target: { action: '/share' },
    });
  }
});

test('names shortcuts after the screens that they open', () => {
  const named = (language: string) =>
    manifests()
      .get(`manifest-${language}.webmanifest`)
      ?.shortcuts.map(({ name }) => name);
  expect(named('zh')).toEqual(['行情', '交易', '充值', '在线客服']);
  expect(new Set([...manifests().values()].map(({ description }) => description)).size).toBe(8);
});
