/**
 * Checks that crashes cause no duplicate and no lost calls: `node test/crash/main.ts --runs N --seed S --at-once K`.
 * A run is reproducible by its seed. Exits with 1 if an invariant was violated. `--keep FOLDER` saves the network's file, the call
 * timelines and the logs of such a run. `--broken KIND` runs a deliberately broken build.
 */
import { runCrashCommand } from '../support/crash/crash-command.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { Lane } from './lane.ts';
import type { RunReport } from './run-scenario.ts';
import { scenarioOf } from './scenario.ts';

await runCrashCommand<RunReport, BrokenBuild>({
  async openLane() {
    const lane = await Lane.open();
    return {
      run: (seed, options) => lane.run(scenarioOf(seed), options),
      close: () => lane.close(),
    };
  },
  describe: (sum) => `${sum(({ rows }) => rows)} rows, ${sum(({ dialogs }) => dialogs)} calls`,
});
