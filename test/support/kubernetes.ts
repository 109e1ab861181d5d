import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const manifestFolder = path.resolve(import.meta.dirname, '../../deploy/kubernetes');

/** An object of Kubernetes, with the fields that tests read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly spec: {
    readonly selector?: Labels | { readonly matchLabels: Labels };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

export type Labels = Readonly<Record<string, string>>;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly hostNetwork?: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly containers: readonly [
    {
      readonly image: string;
      readonly securityContext: Readonly<Record<string, unknown>>;
      readonly env: readonly {
        readonly name: string;
        readonly value?: string;
        readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } };
      }[];
      readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
      readonly startupProbe: Probe;
      readonly livenessProbe: Probe;
      readonly readinessProbe: Probe;
      readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    },
  ];
  readonly volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName: string };
    readonly secret?: { readonly secretName: string };
  }[];
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly [{ readonly name: string; readonly newTag: string }];
  readonly configMapGenerator: readonly [{ readonly literals: readonly string[] }];
}

const read = (name: string) => readFileSync(path.join(manifestFolder, name), 'utf8');

export const kustomization = parse(read('base/kustomization.yaml')) as Kustomization;

export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

export const manifests = kustomization.resources.flatMap((name) => parseManifests(read(`base/${name}`)));

export const roles = ['api', 'worker', 'media'] as const;

/** Returns the pod of the nodes with a role. */
export function podOf(role: (typeof roles)[number]): PodSpec {
  const workload = manifests.find(
    ({ metadata, spec }) => metadata.name === `parley-${role}` && spec.template,
  );
  return workload!.spec.template!.spec;
}

/** Returns the environment of the container of a pod, whose address is 127.0.0.1. `secrets` replaces the folder of the mounted secret. */
export function environmentOf(
  { containers: [{ env, volumeMounts }] }: PodSpec,
  secrets: string,
): Readonly<Record<string, string>> {
  const mountPath = volumeMounts.find(({ name }) => name === 'secrets')!.mountPath;
  const literals = kustomization.configMapGenerator[0].literals.map((literal) => literal.split(/=(.*)/s, 2));
  const values = env.map(({ name, value, valueFrom }) => {
    if (value === undefined && valueFrom?.fieldRef.fieldPath !== 'status.podIP')
      throw new Error(`${name} has a source that this test does not know.`);
    return [name, value ?? '127.0.0.1'];
  });
  const entries = [...literals, ...values] as [string, string][];
  return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(mountPath, secrets)]));
}
