/**
 * One article: the texts in nine languages with a preview, the actions to publish and withdraw, and all versions. Input is
 * kept in the tab until it is published, based on the version that was displayed.
 */
import { Box, Button, Tab, Tabs } from '@mui/material';
import type { Language } from '@candor/protocol/languages.ts';
import { languages } from '@candor/protocol/languages.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNotify, useParams } from 'react-admin';
import { useSay } from '../../i18n/say.ts';
import type { Say } from '../../i18n/say.ts';
import { DecisionForm } from '../../kit/decision-form.tsx';
import type { Decision } from '../../kit/decision-form.tsx';
import { useConsoleKeys } from '../../kit/keyboard.tsx';
import { Asked, Nothing, Page, Panel } from '../../kit/page.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useAsk, useOperator } from '../../lib/queries.ts';
import { mayCall } from '../../lib/roles.ts';
import { moving, publishing } from './decisions.tsx';
import { changedIn, draftOf, headIn, isChanged, newDraft, wordsIn } from './draft.ts';
import type { ArticleFacts, Draft, Kind } from './draft.ts';
import { ArticleFields, TextFields } from './fields.tsx';
import { Notes } from './notes.tsx';
import { Preview } from './preview.tsx';
import { PublicState } from './public-state.tsx';
import { Release } from './release.tsx';
import { Versions } from './versions.tsx';

export function ArticlePage() {
  const { slug = '' } = useParams();
  const asked = useAsk('GET article', { slug });
  const [language, setLanguage] = useState<Language>('en');
  return (
    <Asked of={asked}>
      {(article) => (
        // Selecting a different version discards the input and starts a new draft.
        <Editor
          key={`${slug} ${article.version}`}
          {...{ article, language, setLanguage }}
          kind={article.kind}
          begin={draftOf(article)}
        />
      )}
    </Asked>
  );
}

export function NewArticlePage() {
  const t = useSay();
  const { kind } = useParams();
  const [language, setLanguage] = useState<Language>('en');
  if (kind !== 'page' && kind !== 'news') return <Nothing>{t('content.noSuchKind')}</Nothing>;
  return <Editor key={kind} {...{ kind, language, setLanguage }} article={undefined} begin={newDraft()} />;
}

type Edited = {
  readonly article: ArticleFacts | undefined;
  readonly kind: Kind;
  readonly begin: Draft;
  readonly language: Language;
  readonly setLanguage: (to: Language) => void;
};

function Editor({ article, kind, begin, language, setLanguage }: Edited) {
  const t = useSay();
  const [decision, setDecision] = useState<Decision & { readonly done: () => void }>();
  const { draft, change, forget } = useDraft<Draft>(`article ${begin.slug} ${kind}`, begin);
  const navigate = useNavigate();
  const notify = useNotify();
  const operator = useOperator();
  const mayWrite =
    operator !== undefined &&
    mayCall(operator.role, 'POST article_save') &&
    (article?.agreement !== true || operator.role === 'admin');
  const changed = isChanged(draft, article);
  useLeaving(changed);
  useConsoleKeys({
    back: () => (decision === undefined ? navigate('/content') : setDecision(undefined)),
    next: () => setLanguage(beside(language, 1)),
    previous: () => setLanguage(beside(language, -1)),
  });
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const edit = (part: Partial<Draft>): void => {
    // A decision covers exactly the displayed text, so editing the text closes the decision.
    setDecision(undefined);
    change(part);
  };
  const published = (sent: Draft): void => {
    // Input typed while the request was in flight is kept, based on the version that was just created.
    if (latest.current === sent) forget();
    else change({ seen: (article?.version ?? 0) + 1 });
    notify(t('content.submitted'), { type: 'success' });
    if (article === undefined) navigate(`/content/${draft.slug}`);
  };
  const moved = (now: ArticleFacts): void => {
    // Input typed while the request was in flight is kept, based on the version that was just created.
    if (changed) change({ seen: now.version + 1 });
    else forget();
    notify(t('ui.done'), { type: 'success' });
  };
  const words = wordsIn(draft, article, language);
  const head = headIn(draft, { article, kind });
  return (
    <Page
      title={article === undefined ? t(`content.newOf.${kind}`) : wordsIn(draft, article, 'en').title}
      actions={
        <>
          {article !== undefined && <Standing article={article} />}
          {mayWrite && article !== undefined && !article.agreement && (
            <Button
              color="error"
              onClick={() => setDecision({ ...moving(t, article), done: () => moved(article) })}
            >
              {article.state === 'published' ? t('content.withdraw') : t('content.publishAgain')}
            </Button>
          )}
          {mayWrite && (
            <Button
              variant={changed ? 'contained' : 'outlined'}
              aria-disabled={!changed}
              onClick={() =>
                changed &&
                setDecision({ ...publishing(t, { draft, article, kind }), done: () => published(draft) })
              }
            >
              {t('content.submitChanges')}
            </Button>
          )}
        </>
      }
    >
      {decision !== undefined && (
        <Panel title={t('ui.decision')}>
          <DecisionForm
            key={decision.name}
            decision={decision}
            onCancel={() => setDecision(undefined)}
            onDone={() => {
              setDecision(undefined);
              decision.done();
            }}
          />
        </Panel>
      )}
      {article !== undefined && article.waiting !== null && (
        <Release key={article.version} article={article} waiting={article.waiting} />
      )}
      <Notes article={article} draft={draft} mayWrite={mayWrite} onGoOn={(seen) => edit({ seen })} />
      {mayWrite && <ArticleFields {...{ kind, draft, head }} isNew={article === undefined} onChange={edit} />}
      <Tabs
        value={language}
        onChange={(_, to: Language) => setLanguage(to)}
        variant="scrollable"
        aria-label={t('content.languages')}
      >
        {languages.map((one) => (
          <Tab key={one} value={one} label={tabLabel(t, one, { draft, article })} />
        ))}
      </Tabs>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: mayWrite ? 'minmax(0, 1fr) 390px' : '390px',
          gap: 2,
          alignItems: 'start',
        }}
      >
        {mayWrite && (
          <TextFields
            language={language}
            words={words}
            file={article?.texts.find((text) => text.language === language)}
            onChange={(part) => {
              const typed = { ...words, ...part };
              edit({ texts: { ...draft.texts, [language]: typed } });
            }}
          />
        )}
        <Preview
          words={words.title === '' && words.body === '' ? wordsIn(draft, article, 'en') : words}
          picture={head.picture}
          language={language}
        />
      </Box>
      {article !== undefined && article.versions.length > 0 && (
        <Versions
          article={article}
          onTake={(texts) => edit({ texts: { ...draft.texts, ...texts } })}
          mayWrite={mayWrite}
        />
      )}
    </Page>
  );
}

/** Makes the browser ask before the tab is closed, because unpublished input would be lost. */
function useLeaving(changed: boolean): void {
  useEffect(() => {
    if (!changed) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [changed]);
}

function beside(language: Language, by: 1 | -1): Language {
  const at = languages.indexOf(language) + by;
  return languages[Math.min(languages.length - 1, Math.max(0, at))] ?? language;
}

/** The mark after the name of a language: unpublished input, a missing text, or a newer built-in text. */
function tabLabel(
  t: Say,
  one: Language,
  { draft, article }: Pick<Edited, 'article'> & { draft: Draft },
): string {
  const language = t(`content.language.${one}`);
  if (changedIn(draft, article).includes(one)) return t('content.tab.changed', { language });
  const text = article?.texts.find((each) => each.language === one);
  if (text === undefined) return t('content.tab.missing', { language });
  return text.file_changed ? t('content.tab.file', { language }) : language;
}

function Standing({ article }: { article: ArticleFacts }) {
  const t = useSay();
  const { version } = article;
  return (
    <>
      <PublicState article={article} />
      <span>{version === 0 ? t('content.asItCameLong') : t('ui.versionNumber', { version })}</span>
    </>
  );
}
