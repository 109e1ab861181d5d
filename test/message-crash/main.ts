/**
 * Checks that crashes cause no duplicate and no lost messages: `node test/message-crash/main.ts --runs N --seed S --at-once K`. The
 * requests, the answers of the customers, the faults of the carriers and the disasters depend on the seed only. Exits with 1 if an invariant
 * was violated. `--keep FOLDER` saves the records of the peers, the rows and the logs of such a run. `--broken KIND` runs a deliberately
 * broken build.
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
  describe: (sum) =>
    `${sum(({ accepted }) => accepted)} messages accepted by carriers, ${sum(({ received }) => received)} received, ` +
    `${sum(({ optOuts }) => optOuts)} opt-outs, ${sum(({ replies }) => replies)} automatic replies, ` +
    `${sum(({ unknown }) => unknown)} unknown outcomes`,
});
