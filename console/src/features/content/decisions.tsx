/** Decisions about an article: submitting a draft, releasing it, withdrawing it, publishing it again. */
import { Box } from '@mui/material';
import type { Say } from '../../i18n/say.ts';
import type { Decision } from '../../kit/decision-form.tsx';
import type { DecisionField } from '../../kit/decision-fields.tsx';
import { localTime, timeOfField } from '../../lib/times.ts';
import { changedIn, countingIn, headIn, saveOf, wordsIn } from './draft.ts';
import type { ArticleFacts, Draft, Kind, Words } from './draft.ts';
import { difference } from './difference.ts';

const reason = (t: Say): DecisionField => ({
  name: 'reason',
  label: t('ui.reason'),
  kind: 'text',
  needed: true,
});
const reasonOf = (values: Readonly<Record<string, string>>): string => (values['reason'] ?? '').trim();

export function publishing(
  t: Say,
  of: {
    readonly draft: Draft;
    readonly article: ArticleFacts | undefined;
    readonly kind: Kind;
  },
): Decision {
  const { draft, article } = of;
  const changed = changedIn(draft, article);
  const head = headIn(draft, of);
  return {
    name: `article publish ${draft.slug}`,
    title: t('content.submitTitle', { title: wordsIn(draft, article, 'en').title }),
    says: (
      <>
        {whenRead(t, of)}
        <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
          {changed.map((language) => (
            <li key={language}>
              {linesOf(t, t(`content.language.${language}`), {
                before: countingIn(article, language)?.body ?? '',
                after: wordsIn(draft, article, language).body,
              })}
            </li>
          ))}
          {article !== undefined && head.topic !== null && head.topic !== article.topic && (
            <li>{t('content.topicIs', { topic: t(`codes.topic.${head.topic}`) })}</li>
          )}
          {article !== undefined && head.picture !== article.picture && (
            <li>
              {head.picture === null
                ? t('content.noPicture')
                : t('content.pictureIs', { picture: head.picture })}
            </li>
          )}
          {article !== undefined && head.banner !== article.banner && (
            <li>{head.banner ? t('content.banner') : t('content.noBanner')}</li>
          )}
        </Box>
      </>
    ),
    fields: [reason(t)],
    sendLabel: t('content.submit'),
    send: (values, call) => call('POST article_save', saveOf(draft, { ...of, reason: reasonOf(values) })),
  };
}

/**
 * Explains when customers will see the text: after a colleague has released it. Customers who agreed to an earlier version are
 * notified.
 */
function whenRead(
  t: Say,
  {
    draft,
    article,
  }: {
    readonly draft: Draft;
    readonly article: ArticleFacts | undefined;
  },
): string {
  const from = timeOfField(draft.appears);
  if (from !== undefined) return t('content.readFrom', { time: localTime(from) });
  return t(article?.agreement === true ? 'content.readAgreement' : 'content.readWhen');
}

function linesOf(
  t: Say,
  language: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const lines = difference(before, after);
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length;
  if (before === '') return t('content.changeFirst', { language });
  return t('content.changeLines', { language, added: count('+'), removed: count('-') });
}

export function moving(t: Say, { slug, state, version, texts }: ArticleFacts): Decision {
  const title = texts.find(({ language }) => language === 'en')?.title ?? slug;
  const withdraws = state === 'published';
  return {
    name: `article move ${slug} ${version}`,
    title: t(withdraws ? 'content.withdrawTitle' : 'content.publishTitle', { title }),
    says: withdraws ? t('content.withdrawSays') : t('content.publishSays'),
    fields: [reason(t)],
    sendLabel: withdraws ? t('content.withdraw') : t('content.publishAgain'),
    ...(withdraws && { tone: 'error' as const }),
    send: (values, call) =>
      call(withdraws ? 'POST article_withdraw' : 'POST article_restore', {
        ...{ slug, seen_version: version },
        reason: reasonOf(values),
      }),
  };
}

/** The decision about a waiting version. The signature covers the hashes of the displayed texts. */
export function releasing(
  t: Say,
  {
    article,
    waiting,
    verdict,
  }: {
    readonly article: ArticleFacts;
    readonly waiting: NonNullable<ArticleFacts['waiting']>;
    readonly verdict: 'released' | 'refused';
  },
): Decision {
  const { slug, version, texts } = article;
  const title = texts.find(({ language }) => language === 'en')?.title ?? slug;
  const releases = verdict === 'released';

  return {
    name: `article ${verdict} ${slug} ${version}`,
    title: t(releases ? 'content.releaseTitle' : 'content.refuseTitle', { title }),
    says: releases
      ? t(article.agreement ? 'content.releaseSaysAll' : 'content.releaseSays', { version })
      : t('content.refuseSays'),
    fields: [reason(t)],
    sendLabel: releases ? t('content.release') : t('content.refuse'),
    ...(!releases && { tone: 'error' as const }),
    send: async (values, call) => {
      const hashes = await Promise.all(
        waiting.texts.map(async ({ language, now }) => [language, await hashOf(now)] as const),
      );
      return call('POST article_release', {
        ...{ slug, verdict, seen_version: version, reason: reasonOf(values) },
        texts: Object.fromEntries(hashes),
      });
    },
  };
}

async function hashOf({ title, summary, body }: Words): Promise<string> {
  const text = new TextEncoder().encode(`${title}\n${summary}\n${body}`);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
