/** The message field: it grows with its lines, keeps the draft and accepts an image. */
import { CHAT_TEXT_MAX } from '@candor/protocol/chat/schemas.ts';
import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../lib/drafts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Chat } from './chat.ts';

const EMPTY = { text: '' };
/** The maximum height in pixels, about five lines. Longer texts scroll. */
const HEIGHT_MAX = 132;

type Chosen = { readonly file: Blob; readonly preview: string };

function PreviewStrip({ chosen, onRemove }: { readonly chosen: Chosen; readonly onRemove: () => void }) {
  const t = useTranslations('chat');
  return (
    <div className="mb-2 flex items-start">
      <img
        src={chosen.preview}
        alt={t('pictureToSend')}
        className="h-20 max-w-40 rounded-card object-cover"
      />
      <IconButton icon={X} size={18} label={t('removePicture')} className="text-soft" onClick={onRemove} />
    </div>
  );
}

export function Composer({ chat }: { readonly chat: Chat }) {
  const t = useTranslations('chat');
  const { draft, change, clear } = useDraft('chat', EMPTY);
  const [chosen, setChosen] = useState<Chosen>();
  const field = useRef<HTMLTextAreaElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const over = [...draft.text.trim()].length - CHAT_TEXT_MAX;
  const canSend = over <= 0 && (draft.text.trim() !== '' || chosen !== undefined);

  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, HEIGHT_MAX)}px`;
  }, [draft.text]);
  // The conversation uses the local address of a sent image until it shows the server's copy.
  const unsent = useRef<string>(undefined);
  useEffect(() => {
    unsent.current = chosen?.preview;
  });
  useEffect(
    () => () => {
      if (unsent.current !== undefined) URL.revokeObjectURL(unsent.current);
    },
    [],
  );

  function send(): void {
    if (!canSend) return;
    chat.send(draft.text.trim(), chosen);
    setChosen(undefined);
    clear();
    field.current?.focus();
  }

  function choose(files: FileList | null): void {
    const file = files?.[0];
    if (file === undefined) return;
    if (chosen !== undefined) URL.revokeObjectURL(chosen.preview);
    setChosen({ file, preview: URL.createObjectURL(file) });
    field.current?.focus();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {chosen !== undefined && (
        <PreviewStrip
          chosen={chosen}
          onRemove={() => {
            URL.revokeObjectURL(chosen.preview);
            setChosen(undefined);
          }}
        />
      )}
      {over > 0 && (
        <p role="alert" className="mb-1 text-sm text-danger">
          {t('tooLong', { count: over })}
        </p>
      )}
      <div className="-mx-2 flex items-end gap-1">
        <IconButton
          icon={ImagePlus}
          label={t('addPicture')}
          className="text-accent"
          onClick={() => input.current?.click()}
        />
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-hidden="true"
          tabIndex={-1}
          className="hidden"
          onChange={(event) => {
            choose(event.target.files);
            event.target.value = '';
          }}
        />
        <textarea
          ref={field}
          rows={1}
          value={draft.text}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          enterKeyHint="send"
          onChange={(event) => {
            change({ text: event.target.value });
            if (event.target.value !== '') chat.writes();
          }}
          onKeyDown={(event) => {
            // Enter selects a candidate while an input method composes text.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            send();
          }}
          className="min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border border-line bg-ground px-4 py-2.5 text-base leading-snug text-ink outline-none focus-visible:border-accent"
        />
        <IconButton
          icon={SendHorizontal}
          label={t('send')}
          type="submit"
          aria-disabled={!canSend}
          className={canSend ? 'text-accent' : 'text-quiet'}
        />
      </div>
    </form>
  );
}
