/** Frequently asked questions, each expanded by a tap. */
import { ChevronDown } from 'lucide-react';
import { Markdown, MarkdownHeading } from '../../parts/markdown.tsx';
import { ArticleFrame } from './article-frame.tsx';
import { questionsOf } from './questions.ts';
import type { Question } from './questions.ts';
import { useArticle } from './use-article.ts';

function QuestionRow({ question, answer }: Question) {
  return (
    <details className="group hairline last:shadow-none">
      <summary className="press -mx-4 flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2.5 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 text-balance">
          <MarkdownHeading text={question} />
        </span>
        <ChevronDown
          size={18}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 text-quiet transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-4 text-soft">
        <Markdown text={answer} />
      </div>
    </details>
  );
}

export function FaqScreen() {
  const query = useArticle('faq');
  return (
    <ArticleFrame query={query}>
      {({ body }) => {
        const { opening, questions } = questionsOf(body);
        return (
          <>
            <Markdown text={opening} />
            {questions.map((one) => (
              <QuestionRow key={one.question} {...one} />
            ))}
          </>
        );
      }}
    </ArticleFrame>
  );
}
