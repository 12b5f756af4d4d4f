/**
 * Loaded into the start script and into the server: when whoever started them (npm, or the script) was killed outright
 * and could pass no signal on, they stop as if they had been asked to, instead of staying behind unseen.
 */
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 250);
watch.unref();
