/** The installed app in every language: one app, whose shortcuts lead where the English ones do and are called as their screens are. */
import { languages } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { manifests } from '../../build/manifests.ts';

test('there is a manifest in every language beside the English one, of the same app', () => {
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

test('shortcuts are called as the screens that they open', () => {
  const named = (language: string) =>
    manifests()
      .get(`manifest-${language}.webmanifest`)
      ?.shortcuts.map(({ name }) => name);
  expect(named('zh')).toEqual(['行情', '交易', '充值', '在线客服']);
  expect(new Set([...manifests().values()].map(({ description }) => description)).size).toBe(8);
});
