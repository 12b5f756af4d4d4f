/** Selects the language of the console; the choice is stored on this device. */
import { TextField } from '@mui/material';
import { chooseLanguage, useLanguage } from '../i18n/language.ts';
import { consoleLanguages, languageNames } from '../i18n/languages.ts';
import { useSay } from '../i18n/say.ts';

export function LanguageField({ onBar = false }: { readonly onBar?: boolean }) {
  const t = useSay();
  const language = useLanguage();
  return (
    <TextField
      select
      value={language}
      variant="standard"
      onChange={({ target }) => {
        const chosen = consoleLanguages.find((known) => known === target.value);
        if (chosen !== undefined) chooseLanguage(chosen);
      }}
      slotProps={{
        select: { native: true },
        input: { disableUnderline: true, sx: onBar ? { color: '#fff', '& svg': { color: '#fff' } } : {} },
        htmlInput: { 'aria-label': t('ui.language') },
      }}
      sx={{ '& option': { color: 'var(--ink)', backgroundColor: 'var(--surface)' } }}
    >
      {consoleLanguages.map((known) => (
        <option key={known} value={known} lang={known}>
          {languageNames[known]}
        </option>
      ))}
    </TextField>
  );
}
