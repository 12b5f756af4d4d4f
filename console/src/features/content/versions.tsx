/** All versions of an article, with author, reason, approver and changed lines. */
import { Box, Button } from '@mui/material';
import type { Language } from '@candor/protocol/languages.ts';
import { useState } from 'react';
import { useSay } from '../../i18n/say.ts';
import { Asked, Panel } from '../../kit/page.tsx';
import { PlainTable } from '../../kit/plain-table.tsx';
import { StateChip } from '../../kit/state-chip.tsx';
import { When } from '../../kit/when.tsx';
import { useAsk } from '../../lib/queries.ts';
import { codeWords, listWords } from '../../lib/words.ts';
import type { ArticleFacts, Words } from './draft.ts';
import { Lines, whole } from './lines.tsx';

type Taken = Partial<Record<Language, Words>>;

export function Versions({
  article,
  mayWrite,
  onTake,
}: {
  article: ArticleFacts;
  mayWrite: boolean;
  onTake: (texts: Taken) => void;
}) {
  const t = useSay();
  const [shown, setShown] = useState<number>();
  return (
    <Panel title={t('content.versions')}>
      <PlainTable
        label={t('content.versions')}
        columns={[
          { head: t('ui.version') },
          { head: t('content.by') },
          { head: t('ui.when') },
          { head: t('ui.reason') },
          { head: t('content.what') },
          { head: t('content.released') },
          { head: t('content.changesColumn') },
        ]}
        rows={article.versions.map(({ version, by, role, at, reason, state, languages, judged }) => ({
          key: String(version),
          cells: [
            version,
            t('content.byRole', { by, role: codeWords(t, 'role', role) }),
            <When key="at" at={at} />,
            reason,
            <span key="what">
              {state === 'withdrawn' && <StateChip state="held" says={t('content.withdrawn')} />}{' '}
              {listWords(languages.map((one) => t(`content.language.${one}`)))}
            </span>,
            <Judged key="judged" state={state} judged={judged} />,
            <Button
              key="show"
              aria-label={t('content.changesOf', { version })}
              aria-expanded={shown === version}
              onClick={() => setShown(shown === version ? undefined : version)}
            >
              {shown === version ? t('ui.hide') : t('ui.show')}
            </Button>,
          ],
        }))}
      />
      {shown !== undefined && (
        <Changes slug={article.slug} version={shown} onTake={mayWrite ? onTake : undefined} />
      )}
    </Panel>
  );
}

function Judged({ state, judged }: Pick<ArticleFacts['versions'][number], 'state' | 'judged'>) {
  const t = useSay();
  if (judged === null)
    return state === 'withdrawn' ? (
      t('content.immediately')
    ) : (
      <StateChip state="waiting" says={t('content.judgedWaiting')} />
    );
  return (
    <>
      {judged.verdict === 'refused' && <StateChip state="held" says={t('content.refused')} />} {judged.by} ·{' '}
      <When at={judged.at} />
    </>
  );
}

function Changes({
  slug,
  version,
  onTake,
}: {
  slug: string;
  version: number;
  onTake: ((texts: Taken) => void) | undefined;
}) {
  const t = useSay();
  const asked = useAsk('GET article_version', { slug, version });
  return (
    <Asked of={asked}>
      {({ texts }) => (
        <Box component="section" aria-label={t('content.changesOf', { version })} sx={{ mt: 1 }}>
          {texts.length === 0 && <p>{t('content.noTextChanged')}</p>}
          {texts.map(({ language, now, before }) => (
            <Box key={language} sx={{ mb: 2 }}>
              <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 650 }}>
                {t(`content.language.${language}`)}
                {onTake !== undefined && (
                  <Button sx={{ ml: 1 }} onClick={() => onTake({ [language]: now })}>
                    {t('content.takeText')}
                  </Button>
                )}
              </Box>
              <Lines before={whole(before)} after={whole(now)} />
            </Box>
          ))}
        </Box>
      )}
    </Asked>
  );
}
