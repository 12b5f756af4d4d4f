/**
 * Shows and announces one toast at a time; a tap dismisses it. The toast covers the title between the back button and the
 * actions, and therefore nothing that the customer needs next.
 */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useNotices, useToasts } from '../lib/notices.ts';
import { classes } from '../ui/classes.ts';

export function Toaster() {
  const { hideToast } = useToasts();
  const toast = useNotices((notices) => notices.toast);
  // Rendered outside the app's root, so that it appears above an open sheet.
  return createPortal(
    <div
      aria-live={toast?.tone === 'bad' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--safe-top)+4px)] z-50 mx-auto flex max-w-160 justify-center px-13"
    >
      {toast !== undefined && (
        <button
          key={toast.id}
          type="button"
          onClick={hideToast}
          className="pointer-events-auto flex min-h-11 max-w-md animate-[appear_160ms] items-center gap-2 rounded-card border border-line bg-raised px-3 py-1.5 text-left text-sm shadow-floating"
        >
          {toast.tone !== 'plain' && (
            <span className={classes('shrink-0', toast.tone === 'bad' ? 'text-danger' : 'text-success')}>
              {toast.tone === 'bad' ? (
                <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
              ) : (
                <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" />
              )}
            </span>
          )}
          <span className="min-w-0 break-words">{toast.text}</span>
        </button>
      )}
    </div>,
    document.body,
  );
}
