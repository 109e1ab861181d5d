/**
 * Runs the program as a process that its parent can kill at a fault point. It starts all parts of `src/main/` in their usual order, with
 * an adjustable clock, a voice that speaks for 100 ms and a recogniser that recognises nothing.
 */
import { openSync } from 'node:fs';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { Closers } from '../../src/core/closers.ts';
import { readConfig } from '../../src/core/config.ts';
import { createLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { startBatches } from '../../src/main/batches.ts';
import { startCallbacks } from '../../src/main/callbacks.ts';
import { startCallHandling } from '../../src/main/calls.ts';
import { createFirstWorkspace } from '../../src/main/first-start.ts';
import { serveHttp } from '../../src/main/http.ts';
import { createStartContext } from '../../src/main/start-context.ts';
import {
  removeSocketsOfDeadNodes,
  joinNodes,
  startMaintenance,
  openBus,
  openDatabase,
  openPlans,
} from '../../src/main/store.ts';
import { openSecretBox } from '../../src/main/secret-key.ts';
import { startWebhooks } from '../../src/main/webhooks.ts';
import { brokenDatabase, type BrokenBuild } from './broken-builds.ts';
import { CrashClock } from './crash-clock.ts';
import { FaultPoints, withFaultPoints, type FaultPoint } from '../support/crash/fault-points.ts';

/** Settings from the parent, as JSON in the only argument. */
export interface ChildSettings {
  /** Environment variables of the program. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: ConstructorParameters<typeof CrashClock>[0];
  /** File to which the process appends the fault point at which it kills itself. */
  readonly faultFile: string;
  readonly broken: BrokenBuild | undefined;
}

/** A message from the parent while the process runs. */
export type ChildCommand = { readonly arm: FaultPoint } | { readonly setClockOffset: number };

const settings = JSON.parse(process.argv[2]!) as ChildSettings;
const faultPoints = new FaultPoints(openSync(settings.faultFile, 'a'));
const clock = new CrashClock(settings.clock);

process.on('message', (command: ChildCommand) => {
  if ('arm' in command) faultPoints.arm(command.arm);
  else clock.setOffset(command.setClockOffset);
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** Speaks for 100 ms, for any text. */
class BriefVoice extends FakeTextToSpeech {
  override synthesize(request: Parameters<FakeTextToSpeech['synthesize']>[0]) {
    return super.synthesize({ ...request, text: 'Hello', voiceId: 'tone' });
  }
}

async function start(): Promise<string | undefined> {
  const config = readConfig(settings.environment);
  const logger = createLogger(config.logLevel);
  const context = createStartContext(config, { clock, random: systemRandom, logger }, new Closers(logger));
  const opened = await openDatabase(context);
  const built = settings.broken === undefined ? opened : brokenDatabase(opened, settings.broken);
  const database = withFaultPoints(built, faultPoints);
  const firstStart = await createFirstWorkspace(context, database);
  const bus = await openBus(context, database);
  await joinNodes(context, database);
  const providers = {
    textToSpeech: new BriefVoice({ wordMs: 80, gapMs: 20 }),
    speechToText: new FakeSpeechToText(),
    languageModel: () => undefined,
    vendors: { textToSpeech: () => undefined, speechToText: () => undefined },
  };
  const secrets = await openSecretBox(context, database);
  const plans = await openPlans(context, database);
  const ratePlans = plans.limits;
  const calls = config.roles.includes('media')
    ? await startCallHandling(context, { database, bus, ratePlans }, providers)
    : undefined;
  await startBatches(context, { database, ratePlans, secrets, batchCalls: calls?.batchCalls });
  await startCallbacks(context, database, plans.limits);
  await removeSocketsOfDeadNodes(context);
  await startMaintenance(context, database);
  await startWebhooks(context, database, secrets);
  const address = await serveHttp(context, { database, bus, secrets, plans });
  process.send?.({ ready: address, isFirst: firstStart !== undefined });
  return address;
}

await start();
