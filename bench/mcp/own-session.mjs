/**
 * Runs a program in a session of its own, as simse runs its servers, so that their trees can be ended. Linux shares the
 * processor out by session: on a busy machine a server in its client's session is woken sooner, whoever the client is.
 */
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit', detached: true });
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
process.once('SIGTERM', () => child.kill());
