/**
 * Loaded into every Node process of a run (--import): at its end each appends to $USAGE_FILE what it has used itself, as
 * {"program", "cpuMs", "peakMb"}.
 */
import { appendFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = {
    program: process.argv[1] ?? '',
    cpuMs: (user + system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  appendFileSync(process.env.USAGE_FILE, `${JSON.stringify(usage)}\n`);
});
