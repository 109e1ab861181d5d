import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVersion } from '../../src/core/version.ts';
import { readDockerfile } from '../../scripts/dockerfile.ts';

const root = path.resolve(import.meta.dirname, '../..');
const runFile = promisify(execFile);
const isInstalled = (command: string) => spawnSync(command, ['--version']).error === undefined;
const canBuild = process.getuid?.() === 0 && ['mmdebstrap', 'umoci', 'unshare', 'npm'].every(isInstalled);

/** What a container runtime does: a read-only root, a folder for temporary files, the volume, and another user. */
const enterImage = `set -e
mount --bind "$1" "$1"
mkdir -p "$1/dev"
mount --rbind /dev "$1/dev"
mount --bind /proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
mount --bind "$2" "$1/var/lib/parley"
mount -o remount,bind,ro "$1"
exec /usr/sbin/chroot --userspec="$3" "$1" "$4" "$5"`;

/** The configuration that a runtime receives for the image. */
interface RuntimeConfig {
  readonly process: {
    readonly user: { readonly uid: number; readonly gid: number };
    readonly args: readonly [string, string];
    readonly env: readonly string[];
  };
}

let folder: string;
let runtime: RuntimeConfig;
let sizes: string;
let service: ChildProcess | undefined;
const inFolder = (name: string) => path.join(folder, name);

const settings = {
  PARLEY_HTTP_PORT: '34811',
  PARLEY_SIP_PORT: '0',
  PARLEY_RTP_PORTS: '34820-34899',
};

/** Starts a command of the image, as its user. */
function start(subcommand: string): ChildProcess {
  const { user, args, env } = runtime.process;
  const inputs = [
    inFolder('bundle/rootfs'),
    inFolder('data'),
    `${user.uid}:${user.gid}`,
    args[0],
    subcommand,
  ];
  const variables = Object.fromEntries(env.map((entry) => entry.split(/=(.*)/s, 2)));
  return spawn('unshare', ['--mount', 'sh', '-c', enterImage, 'sh', ...inputs], {
    env: { ...variables, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function outputOf(subcommand: string): Promise<string> {
  const child = start(subcommand);
  let output = '';
  child.stdout!.on('data', (bytes: Buffer) => (output += bytes.toString()));
  await once(child, 'close');
  return output;
}

describe.skipIf(!canBuild)(
  'the container image (needs root, mmdebstrap and umoci)',
  { timeout: 60_000 },
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'parley-image-test-'));
      const script = path.join(root, 'scripts/build-image.ts');
      sizes = (await runFile(process.execPath, [script, inFolder('image')])).stdout;
      await runFile('umoci', [
        'unpack',
        '--image',
        `${inFolder('image')}:${readVersion()}`,
        inFolder('bundle'),
      ]);
      runtime = JSON.parse(await readFile(inFolder('bundle/config.json'), 'utf8')) as RuntimeConfig;
      await mkdir(inFolder('data'), { mode: 0o700 });
      await chown(inFolder('data'), runtime.process.user.uid, runtime.process.user.gid);
    }, 400_000);

    afterAll(async () => {
      service?.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });

    it('has at most 350 MB unpacked', () => {
      const [, unpacked] = /(\d+) MB unpacked, \d+ MB compressed/.exec(sizes)!;
      expect(Number(unpacked)).toBeLessThanOrEqual(350);
    });

    it('has the configuration of the Dockerfile', async () => {
      const blobOf = async ({ digest }: { digest: string }) =>
        JSON.parse(await readFile(inFolder(`image/blobs/${digest.replace(':', '/')}`), 'utf8')) as unknown;
      const index = JSON.parse(await readFile(inFolder('image/index.json'), 'utf8')) as {
        manifests: [{ digest: string }];
      };
      const manifest = (await blobOf(index.manifests[0])) as { config: { digest: string } };
      const { config } = (await blobOf(manifest.config)) as { config: Record<string, unknown> };
      const labels = config['Labels'] as Record<string, string>;
      const expected = readDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'), {
        VERSION: readVersion(),
        REVISION: labels['org.opencontainers.image.revision']!,
      });
      expect(config).toEqual({
        User: expected.user,
        WorkingDir: expected.workingFolder,
        StopSignal: expected.stopSignal,
        ExposedPorts: Object.fromEntries(expected.ports.map((port) => [port, {}])),
        Volumes: { [expected.volume]: {} },
        Env: Object.entries(expected.env).map((entry) => entry.join('=')),
        Labels: expected.labels,
        Entrypoint: expected.entrypoint,
        Cmd: expected.command,
      });
    });

    it('serves as its user on a read-only root, makes the call of the demo, and stops after SIGTERM', async () => {
      service = start(runtime.process.args[1]);
      await once(service.stdout!, 'data');
      const owners = await readFile(`/proc/${service.pid}/status`, 'utf8');
      expect(owners).toContain(`\nUid:\t${runtime.process.user.uid}\t`);
      await expect.poll(() => outputOf('ready'), { timeout: 40_000, interval: 500 }).toContain('is ready');
      expect(await outputOf('demo')).toContain('disposition  answered');
      service.kill('SIGTERM');
      expect(await once(service, 'close')).toEqual([0, null]);
    });
  },
);
