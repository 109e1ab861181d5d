import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readDockerfile } from '../scripts/dockerfile.ts';
import { chartFolder, createChart } from '../scripts/helm-chart.ts';
import { readConfig } from '../src/core/config.ts';
import { readVersion } from '../src/core/version.ts';
import {
  environmentOf,
  kustomization,
  manifestFolder,
  manifests,
  parseManifests,
  podOf,
  roles,
  type Labels,
  type Manifest,
} from './support/kubernetes.ts';

const root = path.resolve(import.meta.dirname, '..');
const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).status === 0;

/** The keys of the secret, as in docs/install.md. */
const secrets = {
  'database-url': 'postgresql://parley:secret@db.example.net/parley',
  'secret-key': Buffer.alloc(32, 1).toString('base64'),
  'metrics-token': 'a-long-random-text',
};
let secretFolder: string;

beforeAll(async () => {
  secretFolder = await mkdtemp(path.join(os.tmpdir(), 'parley-kubernetes-'));
  for (const [name, content] of Object.entries(secrets))
    await writeFile(path.join(secretFolder, name), `${content}\n`);
});
afterAll(() => rm(secretFolder, { recursive: true }));

describe.each(roles)('the pod of the role %s', (role) => {
  const pod = podOf(role);
  const [container] = pod.containers;

  it('has settings that Parley accepts, the port of its health checks, and the paths of the volumes', () => {
    const config = readConfig(environmentOf(pod, secretFolder));
    expect(config).toMatchObject({
      roles: [role],
      databaseUrl: secrets['database-url'],
      metricsToken: secrets['metrics-token'],
    });
    expect(config.secretKey).toHaveLength(1);
    const ports = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports.get('http')).toBe(role === 'api' ? config.httpPort : config.healthPort);
    const sip = role === 'media' ? [config.sipPort, config.sipPort] : [undefined, undefined];
    expect(['sip-udp', 'sip-tcp'].map((name) => ports.get(name))).toEqual(sip);
    const mounts = Object.fromEntries(container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
    expect(path.dirname(config.dataDir)).toBe(mounts['data']);
    expect(pod.hostNetwork === true).toBe(role === 'media');
    // Only nodes with calls take as long as a call to stop.
    const drainSeconds = role === 'media' ? config.drainSeconds : 60;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds);
  });

  it('has no variables of services, which Parley would reject', () => {
    const environment = { ...environmentOf(pod, secretFolder), PARLEY_PORT: 'tcp://10.96.0.10:80' };
    expect(() => readConfig(environment)).toThrow('PARLEY_PORT is not a setting');
    expect(pod.enableServiceLinks).toBe(false);
  });

  it('runs as the user of the image on a read-only root, with the folders that the image writes to', async () => {
    const image = readDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'), {});
    const [uid, gid] = image.user.split(':').map(Number);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: gid,
      fsGroup: gid,
    });
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const folders = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(folders).toContain(image.volume);
    expect(folders).toContain(path.dirname(image.env['NODE_COMPILE_CACHE']!));
  });

  it('is probed at the health checks, and has only volumes that exist', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const live = { path: '/health/live', port: 'http' };
    expect([startupProbe.httpGet, livenessProbe.httpGet]).toEqual([live, live]);
    expect(readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'http' });
    const names = container.volumeMounts.map(({ name }) => name);
    expect(pod.volumes.map(({ name }) => name)).toEqual(names);
    const [data, secret] = pod.volumes;
    expect(data!.persistentVolumeClaim!.claimName).toBe(
      manifests.find(({ kind }) => kind === 'PersistentVolumeClaim')!.metadata.name,
    );
    expect(secret!.secret!.secretName).toBe('parley');
  });

  it('is selected by its workload and its disruption budget, and by no service of another role', () => {
    const templates = manifests.filter(({ spec }) => spec.template !== undefined);
    const { labels } = templates.find(({ spec }) => spec.template!.spec === pod)!.spec.template!.metadata;
    const matches = (selector: Labels) =>
      Object.entries(selector).every(([name, value]) => labels[name] === value);
    const selectorOf = ({ spec: { selector } }: Manifest) =>
      (selector === undefined || !('matchLabels' in selector) ? selector : selector.matchLabels) as
        | Labels
        | undefined;
    const selecting = manifests.filter((manifest) => {
      const selector = selectorOf(manifest);
      return selector !== undefined && matches(selector);
    });
    const workload = role === 'media' ? 'StatefulSet' : 'Deployment';
    const services = { api: ['Service parley'], worker: [], media: ['Service parley-media'] }[role];
    expect(selecting.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      `${workload} parley-${role}`,
      `PodDisruptionBudget parley-${role}`,
      ...services,
    ]);
  });
});

it('the guide creates the keys of the secret', async () => {
  const guide = await readFile(path.join(root, 'docs/install.md'), 'utf8');
  const section = guide.slice(guide.indexOf('## Kubernetes'), guide.indexOf('## TLS proxy'));
  const keys = [...section.matchAll(/> secrets\/(\S+)$/gm)].map(([, key]) => key);
  expect(keys).toEqual(Object.keys(secrets));
});

it('the image has the version of Parley', () => {
  expect(kustomization.images).toEqual([{ name: podOf('api').containers[0].image, newTag: readVersion() }]);
});

describe('the Helm chart', () => {
  it('is generated from the manifests: npm run chart', () => {
    const files = globSync('**/*.yaml', { cwd: chartFolder }).map((name) => [
      name,
      readFileSync(path.join(chartFolder, name), 'utf8'),
    ]);
    expect(Object.fromEntries(files)).toEqual(Object.fromEntries(createChart()));
  });

  it.each(kustomization.resources)('has the manifests of %s with its default values', (name) => {
    const chart = createChart();
    const values = parse(chart.get('values.yaml')!) as Record<string, unknown>;
    const valueOf = (name: string) =>
      name.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], values);
    const text = chart
      .get(`templates/${name}`)!
      .replaceAll(/^ +annotations:\n +checksum.*\n/gm, '')
      .replaceAll(/^ +imagePullSecrets: .*\n/gm, '')
      .replaceAll(
        /\{\{- toYaml \.Values\.([\w.]+) \| nindent (\d+) \}\}/g,
        (_action, value: string, indent: string) =>
          `\n${stringify(valueOf(value)).trimEnd()}`.replaceAll('\n', `\n${' '.repeat(Number(indent))}`),
      )
      .replaceAll(/\{\{ \.Values\.([\w.]+) \}\}/g, (_action, value: string) => String(valueOf(value)));
    const manifest = readFileSync(path.join(manifestFolder, 'base', name), 'utf8');
    const [image] = kustomization.images;
    expect(parseManifests(text)).toEqual(
      parseManifests(manifest.replace(`image: ${image.name}`, `image: ${image.name}:${image.newTag}`)),
    );
  });
});

it.skipIf(!hasKubectl)('the example adds its settings, its image and the metrics (needs kubectl)', () => {
  const folder = path.join(manifestFolder, 'example');
  const { stdout, stderr, status } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const objects = parseManifests(stdout);
  expect(objects.map(({ kind }) => kind)).toContain('PodMonitor');
  const settings = objects.find(({ kind }) => kind === 'ConfigMap') as unknown as {
    readonly data: Readonly<Record<string, string>>;
    readonly metadata: { readonly name: string };
  };
  expect(settings.data).toMatchObject({
    PARLEY_PUBLIC_URL: 'https://parley.example.net',
    PARLEY_DRAIN_SECONDS: '3600',
  });
  const pods = objects.flatMap(({ spec }) => spec?.template?.spec ?? []);
  expect(pods.map(({ containers: [{ image }] }) => image)).toEqual(
    Array(3).fill(`registry.example.net/parley:${readVersion()}`),
  );
  expect(stdout.split(`name: ${settings.metadata.name}\n`)).toHaveLength(5);
});
