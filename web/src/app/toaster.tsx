/** Shows the one toast, at the top and announced; a tap puts it away. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { createPortal } from 'react-dom';
import { hideToast, useNotices } from '../lib/notices.ts';
import { classes } from '../ui/classes.ts';

export function Toaster() {
  const toast = useNotices((notices) => notices.toast);
  // Beside the app's root, so that it stands above an open sheet.
  return createPortal(
    <div
      aria-live={toast?.tone === 'bad' ? 'assertive' : 'polite'}
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--bar-height)+var(--safe-top)+8px)] z-50 flex justify-center px-4"
    >
      {toast !== undefined && (
        <button
          key={toast.id}
          type="button"
          onClick={hideToast}
          className="pointer-events-auto flex max-w-md animate-[appear_160ms] items-start gap-2.5 rounded-card border border-line bg-raised px-4 py-3 text-left text-base shadow-floating"
        >
          {toast.tone !== 'plain' && (
            <span
              className={classes('mt-0.5 shrink-0', toast.tone === 'bad' ? 'text-danger' : 'text-success')}
            >
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
