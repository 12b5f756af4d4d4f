/**
 * Loaded into the start script and into the server: if their parent (npm, or the script) was killed and could not pass a signal
 * on, they stop as if they had been asked to, instead of staying behind unnoticed.
 */
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250);
watch.unref();
