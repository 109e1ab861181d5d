import { lstat, mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';

interface Link {
  readonly file: string;
  readonly link: string;
}

/**
 * Creates the symbolic links to libraries that the server loads. npm packages contain no links: an install script creates
 * them, which does not run with `--ignore-scripts`. Creates the links beside the libraries or, if those folders are
 * read-only, in `fallbackFolder`. Returns the environment that the server needs.
 */
export async function linkLibraries(
  nativeFolder: string,
  fallbackFolder: string,
): Promise<Record<string, string>> {
  const missing = await missingLinks(nativeFolder);
  if (missing.length === 0) return {};
  try {
    for (const { file, link } of missing) await makeLink(path.basename(file), link);
    return {};
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  await mkdir(fallbackFolder, { recursive: true });
  for (const { file, link } of missing) await makeLink(file, path.join(fallbackFolder, path.basename(link)));
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [variable]: [fallbackFolder, path.join(nativeFolder, 'lib')].join(path.delimiter) };
}

async function missingLinks(nativeFolder: string): Promise<Link[]> {
  const list = await readFile(path.join(nativeFolder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const entries = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  const links = entries.map(({ source, target }) => ({
    file: path.join(nativeFolder, '..', source),
    link: path.join(nativeFolder, '..', target),
  }));
  const present = await Promise.all(links.map(({ link }) => lstat(link).catch(() => undefined)));
  return links.filter((_link, index) => present[index] === undefined);
}

async function makeLink(target: string, link: string): Promise<void> {
  try {
    await symlink(target, link);
  } catch (error) {
    // Another process has created the link, or it is an old link of a package that was moved.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await readlink(link)) === target) return;
    await rm(link);
    await symlink(target, link);
  }
}

function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}
