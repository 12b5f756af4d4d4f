/**
 * The full-screen mode of the chart. It is entered by a button, which rotates the screen to landscape if the device allows it,
 * or by rotating the phone.
 */
import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { pushOverlay } from '../../lib/hash-history.ts';

/** Matches a phone in landscape, whose height is too small for header, chips and chart together. */
const landscapePhone = '(orientation: landscape) and (max-height: 480px)';

export type FullScreen = {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly active: boolean;
  readonly toggle: () => void;
};

type LockableOrientation = ScreenOrientation & {
  readonly lock?: (orientation: 'landscape') => Promise<void>;
};

/** Rotates the screen if the browser allows it. Otherwise, the chart only fills the screen. */
async function enter(area: HTMLElement): Promise<void> {
  try {
    await area.requestFullscreen();
    await (screen.orientation as LockableOrientation).lock?.('landscape');
  } catch {
    // The browser has no full-screen mode or can't rotate the screen (iPhones, desktops). The chart covers the page anyway.
    return;
  }
}

export function useFullScreen(): FullScreen {
  const area = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(false);
  const [turned, setTurned] = useState(() => window.matchMedia(landscapePhone).matches);

  useEffect(() => {
    const media = window.matchMedia(landscapePhone);
    const change = () => setTurned(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);

  // The back button leaves full screen before it leaves the page.
  useEffect(() => {
    if (!chosen) return undefined;
    const closeEntry = pushOverlay(() => setChosen(false));
    const onChange = () => {
      if (document.fullscreenElement === null) setChosen(false);
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen();
      closeEntry();
    };
  }, [chosen]);

  const toggle = useCallback(() => {
    setChosen((before) => {
      if (!before && area.current !== null) void enter(area.current);
      return !before;
    });
  }, []);
  return { area, active: chosen || turned, toggle };
}
