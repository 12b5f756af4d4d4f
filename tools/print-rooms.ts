/** `npm run print:rooms`: draws the rooms of the server in ARCHITECTURE.md, as declared in `tools/arrows.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drawingOf, withDrawing } from './house/rooms.ts';

const PAGE = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url));

writeFileSync(PAGE, withDrawing(readFileSync(PAGE, 'utf8'), drawingOf()));
