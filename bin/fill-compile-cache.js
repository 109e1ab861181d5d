// Loads every source file once, so that Node's compile cache holds it. The files of worker threads refuse to run here, and are
// compiled all the same.
import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const isLeftOut = (name) => /\.(test|d)\.ts$|^testing$/.test(name);

for (const file of globSync(['src/**/*.ts', 'packages/sdk/src/*.ts'], { cwd: root, exclude: isLeftOut })) {
  await import(pathToFileURL(path.join(root, file)).href).catch(() => undefined);
}
process.exit(0);
