/**
 * Renders an article as the app does, with the same library and the same elements (`web/src/parts/markdown.tsx`), without
 * HTML. Links are shown with their address and are not clickable.
 */
import { Box } from '@mui/material';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const DRAWN = [
  ...['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'del', 'a', 'code', 'blockquote', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

// The article's title has the heading level above, so an h2 of the text is one level deeper here, as in the app.
const components: Components = {
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  a: ({ href = '', children }) => (
    <Box component="span" title={href} sx={{ color: 'var(--accent)', textDecoration: 'underline' }}>
      {children}
    </Box>
  ),
};

const look = {
  fontSize: 15,
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  '& > * + *': { mt: 1.5 },
  '& p, & ul, & ol, & blockquote, & table': { mb: 0, mt: 1.5 },
  '& h3': { fontSize: 17, fontWeight: 600, mt: 3, mb: 0 },
  '& h4': { fontSize: 15, fontWeight: 600, mt: 2, mb: 0 },
  '& ul, & ol': { pl: 2.5 },
  '& li + li': { mt: 0.75 },
  '& code': { backgroundColor: 'var(--sunken)', borderRadius: 0.5, px: 0.5, fontSize: 13 },
  '& blockquote': { borderLeft: '3px solid var(--line-strong)', pl: 1.5, ml: 0, color: 'var(--ink-soft)' },
  '& table': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse', fontSize: 13 },
  '& th': { textAlign: 'left', borderBottom: '1px solid var(--line-strong)', py: 0.75, pr: 1 },
  '& td': { verticalAlign: 'top', borderBottom: '1px solid var(--line)', py: 0.75, pr: 1 },
} as const;

export function Markdown({ text }: { text: string }) {
  return (
    <Box sx={look}>
      <ReactMarkdown
        skipHtml
        unwrapDisallowed
        allowedElements={DRAWN}
        remarkPlugins={[remarkGfm]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </Box>
  );
}
