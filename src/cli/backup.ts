import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { CommandError, type Output } from './output.ts';

/** Adds `backup`, `restore` and `move-database`. */
export function addBackupCommands(program: Command, output: () => Output): void {
  program
    .command('backup <folder>')
    .description('back up the database, the recordings and the keys of this machine; the service may run')
    .option('--without-keys', 'do not write the secret key and the key of the commands to <folder>.keys')
    .option('--without-recordings', 'back up the database only')
    .action((folder: string, options: BackupFlags) => backUp(folder, options, output()));
  program
    .command('restore <folder>')
    .description('restore a backup into the empty data folder, and the empty database, of the settings')
    .option('--keys <folder>', 'folder of the keys (default: <folder>.keys)')
    .option('--without-keys', 'restore without the secret key and the key of the commands')
    .action((folder: string, options: RestoreFlags) => restore(folder, options, output()));
  program
    .command('move-database')
    .description(
      'move the embedded database to the empty database in PARLEY_DATABASE_URL; the service is stopped',
    )
    .action(() => moveDatabase(output()));
}

interface BackupFlags {
  readonly withoutKeys?: boolean;
  readonly withoutRecordings?: boolean;
}

async function backUp(folder: string, flags: BackupFlags, output: Output): Promise<void> {
  const config = configOfMachine();
  giveWayToCalls();
  const { backUp: run } = await import('../main.ts');
  const target = path.resolve(folder);
  const startedMs = systemClock.monotonicMs();
  const { manifest, keys } = await run(config, dependencies(), {
    folder: target,
    includesKeys: flags.withoutKeys !== true,
    includesRecordings: flags.withoutRecordings !== true,
    onProgress: output.status,
  });
  const { files, bytes, missing } = manifest.recordings;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = Math.round((systemClock.monotonicMs() - startedMs) / 1000);
  output.line(
    `The backup is complete after ${seconds} s: ${count(rows)} rows of the database, ${count(files)} recordings (${count(Math.ceil(bytes / 1024 / 1024))} MiB).`,
  );
  output.line(`  ${target}`);
  if (missing > 0) output.line(`  The files of ${count(missing)} recordings do not exist.`);
  if (keys.length > 0)
    output.line(
      `  ${target}.keys has ${keys.join(' and ')}. Keep this folder in another place than the backup.`,
    );
  output.result({
    folder: target,
    keys: keys.length > 0 ? `${target}.keys` : null,
    rows,
    recordings: manifest.recordings,
    seconds,
  });
}

interface RestoreFlags {
  readonly keys?: string;
  readonly withoutKeys?: boolean;
}

async function restore(folder: string, flags: RestoreFlags, output: Output): Promise<void> {
  const config = configOfMachine();
  const { restore: run } = await import('../main.ts');
  const { manifest, pausedBatches, warnings } = await run(config, dependencies(), {
    folder: path.resolve(folder),
    keys: flags.withoutKeys === true ? null : flags.keys && path.resolve(flags.keys),
    onProgress: output.status,
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  output.line(
    `The backup of ${manifest.createdAt} is restored and checked: ${count(rows)} rows of the database, ${count(manifest.recordings.files)} recordings.`,
  );
  if (pausedBatches > 0)
    output.line(
      `  ${count(pausedBatches)} batches are paused, because their rows may have been called since the backup. Resume each after a check.`,
    );
  for (const warning of warnings) output.line(`  ${warning}`);
  output.line('Start the service with: npm start');
  output.result({
    createdAt: manifest.createdAt,
    rows,
    recordings: manifest.recordings,
    pausedBatches,
    warnings,
  });
}

async function moveDatabase(output: Output): Promise<void> {
  const config = configOfMachine();
  const { moveDatabase: run } = await import('../main.ts');
  const moved = await run(config, dependencies(), output.status);
  output.line(
    `The database is at ${moved.address} now, with ${count(moved.rows)} rows. Keep PARLEY_DATABASE_URL set.`,
  );
  output.line('Recordings and keys stay in the data folder. Start the service with: npm start');
  output.result(moved);
}

/** @throws {CommandError} for a service at `PARLEY_URL` */
function configOfMachine() {
  const config = readConfig(process.env);
  if (config.serviceUrl === undefined) return config;
  throw new CommandError('This command runs on the machine of the service only. Unset PARLEY_URL there.');
}

const dependencies = () => ({ clock: systemClock, random: systemRandom, logger: createLogger('warn') });

/** Lowers the priority of this process: its compression competes with the calls of the service. */
function giveWayToCalls(): void {
  os.setPriority(os.constants.priority.PRIORITY_LOW);
}

const count = (value: number): string => value.toLocaleString('en-US');
