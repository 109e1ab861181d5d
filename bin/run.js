// Runs the command line, with Node's compile cache. Loaded by parley.js, which has made sure of Node 24.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

await useCompileCache();
const { runCommand } = await import('../src/cli/program.ts');
// Worker threads and sockets are closed by the commands themselves; nothing that lingers may keep the shell waiting.
process.exit(await runCommand(process.argv.slice(2)));

/**
 * Node takes the types out of each source file as it loads it, with a compiler that costs 60 MB and most of a second. Its compile
 * cache keeps the result, for this process and its worker threads. The first time another process fills the cache, so that this one
 * never loads the compiler.
 */
async function useCompileCache() {
  const folder = process.env.NODE_COMPILE_CACHE ?? path.join(root, 'node_modules', '.cache', 'parley');
  // Worker threads look here.
  process.env.NODE_COMPILE_CACHE = folder;
  const filled = path.join(folder, `filled-by-${process.version}`);
  try {
    if (!existsSync(filled)) {
      mkdirSync(folder, { recursive: true });
      const filler = fileURLToPath(new URL('./fill-compile-cache.js', import.meta.url));
      const wait = 'Waiting for the compile cache, which the first start after an installation fills.\n';
      const slow = setTimeout(() => process.stderr.write(wait), 2_000);
      const filling = spawn(process.execPath, [filler], { stdio: 'ignore', timeout: 30_000 });
      await once(filling, 'close').finally(() => clearTimeout(slow));
      writeFileSync(filled, '');
    }
  } catch {
    // Somebody else's folder: Parley runs without the cache.
  }
  enableCompileCache(folder);
}
