/** How each language speaks to customers. */
import type { Language } from '@candor/protocol/languages.ts';
import type { Voice } from './concepts.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { hk } from './languages/hk.ts';
import { it } from './languages/it.ts';
import { jp } from './languages/jp.ts';
import { ko } from './languages/ko.ts';
import { pt } from './languages/pt.ts';
import { vn } from './languages/vn.ts';
import { zh } from './languages/zh.ts';

export const voices: Readonly<Record<Language, Voice>> = { en, zh, hk, jp, ko, es, it, pt, vn };
