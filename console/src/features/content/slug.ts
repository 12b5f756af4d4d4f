/** Derives the slug of an article from its title: lower-case Latin letters, digits and hyphens, for use in URLs. */

const CHARS_MAX = 60;

export function slugOf(title: string): string {
  const plain = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.slice(0, CHARS_MAX).replaceAll(/^-+|-+$/g, '');
}
