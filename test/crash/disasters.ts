import { setTimeout as sleep } from 'node:timers/promises';
import { programCauses } from '../support/crash/program-disasters.ts';
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
  ...programCauses,
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
