/**
 * Renders an article's Markdown as elements of the app, and never as HTML. Anything other than plain text, lists, tables and
 * links within the app is left out, so that anything pasted by an editor remains text.
 */
import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Link } from 'wouter';
import { externalLink } from '../lib/outside.ts';
import { routeOfLink } from '../lib/article-links.ts';

const DRAWN = [
  'p',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'strong',
  'em',
  'del',
  'a',
  'code',
  'blockquote',
  'hr',
  'br',
];
const TABLES = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

function ArticleLink({ href = '', children }: ComponentProps<'a'>) {
  return (
    <Link href={routeOfLink(href) ?? externalLink(href)} className="text-accent underline underline-offset-2">
      {children}
    </Link>
  );
}

// The article's title above is an h2, so the headings within the article are one level deeper here.
const components: Components = {
  h2: ({ children }) => <h3 className="pt-3 text-lg font-semibold text-balance">{children}</h3>,
  h3: ({ children }) => <h4 className="pt-1 font-semibold text-balance">{children}</h4>,
  ul: ({ children }) => <ul className="list-disc space-y-1.5 pl-5 marker:text-quiet">{children}</ul>,
  ol: ({ children }) => (
    <ol className="figures list-decimal space-y-1.5 pl-5 marker:text-quiet">{children}</ol>
  ),
  a: ({ href, children }) => <ArticleLink {...(href !== undefined && { href })}>{children}</ArticleLink>,
  code: ({ children }) => (
    <code className="rounded bg-sunken px-1 py-0.5 font-mono text-sm break-words">{children}</code>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-3 border-line-strong pl-3 text-soft">{children}</blockquote>
  ),
  hr: () => <hr className="border-line" />,
  // Allows breaks within words, so that a table is never wider than the phone.
  table: ({ children }) => (
    <table className="figures w-full table-fixed border-collapse text-sm break-words hyphens-auto">
      {children}
    </table>
  ),
  th: ({ children }) => (
    <th className="border-b border-line-strong py-1.5 pr-2 text-left align-bottom font-semibold">
      {children}
    </th>
  ),
  td: ({ children }) => <td className="border-b border-line py-1.5 pr-2 text-left align-top">{children}</td>,
};

const INLINE = ['strong', 'em', 'del', 'code'];

/** Renders the text of a heading with its formatting but without links, for use inside a button. */
export function MarkdownHeading({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown
      skipHtml
      unwrapDisallowed
      allowedElements={INLINE}
      remarkPlugins={[remarkGfm]}
      components={components}
    >
      {`## ${text}`}
    </ReactMarkdown>
  );
}

export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="space-y-3 break-words">
      <ReactMarkdown
        skipHtml
        unwrapDisallowed
        allowedElements={[...DRAWN, ...TABLES]}
        remarkPlugins={[remarkGfm]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
