/**
 * `npm test`: checks types, lint, format, dead code, the OpenAPI document, the generated client, and the time and memory of a start, and runs all tests. Some tests use other
 * programs: SIPp, baresip, PostgreSQL 15, PgBouncer, OpenSSL, OpenSMTPD, Dovecot, Kannel, eSpeak NG, Chromium, mmdebstrap and umoci. They are installed from Debian if possible; otherwise their tests are skipped. `--long`
 * adds tests that take minutes: timed conversations and repeated kills of the program. It tests the store and the API on PostgreSQL 15. The last
 * line is `N passed, N failed, N skipped`.
 */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileResult, TestResults } from './test-reporter.ts';

interface Peer {
  readonly command: string;
  /** Debian packages that contain the command. */
  readonly packages: readonly string[];
  /** Folders that are searched after those of PATH. */
  readonly extraFolders?: readonly string[];
}

const peers: readonly Peer[] = [
  { command: 'sipp', packages: ['sip-tester'] },
  { command: 'baresip', packages: ['baresip', 'baresip-core'] },
  { command: 'postgres', packages: ['postgresql-15'], extraFolders: ['/usr/lib/postgresql/15/bin'] },
  { command: 'pgbouncer', packages: ['pgbouncer'], extraFolders: ['/usr/sbin'] },
  { command: 'openssl', packages: ['openssl'] },
  { command: 'smtpd', packages: ['opensmtpd'], extraFolders: ['/usr/sbin'] },
  { command: 'dovecot', packages: ['dovecot-imapd'], extraFolders: ['/usr/sbin'] },
  { command: 'bearerbox', packages: ['kannel'], extraFolders: ['/usr/sbin'] },
  { command: 'espeak-ng', packages: ['espeak-ng'] },
  { command: 'chromium', packages: ['chromium'] },
  { command: 'mmdebstrap', packages: ['mmdebstrap'] },
  { command: 'umoci', packages: ['umoci'] },
];

function isInstalled(peer: Peer): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), ...(peer.extraFolders ?? [])];
  return folders.some((folder) => existsSync(path.join(folder, peer.command)));
}

const shell = process.platform === 'win32';

/** What failed, also if only in its first attempt. It is printed at the end, so that nobody has to search the output. */
const faults: string[] = [];

type Command = readonly [string, ...string[]];

function report(isOk: boolean, command: Command, startedMs: number): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok  ' : 'FAIL'} ${command.join(' ')} (${seconds} s)`);
}

/** Notes a command that failed. */
function check(isOk: boolean, command: Command): boolean {
  if (!isOk) faults.push(`failed: ${command.join(' ')}`);
  return isOk;
}

function run(command: Command): boolean {
  const startedMs = performance.now();
  const [program, ...args] = command;
  const isOk = spawnSync(program, args, { stdio: 'inherit', shell }).status === 0;
  report(isOk, command, startedMs);
  return isOk;
}

/** Runs commands in sequence, in parallel with other sequences. Prints the output of each command when it ends. */
async function runInSequence(commands: readonly Command[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const command of commands) {
    const startedMs = performance.now();
    const [program, ...args] = command;
    const isOk = await new Promise<boolean>((resolve) => {
      execFile(program, args, { shell, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        process.stdout.write(stdout);
        process.stderr.write(stderr);
        resolve(error === null);
      });
    });
    report(isOk, command, startedMs);
    results.push(check(isOk, command));
  }
  return results;
}

function installPeers(): void {
  const missing = peers.filter((peer) => !isInstalled(peer));
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (missing.length > 0 && canInstall) {
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    const names = missing.flatMap((peer) => peer.packages);
    console.log(`installing ${names.join(' ')} …`);
    spawnSync('apt-get', ['update', '-qq'], quiet);
    for (const name of names)
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
  }
  for (const peer of peers.filter((peer) => !isInstalled(peer))) {
    console.log(
      `${peer.command} is not installed: its tests are skipped. On Debian: apt-get install ${peer.packages.join(' ')}`,
    );
  }
}

/**
 * Puts temporary files in memory if there is enough of it. A test database has 700 files; on a disk, copying them takes up to 20 times as
 * long.
 */
function useMemoryForTemporaryFiles(): void {
  const parent = '/dev/shm';
  const requiredBytes = 6 * 2 ** 30;
  if (process.env['TMPDIR'] !== undefined || !existsSync(parent)) return;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize < requiredBytes || os.freemem() < requiredBytes) return;
  const folder = mkdtempSync(path.join(parent, 'parley-'));
  // The database servers of the tests run as other users.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs Vitest on the files of `paths`. `prefix` is a command that runs Vitest as its child, for example to start a server first. Machine load
 * can disturb sockets, other programs and calls in real time. A file with a failure therefore runs a second time in a new process, and the
 * results of the second run count.
 */
function runVitest(
  prefix: readonly [] | Command,
  paths: readonly string[],
  options: readonly string[],
): Counts {
  const first = resultsOf(prefix, paths, options);
  const failed = first.files.filter(hasFailure);
  for (const line of failed.flatMap(failuresOf)) faults.push(`failed in its first attempt: ${line}`);
  const failedFiles = failed.map(({ file }) => file);
  const second = failedFiles.length > 0 ? resultsOf(prefix, failedFiles, options) : { files: [], errors: [] };
  const repeated = new Set(second.files.map(({ file }) => file));
  const files = [...first.files.filter(({ file }) => !repeated.has(file)), ...second.files];
  const failures = [...files.flatMap(failuresOf), ...first.errors, ...second.errors];
  for (const line of failures) faults.push(`failed: ${line}`);
  const tests = files.flatMap((file) => file.tests);
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: failures.length,
    skipped: tests.filter(({ state }) => state === 'skipped').length,
  };
}

const hasFailure = (file: FileResult): boolean => failuresOf(file).length > 0;

/** What failed in a file, with the reason. */
function failuresOf({ file, errors, tests }: FileResult): string[] {
  const failed = tests.filter(({ state }) => state === 'failed' || state === 'pending');
  return [
    ...errors.map((error) => `${file}: ${error}`),
    ...failed.map((test) => `${file} > ${test.name}: ${test.errors.join('; ')}`),
  ];
}

/** Runs Vitest once. A failure without a failed test, such as a crash, is an error. */
function resultsOf(
  prefix: readonly [] | Command,
  paths: readonly string[],
  options: readonly string[],
): TestResults {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-test-'));
  const file = path.join(folder, 'results.json');
  process.env['PARLEY_TEST_RESULTS'] = file;
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.ts'];
  const isOk = run([...prefix, 'vitest', 'run', ...paths, ...options, ...reporters]);
  const results = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as TestResults)
    : { files: [], errors: [] };
  rmSync(folder, { recursive: true, force: true });
  const isExplained = isOk || results.errors.length > 0 || results.files.some(hasFailure);
  return isExplained ? results : { ...results, errors: ['Vitest failed without a failed test.'] };
}

/** Two sequences of checks that run in parallel and take about the same time. */
const checks: readonly (readonly Command[])[] = [
  [
    ['tsc', '--noEmit'],
    ['tsc', '--noEmit', '-p', 'packages/dashboard'],
    ['node', 'scripts/lint-openapi.ts'],
    ['node', 'packages/sdk-generator/generate.ts', '--check'],
  ],
  [['oxlint', '--type-aware'], ['oxfmt', '--check'], ['knip']],
];

/** Tests of the whole API that place no calls. */
const apiTestsWithoutCalls = ['test/isolation', 'test/api-properties'];
/** Tests with many concurrent calls or timed models, run only with `--long`. No other test runs at the same time. */
const exclusiveTests = [
  'test/program/conversations.test.ts',
  'test/program/language-model.test.ts',
  'test/program/opt-out.long.test.ts',
  'test/program/realtime-call.long.test.ts',
  'test/program/realtime-failures.long.test.ts',
  'test/program/vendor-calls.long.test.ts',
];
/** Tests that take minutes, run only with `--long`. */
const longSuffix = '.long.test.ts';
const crashTest: Command = [
  'node',
  'test/crash/main.ts',
  '--runs',
  '12',
  '--seed',
  '1',
  '--at-once',
  '3',
  '--minutes',
  '3',
];
const isLong = process.argv.includes('--long');
/** Uses more workers than processors, because these tests often wait for a server or a call. */
const maxWorkers = (additional: number) => [
  '--maxWorkers',
  String(Math.min(4, os.availableParallelism() + additional)),
];
/** Files share a process, because loading the modules takes longer than most of the tests. */
const inParallel = [...maxWorkers(2), '--no-isolate'];
/** Runs the tests of the store and of the API on an installed PostgreSQL: with `--long`, instead of on the embedded one, on which the program itself is tested. */
const onInstalledPostgres: Command = ['node', 'test/support/with-installed-postgres.ts'];
const testsOfStore = ['src/store', 'src/jobs', 'src/webhooks', 'src/api', ...apiTestsWithoutCalls];
function excluding(paths: readonly string[]): string[] {
  return paths.flatMap((excluded) => [
    '--exclude',
    excluded.endsWith('.ts') ? `**/${excluded}` : `${excluded}/**`,
  ]);
}

installPeers();
useMemoryForTemporaryFiles();
const results = (await Promise.all(checks.map(runInSequence))).flat();
const startCheck: Command = ['node', 'bench/start/run.ts', '--check'];
results.push(check(run(startCheck), startCheck));
const excludingLong = excluding([`*${longSuffix}`]);
const unitTests = ['src', 'packages', ...apiTestsWithoutCalls];
const unitOptions = [...inParallel, ...excludingLong];
const hasInstalledPostgres = isInstalled(peers.find(({ command }) => command === 'postgres')!);
const runs =
  isLong && hasInstalledPostgres
    ? [
        runVitest([], unitTests, [...unitOptions, ...excluding(testsOfStore)]),
        runVitest(onInstalledPostgres, testsOfStore, unitOptions),
      ]
    : [runVitest([], unitTests, unitOptions)];
runs.push(
  runVitest(
    [],
    ['test/'],
    [...excluding([...apiTestsWithoutCalls, ...exclusiveTests]), ...excludingLong, ...maxWorkers(1)],
  ),
);
if (isLong) {
  runs.push(
    runVitest([], exclusiveTests, ['--maxWorkers', '1']),
    runVitest([], [longSuffix], [...excluding(exclusiveTests), ...maxWorkers(1)]),
  );
  results.push(check(run(crashTest), crashTest));
}
const total = (pick: (counts: Counts) => number) => runs.reduce((sum, counts) => sum + pick(counts), 0);
const passed = results.filter(Boolean).length + total((counts) => counts.passed);
const failed = results.filter((ok) => !ok).length + total((counts) => counts.failed);
if (faults.length > 0) console.log(faults.join('\n'));
console.log(`${passed} passed, ${failed} failed, ${total((counts) => counts.skipped)} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
