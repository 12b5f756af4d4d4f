/** Where a field's keypad is shown: at the bottom of the sheet it stands in, else at the bottom of the page. */
import { createContext } from 'react';

export const KeypadHost = createContext<HTMLElement | null>(null);
