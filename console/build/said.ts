/** Returns the console's texts in a language, for tests that compare texts as operators read them. */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Messages } from 'use-intl';
import { createTranslator } from 'use-intl/core';
import type { ConsoleLanguage } from '../src/i18n/languages.ts';
import type { Say } from '../src/i18n/say.ts';
import { wholeMessages } from './whole-messages.ts';

export function sayIn(language: ConsoleLanguage): Say {
  const messages: unknown = wholeMessages(language);
  return createTranslator({ locale: localeOf[language], messages: messages as Messages });
}
