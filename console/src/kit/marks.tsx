/** Renders the tags in texts: `<b>`, `<kbd>` for a key, and `<mono>` for text to be compared character by character. */
import type { ReactNode } from 'react';

export const bold = (chunks: ReactNode) => <b>{chunks}</b>;
export const kbd = (chunks: ReactNode) => <kbd>{chunks}</kbd>;
export const mono = (chunks: ReactNode) => <b style={{ fontFamily: 'ui-monospace, monospace' }}>{chunks}</b>;
