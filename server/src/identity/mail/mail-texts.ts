/** Mail texts in the nine languages. */
import type { Language } from '@candor/protocol/languages.ts';
import { en } from './mail-texts/en.ts';
import { es } from './mail-texts/es.ts';
import { hk } from './mail-texts/hk.ts';
import { it } from './mail-texts/it.ts';
import { jp } from './mail-texts/jp.ts';
import { ko } from './mail-texts/ko.ts';
import { pt } from './mail-texts/pt.ts';
import { vn } from './mail-texts/vn.ts';
import { zh } from './mail-texts/zh.ts';
import type { MailWords } from './mail-texts/mail-kinds.ts';

export const mailWords: Readonly<Record<Language, MailWords>> = { en, zh, es, it, jp, ko, pt, hk, vn };
