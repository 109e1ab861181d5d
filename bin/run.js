// Runs the command line with Node's compile cache. parley.js loads this file, on Node 24 only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** False in the npm package, which has JavaScript. */
const hasTypes = existsSync(path.join(root, 'src/main.ts'));

await useCompileCache();
const { runCommand } = await import('../src/cli/program.ts');
// Commands close their worker threads and sockets. A remaining handle must not delay the exit.
process.exit(await runCommand(process.argv.slice(2)));

/**
 * Enables the compile cache. Node strips the types of each source file when it loads the file, with a compiler that takes 60 MB and
 * most of a second. The cache stores the result for this process and its worker threads. At the first run a child process fills the
 * cache, so that this process never loads the compiler. JavaScript needs no such process.
 */
async function useCompileCache() {
  const folder = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'parley');
  // Worker threads read the folder from the environment.
  process.env.NODE_COMPILE_CACHE = folder;
  const marker = path.join(folder, `filled-by-${process.version}`);
  try {
    if (hasTypes && !existsSync(marker)) {
      mkdirSync(folder, { recursive: true });
      const script = fileURLToPath(new URL('./fill-compile-cache.js', import.meta.url));
      const message = 'Waiting for the compile cache, which the first start after an installation fills.\n';
      const timer = setTimeout(() => process.stderr.write(message), 2_000);
      const child = spawn(process.execPath, [script], { stdio: 'ignore', timeout: 30_000 });
      await once(child, 'close').finally(() => clearTimeout(timer));
      writeFileSync(marker, '');
    }
  } catch {
    // Without write access to the folder, Parley runs without the cache.
  }
  enableCompileCache(folder);
}
