/**
 * The texts of messages to the customer in the chosen language. They are the same as in mails, and are loaded when the first
 * message is shown.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { fill, isTimeParam } from '@candor/protocol/envelope.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeTexts } from '@candor/protocol/notices/kinds.ts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { makeFormat } from './format.ts';
import { useSession } from './session.ts';

export type Message = CallOutput<'GET user/usermessage'>['items'][number];

const loaders: Readonly<Record<Language, () => Promise<{ texts: NoticeTexts }>>> = {
  zh: () => import('@candor/protocol/notices/zh.ts'),
  en: () => import('@candor/protocol/notices/en.ts'),
  es: () => import('@candor/protocol/notices/es.ts'),
  it: () => import('@candor/protocol/notices/it.ts'),
  jp: () => import('@candor/protocol/notices/jp.ts'),
  ko: () => import('@candor/protocol/notices/ko.ts'),
  pt: () => import('@candor/protocol/notices/pt.ts'),
  hk: () => import('@candor/protocol/notices/hk.ts'),
  vn: () => import('@candor/protocol/notices/vn.ts'),
};

export async function noticeTexts(language: Language): Promise<NoticeTexts> {
  return (await loaders[language]()).texts;
}

export function useNoticeTexts(): UseQueryResult<NoticeTexts> {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: ['notice texts', language],
    queryFn: () => noticeTexts(language),
    staleTime: Infinity,
    meta: { ofCustomer: false },
  });
}

/** A newer server may send kinds of messages that only a newer version of the app has texts for. */
export function isKnown({ kind }: Pick<Message, 'kind'>): boolean {
  return Object.hasOwn(topicOf, kind);
}

const figure = /^[+-]?\d+(\.\d+)?$/;
/** The parameters that are identifiers, which have no thousands separators. */
const plain: ReadonlySet<string> = new Set(['entry', 'reference']);

/** Returns the text of a message, with figures and times formatted as everywhere else. */
export function messageText(
  { kind, params }: Pick<Message, 'kind' | 'params'>,
  texts: NoticeTexts,
  language: Language,
): string {
  const format = makeFormat(language);
  const write = (name: string, value: string): string => {
    if (isTimeParam(name, value)) return format.dateTime(Number.parseInt(value, 10));
    if (name === 'network') return value.slice(0, 1).toUpperCase() + value.slice(1);
    if (!figure.test(value) || plain.has(name)) return value;
    // A profit or loss, in cents.
    if (name === 'result') return format.decimal(value.replace('+', ''), { min: 2, max: 2, signed: true });
    return format.quantity(value);
  };
  const written = Object.entries(params).map(([name, value]) => [name, write(name, value)]);
  return fill(texts[kind].text, Object.fromEntries(written));
}
