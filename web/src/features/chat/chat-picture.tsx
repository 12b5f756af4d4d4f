/**
 * An image in the conversation, small in its bubble and large when tapped. It is loaded with the token, because it has no public
 * address.
 */
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCall } from '../../lib/queries.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Picture = NonNullable<ChatMessage['picture']>;

const WIDTH_MAX = 220;
const HEIGHT_MAX = 260;

function sizeOf({ width, height }: Pick<Picture, 'width' | 'height'>): { width: number; height: number } {
  const scale = Math.min(1, WIDTH_MAX / width, HEIGHT_MAX / height);
  return { width: Math.max(44, Math.round(width * scale)), height: Math.max(44, Math.round(height * scale)) };
}

export function ChatPicture({ picture, alt }: { readonly picture: Picture; readonly alt: string }) {
  const t = useTranslations('chat');
  const [open, setOpen] = useState(false);
  const read = useCall(
    'POST chat/picture_open',
    { picture: picture.id },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  const ui = useTranslations('ui');
  const size = sizeOf(picture);
  if (read.data === undefined && read.error !== null) {
    return (
      <button
        type="button"
        onClick={() => void read.refetch()}
        className="min-h-11 rounded-card bg-sunken px-3 py-2 text-left text-sm text-ink"
      >
        {`${alt}: ${ui('couldNotLoad')} `}
        <span className="font-semibold text-accent">{ui('retry')}</span>
      </button>
    );
  }
  if (read.data === undefined) {
    return (
      <svg {...size} role="img" aria-label={alt} className="rounded-card bg-sunken">
        <title>{alt}</title>
      </svg>
    );
  }
  const address = `data:${read.data.mime};base64,${read.data.base64}`;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className="block overflow-hidden rounded-card">
        <img src={address} {...size} alt={alt} className="object-cover" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('viewer')}>
        <img
          src={address}
          width={picture.width}
          height={picture.height}
          alt={alt}
          className="mx-auto h-auto max-w-full"
        />
      </Sheet>
    </>
  );
}

/** An image that is being uploaded, shown from this device's copy. */
export function OutgoingPicture({ preview }: { readonly preview: string | undefined }) {
  const t = useTranslations('chat');
  return preview === undefined ? (
    <Skeleton className="h-32 w-40 rounded-card" />
  ) : (
    <img src={preview} alt={t('pictureOwn')} className="max-h-64 max-w-55 rounded-card object-cover" />
  );
}
