import { programCauses } from '../support/crash/program-disasters.ts';
import type { Deployment } from './deployment.ts';
import type { Disaster } from './scenario.ts';

type Kind = Disaster['kind'];
type Of<K extends Kind> = Extract<Disaster, { kind: K }>;

/** Causes the disaster and resolves afterwards. `Deployment` and `ServerUnderTest` restart the processes that exit. */
type Cause<K extends Kind> = (disaster: Of<K>, deployment: Deployment) => Promise<unknown>;

const causes: { readonly [K in Kind]: Cause<K> } = {
  ...programCauses,
  'peer-down': async ({ channel, forMs }, deployment) =>
    deployment.commandPeers({ type: 'down', channel, forMs }),
};

/** Causes the disaster, and records the time before and after it. */
export async function causeDisaster<K extends Kind>(disaster: Of<K>, deployment: Deployment): Promise<void> {
  deployment.recordDisruption(disaster.kind);
  await causes[disaster.kind](disaster, deployment);
  deployment.recordDisruption(`${disaster.kind} has ended`);
}
