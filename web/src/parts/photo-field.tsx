/** The field for a photo, which is taken or chosen, checked and uploaded. Problems are shown at the field. */
import { Camera, Check, ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PictureKind } from '../lib/picture-quality.ts';
import { useRefusalWords } from '../lib/refusal-words.ts';
import type { Photo, PhotoState } from '../lib/use-photo.ts';
import { Button } from '../ui/button.tsx';
import { CameraSheet, hasCamera } from './camera-sheet.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/spinner.tsx';

/** The accepted formats. Phones convert images of other formats to one of these. */
const TYPES = 'image/jpeg,image/png,image/webp';

/**
 * The shape of the preview by kind: the shape of a card for documents, tall for screenshots, and small for photos of paper, of
 * which a form has several.
 */
const shapes: Readonly<Record<PictureKind, string>> = {
  document: 'aspect-[1.586]',
  voucher: 'h-64',
  loan: 'h-40',
};

export type PhotoFieldProps = {
  readonly of: PictureKind;
  readonly label: string;
  readonly hint: string;
  readonly photo: Photo;
  readonly error: string | undefined;
};

function useWords(state: PhotoState): { readonly lines: readonly string[]; readonly bad: boolean } {
  const t = useTranslations('photo');
  const refusal = state.stage === 'unsent' ? state.refusal : undefined;
  const refused = useRefusalWords(refusal?.error, refusal?.params ?? {});
  switch (state.stage) {
    case 'none':
      return { lines: [], bad: false };
    case 'checking':
      return { lines: [t('checking')], bad: false };
    case 'sending':
      return {
        lines: [state.share < 1 ? t('sending', { percent: Math.floor(state.share * 100) }) : t('storing')],
        bad: false,
      };
    case 'kept':
      return { lines: [t('kept')], bad: false };
    case 'advised': {
      const { use, violations } = state.verdict;
      return {
        lines: violations.map((violation) => t(`${use === 'unusable' ? 'refuse' : 'advise'}.${violation}`)),
        bad: true,
      };
    }
    case 'unsent':
      return { lines: [refused ?? t('unsent')], bad: true };
    case 'no_picture':
    case 'too_big':
    case 'same_as_other':
      return { lines: [t(state.stage)], bad: true };
  }
}

function Preview({ of, photo, hint }: Pick<PhotoFieldProps, 'of' | 'photo' | 'hint'>) {
  const { state, preview } = photo;
  const working = state.stage === 'checking' || state.stage === 'sending';
  const t = useTranslations('photo');
  return (
    <div
      className={classes(
        'relative grid place-items-center overflow-hidden rounded-card bg-sunken',
        shapes[of],
      )}
    >
      {preview === undefined || state.stage === 'no_picture' ? (
        <p className="max-w-64 px-4 text-center text-sm text-soft">
          {state.stage === 'kept' ? t('keptBefore') : hint}
        </p>
      ) : (
        <img src={preview} alt={t('preview')} className="size-full object-contain" />
      )}
      {working && (
        <span className="absolute inset-0 grid place-items-center bg-scrim text-white">
          <Spinner />
        </span>
      )}
    </div>
  );
}

type ButtonsProps = Pick<PhotoFieldProps, 'of' | 'photo' | 'label'> & { readonly missing: boolean };

/**
 * The button that takes a photo with the camera in the page or, if the browser does not allow that, with the phone's camera app.
 */
function Buttons({ of, photo, label, missing }: ButtonsProps) {
  const t = useTranslations('photo');
  const [camera, setCamera] = useState(false);
  const fromCamera = useRef<HTMLInputElement>(null);
  const fromFiles = useRef<HTMLInputElement>(null);
  const { state } = photo;
  const again = state.stage !== 'none';
  const usable = state.stage === 'advised' && state.verdict.use === 'doubtful';
  const picked = (event: React.ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // Resets the input, so that choosing the same file again triggers a change.
    event.target.value = '';
    if (file !== undefined) photo.choose(file);
  };
  const input = {
    type: 'file',
    accept: TYPES,
    className: 'sr-only',
    tabIndex: -1,
    onChange: picked,
  } as const;
  return (
    <div className="flex flex-wrap gap-2">
      {(usable || state.stage === 'unsent') && (
        <Button block small onClick={photo.send}>
          {t(usable ? 'useAnyway' : 'sendAgain')}
        </Button>
      )}
      <Button
        small
        kind="secondary"
        className="flex-1"
        onClick={() => (hasCamera() ? setCamera(true) : fromCamera.current?.click())}
      >
        <span className="inline-flex items-center gap-2 align-top">
          <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
          {t(again ? 'takeAgain' : 'take')}
        </span>
      </Button>
      <Button small kind="secondary" className="flex-1" onClick={() => fromFiles.current?.click()}>
        <span className="inline-flex items-center gap-2 align-top">
          <ImageUp size={18} strokeWidth={1.75} aria-hidden="true" />
          {t('chooseFile')}
        </span>
      </Button>
      <input
        {...input}
        ref={fromCamera}
        aria-label={t('cameraInput', { side: label })}
        capture="environment"
      />
      {/* This field receives the focus if the photo is missing. */}
      <input {...input} ref={fromFiles} aria-label={t('fileInput', { side: label })} aria-invalid={missing} />
      <CameraSheet
        of={of}
        open={camera}
        title={label}
        onClose={() => setCamera(false)}
        onTaken={(picture) => {
          setCamera(false);
          photo.choose(picture);
        }}
      />
    </div>
  );
}

export function PhotoField({ of, label, hint, photo, error }: PhotoFieldProps) {
  const id = useId();
  const { lines, bad } = useWords(photo.state);
  const missing = photo.state.stage === 'none' ? error : undefined;
  return (
    <div role="group" aria-labelledby={id} className="space-y-2">
      <p id={id} className="text-sm font-medium text-soft">
        {label}
      </p>
      <Preview of={of} photo={photo} hint={hint} />
      <div role={bad ? 'alert' : 'status'} className={classes('text-sm', bad ? 'text-danger' : 'text-soft')}>
        {lines.map((line) => (
          <p key={line} className="flex items-center gap-1.5">
            {photo.state.stage === 'kept' && (
              <Check size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-success" />
            )}
            {line}
          </p>
        ))}
      </div>
      {missing !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {missing}
        </p>
      )}
      <Buttons of={of} photo={photo} label={label} missing={error !== undefined} />
    </div>
  );
}
