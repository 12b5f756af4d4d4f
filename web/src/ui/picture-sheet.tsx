/** The sheet with an image drawn on the device, which the customer can save or share. */
import { useContext, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { pictureHeight, pictureWidth } from './picture-drawing.ts';
import { Sheet } from './sheet.tsx';
import { Skeleton } from './skeleton.tsx';
import { SurroundingsContext } from './surroundings.ts';

type Made = { readonly file: File; readonly url: string };

/** Draws the image as a file, and redraws it when its content changes. */
function usePicture<Says>(
  says: Says | undefined,
  make: (says: Says) => Promise<File | undefined>,
): Made | undefined {
  const [made, setMade] = useState<Made>();
  const written = JSON.stringify(says);
  useEffect(() => {
    if (written === undefined) return undefined;
    let url: string | undefined;
    let wanted = true;
    void make(JSON.parse(written) as Says).then((file) => {
      if (!wanted || file === undefined) return;
      url = URL.createObjectURL(file);
      setMade({ file, url });
    });
    return () => {
      wanted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [written, make]);
  return made;
}

/** Passes the file to the phone's share dialog. A cancelled dialog is not a failure. */
async function share(file: File, onFailed: () => void): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) onFailed();
  }
}

export type PictureSheetProps<Says> = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly says: Says | undefined;
  /** Draws the image. It must be the same function at every render. */
  readonly make: (says: Says) => Promise<File | undefined>;
  readonly alt: string;
  readonly children?: ReactNode;
};

export function PictureSheet<Says>(props: PictureSheetProps<Says>) {
  const { open, onClose, title, says, make, alt, children } = props;
  const t = useTranslations('ui');
  const { showToast } = useContext(SurroundingsContext);
  const picture = usePicture(says, make);
  const canShare =
    picture !== undefined && 'canShare' in navigator && navigator.canShare({ files: [picture.file] });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        picture === undefined ? undefined : (
          <div className="flex gap-2">
            <a
              href={picture.url}
              download={picture.file.name}
              className="inline-flex min-h-12 flex-1 items-center justify-center rounded-input bg-accent-wash px-4 text-center font-semibold text-accent active:opacity-80"
            >
              {t('savePicture')}
            </a>
            {canShare && (
              <Button
                kind="secondary"
                className="flex-1"
                onClick={() => void share(picture.file, () => showToast(t('shareFailed'), 'bad'))}
              >
                {t('sharePicture')}
              </Button>
            )}
          </div>
        )
      }
    >
      {children}
      {picture === undefined ? (
        <Skeleton className="mx-auto mt-3 aspect-4/5 w-full max-w-72 rounded-card" />
      ) : (
        <img
          src={picture.url}
          width={pictureWidth}
          height={pictureHeight}
          alt={alt}
          className="mx-auto mt-3 h-auto w-full max-w-72 rounded-card"
        />
      )}
      <p className="mt-2 text-center text-sm text-quiet">{t('pictureNote')}</p>
    </Sheet>
  );
}
