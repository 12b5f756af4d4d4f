/** Texts for refusals and failed reads. */
import { RefusedError } from '@candor/client/answers.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { texts as en } from '@candor/protocol/texts/en.ts';
import { texts as zh } from '@candor/protocol/texts/zh.ts';
import { currentLanguage } from '../i18n/language.ts';
import type { ConsoleLanguage } from '../i18n/languages.ts';
import type { Say } from '../i18n/say.ts';
import { localTime } from './times.ts';

const TEXTS = { en, zh } as const;

/** Names of the confirmations that `confirmation_needed` lists as codes. */
const CONFIRMATIONS: Readonly<Record<ConsoleLanguage, Readonly<Record<ConfirmationKind, string>>>> = {
  en: {
    totp: 'an authenticator code',
    passkey: 'a passkey',
    password: 'your password',
    wallet: 'your wallet',
  },
  zh: { totp: '身份验证器验证码', passkey: '通行密钥', password: '密码', wallet: '钱包' },
};

const isConfirmation = (code: string): code is ConfirmationKind => Object.hasOwn(CONFIRMATIONS.en, code);

/** Returns the text of a refusal, with times in the reader's time zone and confirmations by their names. */
export function refusalWords({ error, params }: Pick<RefusalEnvelope, 'error' | 'params'>): string {
  const language = currentLanguage();
  const wordsOf = (name: string, value: string): string => {
    if (isTimeParam(name, value)) return localTime(Number.parseInt(value, 10));
    if (error !== 'confirmation_needed' || name !== 'kinds') return value;
    const names = value
      .split(' ')
      .map((code) => (isConfirmation(code) ? CONFIRMATIONS[language][code] : code));
    return new Intl.ListFormat(localeOf[language], { type: 'disjunction' }).format(names);
  };
  return fill(
    TEXTS[language][error],
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordsOf(name, value)])),
  );
}

/** Returns the reason why data could not be read. */
export function failureWords(t: Say, error: unknown): string {
  if (error instanceof RefusedError) return refusalWords(error.refusal);
  return t('ui.noAnswer');
}
