/** The server's messages in the chosen language, which are loaded when the first message is needed. */
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { MessageCode, SuccessCode } from '@candor/protocol/refusals.ts';
import { makeFormat } from './format.ts';

const moneyCurrency = 'USDT';

type Texts = Readonly<Record<MessageCode, string>>;

const loaders: Readonly<Record<Language, () => Promise<{ texts: Texts }>>> = {
  zh: () => import('@candor/protocol/texts/zh.ts'),
  en: () => import('@candor/protocol/texts/en.ts'),
  es: () => import('@candor/protocol/texts/es.ts'),
  it: () => import('@candor/protocol/texts/it.ts'),
  jp: () => import('@candor/protocol/texts/jp.ts'),
  ko: () => import('@candor/protocol/texts/ko.ts'),
  pt: () => import('@candor/protocol/texts/pt.ts'),
  hk: () => import('@candor/protocol/texts/hk.ts'),
  vn: () => import('@candor/protocol/texts/vn.ts'),
};

const figure = /^\d+(\.\d+)?$/;

/** Required minimums are rounded up, so that the displayed figure is sufficient. */
const roundedUp: ReadonlySet<string> = new Set(['needed', 'min']);

function readable(params: RefusalEnvelope['params'], language: Language): Record<string, string> {
  const format = makeFormat(language);
  const isMoney = params['currency'] === moneyCurrency;
  const write = (name: string, value: string): string => {
    if (!figure.test(value)) return value;
    if (isTimeParam(name, value)) return format.dateTime(Number.parseInt(value, 10));
    if (!isMoney) return format.quantity(value);
    return roundedUp.has(name) ? format.moneyUp(value) : format.money(value);
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, write(name, value)]));
}

/** Returns the text of a refusal, or the server's text if this client lacks the code or fails to load the file with the texts. */
export async function refusalText(refusal: RefusalEnvelope, language: Language): Promise<string> {
  const texts = await loaders[language]().then(
    (file) => file.texts,
    () => undefined,
  );
  // An unknown code such as `constructor` must not match an inherited property.
  if (texts === undefined || !Object.hasOwn(texts, refusal.error)) return refusal.message;
  return fill(texts[refusal.error], readable(refusal.params, language));
}

export async function successText(code: SuccessCode, language: Language): Promise<string> {
  const file = await loaders[language]();
  return file.texts[code];
}
