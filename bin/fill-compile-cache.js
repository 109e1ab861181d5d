// Loads each source file once to fill Node's compile cache. A file of a worker thread throws when it runs here, but is compiled nevertheless.
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const isExcluded = (name) => /\.(test|d)\.ts$|^testing$/.test(name);

for (const file of globSync(['src/**/*.ts', 'packages/sdk/src/*.ts'], { cwd: root, exclude: isExcluded })) {
  await import(pathToFileURL(path.join(root, file)).href).catch(() => undefined);
}
process.exit(0);
