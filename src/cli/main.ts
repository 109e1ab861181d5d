import { runCommand } from './program.ts';

// Worker threads and sockets are closed by the commands themselves; nothing that lingers may keep the shell waiting.
process.exit(await runCommand(process.argv.slice(2)));
