/**
 * The start script and the server load this: if their parent (npm, or the script) is killed and cannot forward a signal, they
 * stop as they would on a signal instead of running on unnoticed.
 */
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250);
watch.unref();
