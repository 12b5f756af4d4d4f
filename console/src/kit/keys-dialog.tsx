/** The help for the keys of the console, opened with "?". */
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useSay } from '../i18n/say.ts';
import { keyHelp } from '../lib/console-keys.ts';

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useSay();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="keys-title" transitionDuration={0}>
      <DialogTitle id="keys-title">{t('keys.title')}</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', columnGap: 3, rowGap: 1 }}
        >
          {keyHelp.map(({ keys, name }) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ display: 'flex', gap: 0.5 }}>
                {keys.map((key) => (
                  <kbd key={key}>{key === 'then' ? t('keys.then') : key}</kbd>
                ))}
              </Box>
              <Box component="dd" sx={{ m: 0 }}>
                {t(`keys.${name}`)}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
