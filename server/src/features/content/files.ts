/**
 * The articles that come with the software: `content/<language>/{pages,news}/<slug>.md`, read once at startup. An invalid
 * file stops the server from starting, with an error that names the file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ArticleHead, ArticleKind, Written } from './article.ts';
import { readArticleFile } from './front-matter.ts';
import type { FileArticle } from './front-matter.ts';

export const CONTENT = fileURLToPath(new URL('../../../../content', import.meta.url));
const FOLDERS: Readonly<Record<string, ArticleKind>> = { pages: 'page', news: 'news' };
const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/;
const SLUG_CHARS_MAX = 60;

/** An article from the software's files. The English file sets the attributes shared by all languages. */
export type OwnArticle = ArticleHead & { readonly texts: ReadonlyMap<Language, Written> };

export function readContent(folder: string): ReadonlyMap<string, OwnArticle> {
  const found = new Map<string, Map<Language, FileArticle>>();
  for (const language of languages) {
    for (const [name, kind] of Object.entries(FOLDERS)) {
      const at = join(folder, language, name);
      for (const file of existsSync(at) ? readdirSync(at).toSorted() : []) {
        if (file.startsWith('.')) continue;
        const slug = NAME.exec(file)?.[1];
        const said = `content/${language}/${name}/${file}`;
        if (slug === undefined || slug.length > SLUG_CHARS_MAX)
          throw new Error(`${said}: expected a valid article name`);
        const texts = found.get(slug) ?? new Map<Language, FileArticle>();
        if (texts.has(language))
          throw new Error(`${said}: expected a unique name, found a page and a news item with it`);
        texts.set(language, readFile(join(at, file), said, kind));
        found.set(slug, texts);
      }
    }
  }
  return new Map([...found].map(([slug, texts]) => [slug, ownArticle(slug, texts)]));
}

function readFile(path: string, said: string, kind: ArticleKind): FileArticle {
  const bytes = readFileSync(path);
  try {
    if (!isUtf8(bytes)) throw new Error('expected UTF-8');
    return readArticleFile(bytes.toString(), kind);
  } catch (error) {
    throw new Error(`${said}: ${(error as Error).message}`, { cause: error });
  }
}

function ownArticle(slug: string, texts: ReadonlyMap<Language, FileArticle>): OwnArticle {
  const head = texts.get(languageDefault);
  if (head === undefined) throw new Error(`article "${slug}": expected an English text, found none`);
  const { kind, topic, picture, banner, publishedMs } = head;
  for (const [language, other] of texts) {
    const same =
      other.kind === kind &&
      other.topic === topic &&
      other.picture === picture &&
      other.banner === banner &&
      other.publishedMs === publishedMs;
    if (!same)
      throw new Error(
        `article "${slug}": expected the front matter in "${language}" to match the English file's`,
      );
  }
  return { kind, topic, picture, banner, publishedMs, texts };
}
