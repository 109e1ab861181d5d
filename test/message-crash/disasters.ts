import type { Deployment } from './deployment.ts';
import type { Disaster } from './scenario.ts';

type Kind = Disaster['kind'];
type Of<K extends Kind> = Extract<Disaster, { kind: K }>;

/** Causes the disaster and resolves afterwards. `Deployment` and `ServerUnderTest` restart the processes that exit. */
type Cause<K extends Kind> = (disaster: Of<K>, deployment: Deployment) => Promise<unknown>;

const causes: { readonly [K in Kind]: Cause<K> } = {
  kill: (_, deployment) => deployment.kill(deployment.node('second') === undefined ? 'first' : 'second'),
  'fault-point': async ({ point }, deployment) => deployment.armFaultPoint(point),
  'server-crash': ({ forMs }, { options: { server } }) => server.crash(forMs),
  'disk-full': ({ forMs }, { options: { server } }) => server.fillDisk(forMs),
  'backend-killed': (_, { options: { server, database } }) => server.killBackend(database),
  'connections-cut': (_, { options: { server, database } }) => server.cutConnections(database),
  'second-node': async (_, deployment) => deployment.supervise('second'),
  'peer-down': async ({ channel, forMs }, deployment) =>
    deployment.commandPeers({ type: 'down', channel, forMs }),
};

/** Causes the disaster, and records the time before and after it. */
export async function causeDisaster<K extends Kind>(disaster: Of<K>, deployment: Deployment): Promise<void> {
  deployment.recordDisruption(disaster.kind);
  await causes[disaster.kind](disaster, deployment);
  deployment.recordDisruption(`${disaster.kind} has ended`);
}

/** Returns whether this machine supports the disaster. */
export const isSupported = ({ kind }: Disaster, { options: { server } }: Deployment): boolean =>
  kind !== 'disk-full' || server.hasOwnDisk;
