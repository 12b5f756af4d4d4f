/** The choice of the language. The server also stores it for mails and notices. */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { languageNames } from './language-names.ts';

/** Applies the choice immediately, because the server needs it only for mails and notices. */
async function choose(language: Language): Promise<void> {
  useSession.setState({ language });
  if (useSession.getState().token === undefined) return;
  await api('POST set/lang', { language }, { quiet: true }).catch(() => undefined);
}

export function LanguageScreen() {
  const t = useTranslations('titles');
  const chosen = useSession((session) => session.language);
  return (
    <Screen>
      <Section>
        <div role="radiogroup" aria-label={t('language')}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              role="radio"
              aria-checked={language === chosen}
              lang={localeOf[language]}
              onClick={() => void choose(language)}
              className="press hairline flex min-h-13 w-full items-center gap-3 px-4 text-left last:shadow-none"
            >
              <span className="min-w-0 flex-1">{languageNames[language]}</span>
              {language === chosen && (
                <Check size={20} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
              )}
            </button>
          ))}
        </div>
      </Section>
    </Screen>
  );
}
