/** The frame around an article: loading, an error, or the article. */
import { RefusedError } from '@candor/client/answers.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { helpLink } from '../../lib/links.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ArticleHead } from './article-head.tsx';
import { Consent } from './consent.tsx';
import type { Article, useArticle } from './use-article.ts';

function Gone() {
  const t = useTranslations('content');
  return (
    <EmptyState
      icon={FileQuestion}
      title={t('gone')}
      text={t('goneText')}
      action={
        <Button kind="secondary" small onClick={() => navigate(helpLink)}>
          {t('allHelp')}
        </Button>
      }
    />
  );
}

function ArticleSkeleton() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-7 w-3/4" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-72 w-full rounded-card" />
    </div>
  );
}

export function ArticleFrame({
  query,
  children,
}: {
  readonly query: ReturnType<typeof useArticle>;
  readonly children: (article: Article) => ReactNode;
}) {
  const { data: article, error } = query;
  const gone = error instanceof RefusedError && error.refusal.error === 'not_found';
  return (
    <Screen onRefresh={() => query.refetch()}>
      {article !== undefined ? (
        <Section>
          <article className="p-4 pb-6">
            <ArticleHead article={article} />
            <div lang={localeOf[article.language]}>{children(article)}</div>
            {article.agreement && <Consent article={article} />}
          </article>
        </Section>
      ) : gone ? (
        <Gone />
      ) : (
        <Awaited query={query} skeleton={<ArticleSkeleton />} />
      )}
    </Screen>
  );
}
