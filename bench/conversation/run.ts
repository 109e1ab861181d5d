/*
 * node bench/conversation/run.ts --scene overlap --count 1000 --seed 1
 *
 * Plays scenes of a conversation on a virtual clock, with a voice pipeline whose vendors are simulated: exact, and independent of the load. Equal
 * seeds give equal results. Scenes: `overlap` (a caller who goes on after a turn has ended), `interruptions` (sounds of a caller while the
 * agent speaks).
 */
import { parseArgs } from 'node:util';
import { runInterruptions } from './interruptions.ts';
import { runOverlap } from './overlap.ts';

const scenes: Readonly<
  Record<string, { readonly count: number; run(count: number, seed: number): Promise<void> }>
> = {
  overlap: { count: 1_000, run: runOverlap },
  interruptions: { count: 500, run: runInterruptions },
};

const { values } = parseArgs({
  options: {
    scene: { type: 'string', default: 'overlap' },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const scene = scenes[values.scene];
if (scene === undefined) throw new Error(`Unknown scene. Use one of: ${Object.keys(scenes).join(', ')}.`);
await scene.run(Number(values.count ?? scene.count), Number(values.seed));
