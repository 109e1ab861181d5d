import { SessionRegistry } from '../../src/calls/session-registry.ts';
import type { ProviderDirectory } from '../../src/calls/provider-directory.ts';
import { LocalBus } from '../../src/contracts/local-bus.ts';
import { FakeCarrier } from '../../src/contracts/testing/fake-carrier.ts';
import type { FakeLeg } from '../../src/contracts/testing/fake-leg.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { idSource, newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import type { Clock } from '../../src/core/clock.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { systemRandom } from '../../src/core/random.ts';
import { BatchCallPlacer, type BatchCallPlacerOptions } from '../../src/dialer/batches/batch-call-placer.ts';
import { BatchDialer, type BatchDialerOptions } from '../../src/dialer/batches/batch-dialer.ts';
import { BatchContextLoader } from '../../src/dialer/batches/batch-context.ts';
import { handedOverCallsHandler, handedOverCallsKind } from '../../src/dialer/batches/handed-over-calls.ts';
import type { CallingPermission } from '../../src/dialer/calling-permission.ts';
import { AgentInput } from '../../src/domain/agent.ts';
import { ratePlans } from '../../src/domain/rate-plan.ts';
import { createJobRunner, type JobRunner } from '../../src/jobs/job-runner.ts';
import { insertAgent } from '../../src/store/agents.ts';
import { heartbeatNode } from '../../src/store/nodes.ts';
import type { Database } from '../../src/store/database.ts';
import { insertOwnedNumber } from '../../src/store/phone-numbers.ts';
import { noon, seedWorkspace, type Fixture } from './fixtures.ts';
import { journalOf } from './journal.ts';

let numbers = 0;

/** Seeds a workspace whose agent has a caller id. */
export async function seedCallers(db: Database): Promise<Fixture & { readonly fromNumber: string }> {
  const fixture = await seedWorkspace(db);
  const { workspaceId, flow } = fixture;
  numbers += 1;
  const fromNumber = `+1202556${String(numbers).padStart(4, '0')}`;
  const scope = db.inWorkspace(workspaceId);
  const config = AgentInput.parse({ name: 'Ada', flowId: flow.id, phoneNumber: fromNumber });
  const agent = await insertAgent(scope, { id: newId('agent'), workspaceId, config, at: noon });
  await insertOwnedNumber(scope, { id: newId('number'), workspaceId, e164: fromNumber, at: noon });
  return { ...fixture, agent, fromNumber };
}

export interface DialingNode {
  readonly clock: ManualClock;
  readonly carrier: FakeCarrier;
  readonly sessions: SessionRegistry;
  readonly dialer: BatchDialer;
  readonly placer: BatchCallPlacer;
  /** Advances the clock by single milliseconds until the condition holds. Throws after one minute of the clock. */
  readonly until: (condition: () => boolean | Promise<boolean>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface DialingNodeSettings
  extends
    Partial<Omit<BatchDialerOptions, 'carrier' | 'hasCapacity' | 'local'>>,
    Partial<BatchCallPlacerOptions> {
  readonly onDial?: ((leg: FakeLeg) => void) | undefined;
  readonly hasVoice?: boolean;
}

/** Allows every call. */
export const allowEveryCall: CallingPermission = {
  countsEarlierCalls: () => false,
  decide: () => ({ allowed: true, evidence: { rules: [] } }),
};

/** Starts a node that claims and dials calls of batches, with a manual clock and a fake carrier. */
export async function startDialingNode(
  db: Database,
  settings: DialingNodeSettings = {},
): Promise<DialingNode> {
  const parts = await createDialingParts(db, settings);
  const { options, placer } = parts;
  const dialer = new BatchDialer({
    ...options,
    hasCapacity: async () => !options.isOverloaded(),
    local: { placer, providers: options.providers },
  });
  return { ...parts, dialer, close: () => closeDialing({ ...parts, dialer }) };
}

export interface SplitNodes extends DialingNode {
  /** Id of the node that dials calls. */
  readonly nodeId: string;
  /** Runs the jobs of the node that dials calls. Not started. */
  readonly runner: JobRunner;
}

/** Starts a node that claims calls of batches, and a node that dials them. They share a manual clock. */
export async function startSplitNodes(db: Database, settings: DialingNodeSettings = {}): Promise<SplitNodes> {
  const parts = await createDialingParts(db, settings);
  const { options, placer } = parts;
  const claimedBy = newId('request');
  await registerNode(db, claimedBy);
  const dialer = new BatchDialer({
    ...options,
    nodeId: claimedBy,
    carrier: { name: 'unassigned' },
    hasCapacity: async () => true,
  });
  const contexts = new BatchContextLoader(options.providers);
  const handler = handedOverCallsHandler({ ...options, contexts, placer });
  const runner = createJobRunner({
    ...options,
    owner: options.nodeId,
    handlers: { [handedOverCallsKind]: handler },
  });
  const close = async () => {
    await runner.close();
    await closeDialing({ ...parts, dialer });
  };
  return { ...parts, nodeId: options.nodeId, dialer, runner, close };
}

const registerNode = (db: Database, nodeId: string): Promise<void> =>
  heartbeatNode(db.asSystem(), { nodeId, roles: [], startedAt: noon, leaseMs: 600_000 });

/** Creates the parts of a node that dials calls. */
async function createDialingParts(db: Database, settings: DialingNodeSettings) {
  const { onDial = () => undefined, hasVoice = true, ...changes } = settings;
  const clock = new ManualClock(noon.getTime() + 60_000);
  const bus = new LocalBus((error) => {
    throw error;
  });
  const carrier = new FakeCarrier(clock, onDial);
  const sessions = new SessionRegistry({ bus, clock });
  const nodeId = newId('request');
  await registerNode(db, nodeId);
  const options = {
    db,
    clock,
    logger: silentLogger,
    nodeId,
    providers: fakeProviders(clock, hasVoice),
    sessions,
    ratePlans,
    journal: journalOf(db, clock),
    recordingRoot: '/data/recordings',
    carrier,
    ids: idSource(clock, systemRandom),
    permission: allowEveryCall,
    limits: { trunks: [], reservePercent: 10 },
    requestPredialCheck: async () => ({ type: 'eligible' }) as const,
    isOverloaded: () => false,
    ...changes,
  };
  const placer = new BatchCallPlacer(options);
  placer.start();
  const until = async (condition: () => boolean | Promise<boolean>) => {
    for (let tick = 0; tick < 60_000; tick += 1) {
      if (await condition()) return;
      await clock.advance(1);
    }
    throw new Error('The condition did not hold within a minute.');
  };
  return { options, clock, carrier, sessions, placer, until };
}

async function closeDialing({
  dialer,
  placer,
  sessions,
  clock,
}: Pick<DialingNode, 'dialer' | 'placer' | 'sessions' | 'clock'>): Promise<void> {
  await dialer.drain();
  await placer.drain();
  const ended = sessions.close();
  await clock.advance(5_000);
  await ended;
}

/** Returns a fake voice and recogniser. */
export function fakeProviders(clock: Clock, hasVoice = true): ProviderDirectory {
  const engine = new FakeTextToSpeech({ clock });
  const voice = {
    provider: 'builtin',
    capabilities: engine.capabilities,
    synthesize: (request: Parameters<typeof engine.synthesize>[0]) =>
      engine.synthesize({ ...request, voiceId: 'tone' }),
    checkHealth: () => engine.checkHealth(),
    close: () => engine.close(),
  };
  const recogniser = new FakeSpeechToText();
  return {
    textToSpeech: () => (hasVoice ? voice : undefined),
    speechToText: () => recogniser,
    languageModel: () => undefined,
    fallbackRecogniser: ([first]) => first,
  };
}
