/**
 * The texts that the admin library itself shows, such as for a missing page, an error, or a list that failed to load, from the
 * console's messages.
 */
import { useMemo } from 'react';
import type { I18nProvider } from 'react-admin';
import { useLanguage } from './language.ts';
import { useSay } from './say.ts';

type Values = Readonly<Record<string, string | number>> & { readonly _?: string };

export function useLibraryTexts(): I18nProvider {
  const t = useSay();
  const language = useLanguage();
  return useMemo(
    () => ({
      // Labels that the console passes to the library are already translated and are returned unchanged.
      translate: (name: string, { _: otherwise = name, ...values }: Values = {}) => {
        const key = `library.${name}` as Parameters<typeof t.has>[0];
        return t.has(key) ? t(key, values) : otherwise;
      },
      changeLocale: () => Promise.resolve(),
      getLocale: () => language,
    }),
    [t, language],
  );
}
