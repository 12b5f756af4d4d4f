/** One article, of news or of help, by the id in the address. Opening the article marks it as read. */
import { useEffect } from 'react';
import { useParam } from '../../lib/location.ts';
import { useReadArticles } from '../../lib/read-articles.ts';
import { Markdown } from '../../parts/markdown.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { useArticle } from './use-article.ts';

export function ArticleScreen() {
  const query = useArticle(useParam('id') ?? '', useParam('version'));
  const { add } = useReadArticles();
  const id = query.data?.id;
  useEffect(() => {
    if (id !== undefined) add(id);
  }, [id, add]);
  return <ArticleFrame query={query}>{({ body }) => <Markdown text={body} />}</ArticleFrame>;
}
