/** The articles that have fixed addresses in the app. */
import { Markdown } from '../../parts/markdown.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { useArticle } from './use-article.ts';

function HousePage({ id }: { readonly id: string }) {
  const query = useArticle(id);
  return <ArticleFrame query={query}>{({ body }) => <Markdown text={body} />}</ArticleFrame>;
}

export function ServiceAgreementScreen() {
  return <HousePage id="service-agreement" />;
}

export function LicenceScreen() {
  return <HousePage id="licence" />;
}
