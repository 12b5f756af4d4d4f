/** The server's messages in the chosen language, loaded when the first one is needed. */
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

/** Formats figures as everywhere else: money with two decimal places. */
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

/** The text of a refusal. If this client lacks the code, or the file with the texts fails to load, the server's text is used. */
export async function refusalText(refusal: RefusalEnvelope, language: Language): Promise<string> {
  const texts = await loaders[language]().then(
    (file) => file.texts,
    () => undefined,
  );
  // An unknown code such as `constructor` must not match an inherited property.
  if (texts === undefined || !Object.hasOwn(texts, refusal.error)) return refusal.message;
  return fill(texts[refusal.error], readable(refusal.params, language));
}

/** The text to show after a success. */
export async function successText(code: SuccessCode, language: Language): Promise<string> {
  const file = await loaders[language]();
  return file.texts[code];
}
