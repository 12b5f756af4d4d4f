/**
 * Preloaded into the server: when whoever started it (npm, or our start script) was killed outright and could pass no
 * signal on, the server stops as if it had been asked to, instead of staying behind unseen.
 */
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250);
watch.unref();
