/** The choice of the language. The server also stores it for mails and notices. */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { useTranslations } from 'use-intl';
import { useApi } from '../../lib/api.ts';
import type { Client } from '../../lib/client.ts';
import { useSession } from '../../lib/session.ts';
import { Screen } from '../../parts/screen.tsx';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
import { Section } from '../../ui/section.tsx';
import { languageNames } from './language-names.ts';

/** Applies the choice immediately, because the server needs it only for mails and notices. */
async function choose(api: Client, language: Language): Promise<void> {
  useSession.setState({ language });
  if (useSession.getState().token === undefined) return;
  await api('POST set/lang', { language }, { quiet: true }).catch(() => undefined);
}

export function LanguageScreen() {
  const { api } = useApi();
  const t = useTranslations('titles');
  const chosen = useSession((session) => session.language);
  return (
    <Screen>
      <Section>
        <ChoiceRows
          label={t('language')}
          rows={languages.map((value) => ({
            value,
            label: languageNames[value],
            lang: localeOf[value],
          }))}
          value={chosen}
          onChoose={(language) => void choose(api, language)}
        />
      </Section>
    </Screen>
  );
}
