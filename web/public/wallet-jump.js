// Inserts the site's address into the page for browsers without a wallet, with a copy button, and applies the app's theme.
// This is a separate file, because the CSP forbids inline scripts.
const address = location.origin;

for (const place of document.querySelectorAll('.address')) {
  const button = place.querySelector('button');
  place.querySelector('code').textContent = address;
  place.hidden = false;
  // Over plain HTTP, browsers provide no clipboard; the address can still be selected.
  if (navigator.clipboard === undefined) button.remove();
  else {
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(address).then(
        () => (button.textContent = button.dataset.copied),
        () => getSelection().selectAllChildren(place.querySelector('code')),
      );
    });
  }
}

/** Sets the page's language and title to those of the visible section, for screen readers. */
function nameLanguage() {
  const shown = document.querySelector('section:target') ?? document.querySelector('#en');
  document.documentElement.lang = shown.lang;
  document.title = `${shown.querySelector('header').textContent} · Candor`;
}
addEventListener('hashchange', nameLanguage);
nameLanguage();

try {
  const { theme } = JSON.parse(localStorage.getItem('candor.session') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The storage is blocked or contains other data, so the system's theme applies.
}
