/**
 * The page `/log/app.html`: the newest logged manifest of the app's files, and how to compare it with the files that a browser
 * received. It has no styles and no scripts, because files of the log may have none.
 */
import type { Pool } from '../../db/pool.ts';

type Manifest = {
  readonly hash: string;
  readonly text: string;
  readonly index: string;
  readonly entry: string;
};

/** Returns the page, or undefined while the log has no manifest. */
export async function readAppPage(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<Manifest>(
    `select encode(m.hash, 'hex') as hash, m.text, e.index, e.entry from tlog_entry e join tlog_manifest m on m.number = e.position
      where e.kind = 'app' order by e.position desc limit 1`,
  );
  const [newest] = rows;
  return newest && pageOf(newest);
}

function pageOf({ hash, text, index, entry }: Manifest): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The app’s files</title>
<h1>The app’s files</h1>
<p>Everybody should get the same app. So the list of its files is in the public log, each with the SHA-256 of its bytes. A server that gives you other files than the list says contradicts a log that witnesses have cosigned.</p>
<p>The newest list is entry ${escaped(index)} of the log: <code>${escaped(entry)}</code>. It has the <a href="app/${escaped(hash)}">SHA-256 of the list itself</a>, and a reason if the list was the newest once before.</p>
<h2>Check it</h2>
<ol>
<li>A file: save it from your browser’s developer tools, compute its SHA-256 (<code>sha256sum file</code>), and look for it below.</li>
<li>All files that this server sends: <code>npx candor-app --url ADDRESS</code>.</li>
<li>The list itself: build the published source (<code>npm start</code>, or <code>vite build</code> in <code>web</code>), which gives the same bytes on every machine, and compare: <code>npx candor-app --url ADDRESS --dist web/dist</code>.</li>
</ol>
<p>Run these from another connection than your own too: a server that recognises the program could send it the honest files.</p>
<h2>The list</h2>
<pre>${escaped(text)}</pre>
</html>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
