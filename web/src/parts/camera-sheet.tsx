/** The camera for photographing a document, with a frame for aligning it and advice about the current image. */
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PictureViolation, PictureKind } from '../lib/picture-quality.ts';
import { takePicture, verdictOn } from '../lib/read-picture.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';

const LOOK_EVERY_MS = 500;

export type CameraSheetProps = {
  readonly of: PictureKind;
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly onTaken: (picture: Blob) => void;
};

/** Whether this browser allows pages to use a camera; over plain HTTP, no browser does. */
export function hasCamera(): boolean {
  return (navigator as { mediaDevices?: MediaDevices }).mediaDevices?.getUserMedia !== undefined;
}

type Camera = 'opening' | 'open' | 'refused';
type Advice = PictureViolation | 'good' | undefined;

/** Opens the camera while the element is mounted. */
function useCamera(video: React.RefObject<HTMLVideoElement | null>): Camera {
  const [camera, setCamera] = useState<Camera>('opening');
  useEffect(() => {
    let stream: MediaStream | undefined;
    let wanted = true;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    const sizes = { width: { ideal: 1920 }, height: { ideal: 1080 } };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: { ideal: 'environment' }, ...sizes }, audio: false })
      .then(async (opened) => {
        stream = opened;
        if (!wanted || video.current === null) stop();
        else {
          video.current.srcObject = opened;
          await video.current.play();
          setCamera('open');
        }
      })
      .catch(() => {
        // The permission was denied, or the camera is missing or in use by another program. The customer can choose a file
        // instead.
        if (wanted) setCamera('refused');
      });
    return () => {
      wanted = false;
      stop();
    };
  }, [video]);
  return camera;
}

function useAdvice(video: React.RefObject<HTMLVideoElement | null>, camera: Camera, of: PictureKind): Advice {
  const [advice, setAdvice] = useState<Advice>();
  useEffect(() => {
    if (camera !== 'open') return undefined;
    const timer = setInterval(() => {
      const verdict = video.current === null ? undefined : verdictOn(video.current, of);
      setAdvice(verdict === undefined ? undefined : (verdict.violations[0] ?? 'good'));
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [video, camera, of]);
  return advice;
}

function Viewfinder({ of, onTaken }: Pick<CameraSheetProps, 'of' | 'onTaken'>) {
  const t = useTranslations('photo.camera');
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video);
  const advice = useAdvice(video, camera, of);

  async function take(): Promise<void> {
    const taken = video.current === null ? undefined : await takePicture(video.current);
    if (taken !== undefined) onTaken(taken);
  }

  if (camera === 'refused') {
    return (
      <p role="alert" className="py-6 text-sm text-danger">
        {t('refused')}
      </p>
    );
  }
  return (
    <div className="space-y-3">
      <div className="relative overflow-hidden rounded-card bg-sunken">
        <video ref={video} muted playsInline className="aspect-[4/3] w-full object-cover" />
        {of === 'document' && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-[6%] top-1/2 aspect-[1.586] -translate-y-1/2 rounded-card border-2 border-white shadow-[0_0_0_999px_rgb(0_0_0/35%)]"
          />
        )}
      </div>
      <p role="status" className="min-h-5 text-center text-sm text-soft">
        {camera === 'opening' ? t('opening') : advice !== undefined && t(`advice.${advice}`)}
      </p>
      <Button block blocked={camera !== 'open'} onClick={() => void take()}>
        {t('take')}
      </Button>
    </div>
  );
}

export function CameraSheet({ of, open, title, onClose, onTaken }: CameraSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      {/* Mounted only while the sheet is open, so that closing it turns off the camera. */}
      {open && <Viewfinder of={of} onTaken={onTaken} />}
    </Sheet>
  );
}
