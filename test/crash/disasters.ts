import { setTimeout as sleep } from 'node:timers/promises';
import type { Disaster } from './scenario.ts';
import type { Work } from './work.ts';
import type { World } from './world.ts';

type Kind = Disaster['kind'];
type Of<K extends Kind> = Extract<Disaster, { kind: K }>;

/** Causes the disaster and resolves afterwards. `World` and `ServerUnderTest` restart the processes that die. */
type Strategy<K extends Kind> = (disaster: Of<K>, world: World, work: Work) => Promise<unknown>;

const strategies: { readonly [K in Kind]: Strategy<K> } = {
  kill: (_, world) => world.kill(world.node('second') !== undefined ? 'second' : 'first'),
  'fault-point': async ({ point }, world) => world.arm(point),
  'server-crash': ({ forMs }, { options: { server } }) => server.crash(forMs),
  'disk-full': ({ forMs }, { options: { server } }) => server.fillDisk(forMs),
  'backend-killed': (_, { options: { server, database } }) => server.killBackend(database),
  'connections-cut': (_, { options: { server, database } }) => server.cutConnections(database),
  'second-node': async (_, world) => world.keepRunning('second'),
  'clock-jump': async ({ byMs, forMs }, world) => {
    const rightMs = world.clockOffsetMs;
    world.putClockTo(byMs);
    await sleep(forMs);
    world.putClockTo(rightMs);
    // Work that was scheduled by the wrong clock is due only at that time, so the clock moves there.
    await sleep(forMs);
    world.putClockTo(Math.max(byMs, rightMs));
  },
  cancel: ({ batch }, _, work) => work.cancel(batch),
  'pause-and-resume': ({ batch }, _, work) => work.pauseAndResume(batch),
  night: ({ forMs }, _, work) => work.closeFor(forMs),
  suppress: ({ batch }, _, work) => work.suppressSomebody(batch),
};

export function strike<K extends Kind>(disaster: Of<K>, world: World, work: Work): Promise<unknown> {
  return strategies[disaster.kind](disaster, world, work);
}

/** Returns whether this machine supports the disaster. */
export const isPossible = ({ kind }: Disaster, { options: { server } }: World): boolean =>
  kind !== 'disk-full' || server.hasOwnDisk;
