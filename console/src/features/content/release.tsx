/** A version that waits for a second approver: the author, the changes for readers, and the decision. */
import { Alert, Box, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { Panel } from '../../kit/page.tsx';
import { When } from '../../kit/when.tsx';
import { useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { listWords } from '../../lib/words.ts';
import { ArticlePicture } from './article-picture.tsx';
import { releasing } from './decisions.tsx';
import type { ArticleFacts } from './draft.ts';
import { Lines, whole } from './lines.tsx';

export type Waiting = NonNullable<ArticleFacts['waiting']>;

export function Release({ article, waiting }: { article: ArticleFacts; waiting: Waiting }) {
  const t = useSay();
  const [decision, setDecision] = useState<Decision>();
  const operator = useOperator();
  const notify = useNotify();
  const mayDecide =
    operator !== undefined &&
    mayCall(operator.role, 'POST article_release') &&
    (!article.agreement || operator.role === 'admin');
  const isOwn = operator !== undefined && waiting.by.includes(operator.account);
  const decide = (verdict: 'released' | 'refused') => () =>
    setDecision(releasing(t, { article, waiting, verdict }));
  return (
    <Panel title={t('content.list.waiting')}>
      <p>
        {listWords(waiting.by)} · <When at={waiting.since} />
      </p>
      <p>{article.public ? t('content.stillPrevious') : t('content.notVisible')}</p>
      {isOwn && <Alert severity="info">{t('content.isOwn')}</Alert>}
      <Changes article={article} waiting={waiting} />
      {decision === undefined && mayDecide && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="contained" disabled={isOwn} onClick={decide('released')}>
            {t('content.release')}
          </Button>
          <Button color="error" onClick={decide('refused')}>
            {isOwn ? t('content.takeBack') : t('content.refuse')}
          </Button>
        </Box>
      )}
      {decision !== undefined && (
        <DecisionForm
          key={decision.name}
          decision={decision}
          onCancel={() => setDecision(undefined)}
          onDone={() => {
            setDecision(undefined);
            notify(t('ui.done'), { type: 'success' });
          }}
        />
      )}
    </Panel>
  );
}

function Changes({ article, waiting: { head, texts } }: { article: ArticleFacts; waiting: Waiting }) {
  const t = useSay();
  return (
    <Box component="section" aria-label={t('content.changes')} sx={{ my: 1 }}>
      {head !== null && article.topic !== null && head.topic !== article.topic && (
        <p>{t('content.topicIs', { topic: t(`codes.topic.${article.topic}`) })}</p>
      )}
      {(head?.picture ?? null) !== article.picture && (
        <>
          <p>
            {article.picture === null
              ? t('content.noPicture')
              : t('content.pictureIs', { picture: article.picture })}
          </p>
          {article.picture !== null && (
            <Box sx={{ maxWidth: 360 }}>
              <ArticlePicture name={article.picture} />
            </Box>
          )}
        </>
      )}
      {head !== null && head.banner !== article.banner && (
        <p>{article.banner ? t('content.banner') : t('content.noBanner')}</p>
      )}
      {texts.length === 0 && <p>{t('content.noTextChanges')}</p>}
      {texts.map(({ language, now, before }) => (
        <Box key={language} sx={{ mb: 2 }}>
          <Box component="h3" sx={{ m: 0, fontSize: 13, fontWeight: 650 }}>
            {t(`content.language.${language}`)}
          </Box>
          <Lines before={whole(before)} after={whole(now)} />
        </Box>
      ))}
    </Box>
  );
}
