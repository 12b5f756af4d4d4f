/** What the admin library says by itself, in our texts: a screen that is not there, an error, a list that could not be read. */
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
      // Labels that we hand the library come here too, said already: they are given back as they are.
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
