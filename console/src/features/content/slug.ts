/** The name of an article, made of its title: small Latin letters and digits with hyphens, as it stands in addresses. */

const CHARS_MAX = 60;

export function slugOf(title: string): string {
  const plain = title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return plain.slice(0, CHARS_MAX).replaceAll(/^-+|-+$/g, '');
}
