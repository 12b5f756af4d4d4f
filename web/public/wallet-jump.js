// Writes the site's address into the page for wallets, lets it be copied, and takes over the app's theme. A file of its own,
// because no page of ours runs a script that stands in it.
const address = location.origin;

for (const place of document.querySelectorAll('.address')) {
  const button = place.querySelector('button');
  place.querySelector('code').textContent = address;
  place.hidden = false;
  // Without HTTPS a browser lets no page copy; then the address is there to be selected.
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

/** The language of the section in front, for who reads the page aloud. */
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
  // Storage that is shut or holds something else: the system's theme stays.
}
