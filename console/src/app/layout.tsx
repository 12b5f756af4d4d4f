/** The frame around every screen. Shows the signed-in operator, the platform's mode and the navigation. */
import { useAppState } from '@candor/client/app-state.ts';
import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { LinkBase, useLocation, useNavigate, useTheme } from 'react-admin';
import { useSay } from '../i18n/say.ts';
import type { Place } from '../kit/console-feature.ts';
import { KeysDialog } from '../kit/keys-dialog.tsx';
import { LanguageField } from '../kit/language-field.tsx';
import { listenForKeys, useConsoleKeys } from '../kit/keyboard.tsx';
import { focusScreen } from '../kit/screen-focus.ts';
import { signOut } from '../lib/auth-provider.ts';
import { useAsk, useOperator, useSession } from '../lib/queries.ts';
import { mayCall } from '../lib/roles.ts';
import { useServerClock } from '../lib/server-clock.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { places } from './navigation.ts';

/** The time in milliseconds within which a second letter must follow `g`. */
const CHORD_MS = 1500;

export function ConsoleLayout({ children }: { children: ReactNode }) {
  const t = useSay();
  const operator = useOperator();
  const [keysOpen, setKeysOpen] = useState(false);
  useSessionWatch();
  useShownPath();
  useFocusFollowing();
  useEffect(listenForKeys, []);
  useConsoleKeys({ keys: () => setKeysOpen(true) });
  const me = useAsk('GET me', {}, { enabled: operator !== undefined });
  const isDemo = me.data?.mode === 'demo';
  const open = places.filter(
    ({ needs, demoOnly }) =>
      operator !== undefined && mayCall(operator.role, needs) && (demoOnly !== true || isDemo),
  );
  useGoing(open);
  return (
    <Box
      sx={{
        height: '100%',
        display: 'grid',
        // On a narrow screen, the sections are a row that scrolls, above the screen.
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '168px minmax(0, 1fr)' },
        gridTemplateRows: { xs: 'auto auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr)' },
      }}
    >
      <Box
        component="a"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
        sx={{
          position: 'absolute',
          left: 8,
          top: -60,
          zIndex: 2,
          background: 'var(--surface)',
          p: 1,
          '&:focus': { top: 8 },
        }}
      >
        {t('ui.goToContent')}
      </Box>
      <TopBar onKeys={() => setKeysOpen(true)} />
      <Navigation places={open} />
      <Box component="main" id="main" tabIndex={-1} sx={{ minHeight: 0, overflow: 'auto', outline: 'none' }}>
        {operator !== undefined && children}
      </Box>
      <ConfirmDialog />
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </Box>
  );
}

/** Navigates to the login when the session ends, and back to the current page after the next login. */
function useSessionWatch(): void {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const left = useRef(false);
  useEffect(() => {
    // The frame stays mounted for a moment after the navigation, and would then redirect the login page to itself.
    if (session !== undefined || left.current || pathname === '/login') return;
    left.current = true;
    navigate('/login', { state: { nextPathname: pathname, nextSearch: search } });
  }, [session, navigate, pathname, search]);
}

/** Records the path of the displayed screen, which changes a moment after the address, for tests that wait for it. */
function useShownPath(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    document.documentElement.dataset['path'] = pathname;
  }, [pathname]);
}

/**
 * Moves the focus into the screen after each navigation, even to the same path, but not after the first load, where the browser
 * sets the focus.
 */
function useFocusFollowing(): void {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    focusScreen();
  }, [key]);
}

/** Opens a screen when `g` and then the screen's letter are pressed. */
function useGoing(open: readonly Place[]): void {
  const navigate = useNavigate();
  const begun = useRef(0);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.ctrlKey || event.altKey || event.metaKey || target.matches('input, textarea, select')) return;
      if (target.closest('[role=dialog]') !== null) return;
      if (event.key === 'g') {
        begun.current = event.timeStamp;
        event.preventDefault();
        return;
      }
      const place = open.find(({ letter }) => letter === event.key);
      if (place === undefined || begun.current === 0 || event.timeStamp - begun.current > CHORD_MS) return;
      begun.current = 0;
      event.preventDefault();
      event.stopImmediatePropagation();
      navigate(place.path);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [open, navigate]);
}

function TopBar({ onKeys }: { onKeys: () => void }) {
  const app = useAppState();
  const { learnServerTime } = useServerClock();
  const t = useSay();
  const operator = useOperator();
  const [theme, setTheme] = useTheme();
  const me = useAsk('GET me', {}, { enabled: operator !== undefined });
  useEffect(() => {
    if (me.data !== undefined) learnServerTime(me.data.time);
  }, [learnServerTime, me.data]);
  const bar = { color: '#fff', '&:focus-visible': { outline: '2px solid #fff' } };
  return (
    <Box
      component="header"
      sx={{
        gridColumn: '1 / -1',
        display: 'flex',
        alignItems: 'center',
        // On a narrow screen, the buttons are in a separate row.
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        gap: 1,
        rowGap: 0,
        px: 2,
        py: { xs: 0.5, sm: 0 },
        minHeight: 44,
        backgroundColor: 'var(--bar)',
        color: '#fff',
        whiteSpace: 'nowrap',
      }}
    >
      <Box sx={{ fontWeight: 650, fontSize: 15, mr: 1 }}>{t('ui.consoleName')}</Box>
      {me.data?.mode === 'demo' && (
        <Box sx={{ border: '1px solid rgb(255 255 255 / 60%)', borderRadius: 1, px: 1, fontSize: 12 }}>
          {t('frame.demo')}
        </Box>
      )}
      <Box sx={{ ml: 'auto', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {operator !== undefined &&
          t('frame.who', { account: operator.account, role: t(`codes.role.${operator.role}`) })}
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: { xs: 'space-between', sm: 'flex-end' },
          gap: 1,
          flexBasis: { xs: '100%', sm: 'auto' },
        }}
      >
        <LanguageField onBar />
        <Button sx={bar} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
          {t(theme === 'dark' ? 'frame.light' : 'frame.dark')}
        </Button>
        <Button sx={bar} onClick={onKeys}>
          {t('frame.keys')}
        </Button>
        <Button sx={bar} onClick={() => void signOut(app)}>
          {t('frame.logOut')}
        </Button>
      </Box>
    </Box>
  );
}

function Navigation({ places: open }: { places: readonly Place[] }) {
  const t = useSay();
  const { pathname } = useLocation();
  return (
    <Box
      component="nav"
      aria-label={t('frame.screens')}
      sx={{
        display: { xs: 'flex', sm: 'block' },
        whiteSpace: 'nowrap',
        borderRight: '1px solid var(--line)',
        backgroundColor: 'var(--surface)',
        py: { xs: 0, sm: 1 },
        overflow: 'auto',
      }}
    >
      {open.map((place) => {
        const here = pathname === place.path || (place.path !== '/' && pathname.startsWith(`${place.path}/`));
        return (
          <Box
            key={place.path}
            component={LinkBase}
            to={place.path}
            aria-current={here ? 'page' : undefined}
            aria-keyshortcuts={`g ${place.letter}`}
            sx={{
              display: 'flex',
              px: 2,
              py: 0.75,
              textDecoration: 'none',
              color: here ? 'var(--accent)' : 'var(--ink)',
              fontWeight: here ? 650 : 400,
              backgroundColor: here ? 'var(--accent-wash)' : 'transparent',
              borderLeft: `3px solid ${here ? 'var(--accent)' : 'transparent'}`,
              '&:focus-visible': { outlineOffset: '-2px' },
            }}
          >
            {t(place.name)}
          </Box>
        );
      })}
    </Box>
  );
}
