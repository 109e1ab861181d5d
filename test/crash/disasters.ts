import { setTimeout as sleep } from 'node:timers/promises';
import type { Disaster } from './scenario.ts';
import type { ScenarioClient } from './scenario-client.ts';
import type { Deployment } from './deployment.ts';

type Kind = Disaster['kind'];
type Of<K extends Kind> = Extract<Disaster, { kind: K }>;

/** Causes the disaster and resolves afterwards. `Deployment` and `ServerUnderTest` restart the processes that exit. */
type Cause<K extends Kind> = (
  disaster: Of<K>,
  deployment: Deployment,
  client: ScenarioClient,
) => Promise<unknown>;

const causes: { readonly [K in Kind]: Cause<K> } = {
  kill: (_, deployment) => deployment.kill(deployment.node('second') !== undefined ? 'second' : 'first'),
  'fault-point': async ({ point }, deployment) => deployment.armFaultPoint(point),
  'server-crash': ({ forMs }, { options: { server } }) => server.crash(forMs),
  'disk-full': ({ forMs }, { options: { server } }) => server.fillDisk(forMs),
  'backend-killed': (_, { options: { server, database } }) => server.killBackend(database),
  'connections-cut': (_, { options: { server, database } }) => server.cutConnections(database),
  'second-node': async (_, deployment) => deployment.supervise('second'),
  'clock-jump': async ({ byMs, forMs }, deployment) => {
    const previousMs = deployment.clockOffsetMs;
    deployment.setClockOffset(byMs);
    await sleep(forMs);
    deployment.setClockOffset(previousMs);
    // Work that was scheduled while the clock was wrong is due at that wrong time, so the clock moves there.
    await sleep(forMs);
    deployment.setClockOffset(Math.max(byMs, previousMs));
  },
  cancel: ({ batch }, _, client) => client.cancel(batch),
  'pause-and-resume': ({ batch }, _, client) => client.pauseAndResume(batch),
  'closed-hours': ({ forMs }, _, client) => client.closeHoursFor(forMs),
  suppress: ({ batch }, _, client) => client.suppressNumberOf(batch),
};

export function causeDisaster<K extends Kind>(
  disaster: Of<K>,
  deployment: Deployment,
  client: ScenarioClient,
): Promise<unknown> {
  return causes[disaster.kind](disaster, deployment, client);
}

/** Returns whether this machine supports the disaster. */
export const isSupported = ({ kind }: Disaster, { options: { server } }: Deployment): boolean =>
  kind !== 'disk-full' || server.hasOwnDisk;
