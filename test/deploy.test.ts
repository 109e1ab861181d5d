import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readDockerfile } from '../scripts/dockerfile.ts';
import { readConfig, settings } from '../src/core/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const unit = path.join(root, 'deploy/systemd/parley.service');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd)('the unit of systemd has an exposure of at most 2.0 (needs systemd)', () => {
  const options = ['security', '--offline=true', '--no-pager', '--threshold=20', unit];
  const { status, stdout, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' });
  expect(`${stdout.split('\n').at(-2)} ${stderr}`).toContain('Overall exposure level');
  expect(status).toBe(0);
});

it.skipIf(!hasSystemd)(
  'the unit of systemd has only settings that systemd knows (needs systemd)',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-unit-'));
    try {
      const programs = path.join(folder, 'node_modules/.bin');
      await mkdir(programs, { recursive: true });
      for (const name of ['node', 'parley-server'])
        await writeFile(path.join(programs, name), '#!/bin/sh\n', { mode: 0o755 });
      const file = path.join(folder, 'parley.service');
      await writeFile(file, (await readFile(unit, 'utf8')).replaceAll('/opt/parley/', `${folder}/`));
      const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      const ours = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('parley'));
      expect(ours).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

it('the unit of systemd waits for the start and for active calls', async () => {
  const text = await readFile(unit, 'utf8');
  const [, waitSeconds] = /^ExecStartPost=.* ready --wait (\d+)$/m.exec(text)!;
  const [, startSeconds] = /^TimeoutStartSec=(\d+)$/m.exec(text)!;
  const [, stopSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(text)!;
  expect(Number(startSeconds)).toBeGreaterThan(Number(waitSeconds));
  expect(Number(stopSeconds)).toBeGreaterThan(readConfig({}).drainSeconds);
});

it('the image runs without root, with the ports, the data folder and the settings that exist', async () => {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  const { user, ports, volume, env, stopSignal, labels } = readDockerfile(dockerfile, { VERSION: '1.2.3' });
  expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const { httpPort, sipPort } = settings;
  expect(ports).toEqual([`${httpPort.fallback}/tcp`, `${sipPort.fallback}/tcp`, `${sipPort.fallback}/udp`]);
  expect(env).toMatchObject({ [settings.dataDir.name]: volume });
  const names: readonly string[] = Object.values(settings).map(({ name }) => name);
  expect(Object.keys(env).filter((name) => name.startsWith('PARLEY_') && !names.includes(name))).toEqual([]);
  expect(stopSignal).toBe('SIGTERM');
  expect(labels['org.opencontainers.image.version']).toBe('1.2.3');
});

it('the compose file has settings that Parley accepts, secrets that exist, and the folders of the image', async () => {
  const compose = await readFile(path.join(root, 'deploy/compose.yaml'), 'utf8');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-compose-'));
  try {
    const contents: Readonly<Record<string, string>> = {
      'database-url': 'postgresql://parley:secret@127.0.0.1:5433/parley\n',
      'secret-key': `${Buffer.alloc(32, 1).toString('base64')}\n`,
    };
    for (const [name, content] of Object.entries(contents)) await writeFile(path.join(folder, name), content);
    const variables = [...compose.matchAll(/^ {6}(PARLEY_\w+): (.+)$/gm)].map(([, name, value]) => [
      name,
      value!.replace('/run/secrets', folder),
    ]);
    const config = readConfig(Object.fromEntries(variables) as Record<string, string>);
    expect(config).toMatchObject({ databaseUrl: contents['database-url']!.trim(), httpHost: '127.0.0.1' });
    expect(config.secretKey).toHaveLength(1);
    const [, grace] = /stop_grace_period: (\d+)s/.exec(compose)!;
    expect(Number(grace)).toBeGreaterThan(config.drainSeconds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const [, name] of compose.matchAll(/\/run\/secrets\/([\w-]+)$/gm))
    expect(compose).toContain(`\n  ${name}:\n    file: ./secrets/${name}\n`);
  const { volume } = readDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'), {});
  expect(compose).toContain(`'parley:${volume}'`);
});
