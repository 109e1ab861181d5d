import { expect, it, vi } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { FakeSpeechToText } from '../../src/contracts/testing/fake-speech-to-text.ts';
import { FakeTextToSpeech } from '../../src/contracts/testing/fake-text-to-speech.ts';
import { CallSession } from '../../src/calls/call-session.ts';
import { InternalErrorLog } from '../../src/core/internal-errors.ts';
import { createGuardedClock } from '../../src/core/guarded-clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { seededRandom } from '../../src/core/random.ts';
import { createSipTransactionLayer } from '../../src/sip/create-transaction-layer.ts';
import { numericTarget } from '../../src/sip/locate-hop.ts';
import { MemoryNetwork } from '../../src/sip/testing/memory-network.ts';
import { createSipCarrier } from '../../src/telephony/sip-carrier.ts';
import { FakeMediaEngine, type FakeMediaPort } from '../../src/telephony/testing/fake-media-engine.ts';
import { MemoryCallRecords, testCallPlan } from '../support/test-call.ts';
import { FaultInjector } from './injection.ts';

const faults = vi.hoisted(() => ({ current: undefined as FaultInjector | undefined }));

vi.mock('../../src/core/emitter.ts', async (load) => {
  const { faultyEmitter, FaultInjector: New } = await import('./injection.ts');
  return faultyEmitter((faults.current ??= new New()), await load());
});
vi.mock('../../src/core/guarded-clock.ts', async (load) => {
  const { faultyGuardedClock, FaultInjector: New } = await import('./injection.ts');
  return faultyGuardedClock((faults.current ??= new New()), await load());
});

const numbers = ['+14155552671', '+14155552672'];
const ownNumber = '+14155550100';

/** Emits audio when the port opens and stops when it closes. */
class AudioEmittingEngine extends FakeMediaEngine {
  override async openPort() {
    const port = (await super.openPort()) as FakeMediaPort;
    port.audio.start();
    const close = port.close.bind(port);
    port.close = () => {
      port.audio.stop();
      return close();
    };
    return port;
  }
}

class CallSimulation {
  readonly manual = new ManualClock();
  readonly internalErrors = new InternalErrorLog({ logger: silentLogger, clock: this.manual });
  readonly clock = createGuardedClock(this.manual, (error) => this.internalErrors.record('timer', error));
  readonly network = new MemoryNetwork();
  readonly near = this.#carrier('192.0.2.1', '192.0.2.2');
  readonly far = this.#carrier('192.0.2.2', '192.0.2.1');
  readonly answered: Leg[] = [];

  constructor() {
    this.far.carrier.onIncoming((leg) => {
      this.answered.push(leg);
      leg.answer().catch(() => undefined);
    });
  }

  #carrier(address: string, peer: string) {
    const { clock, internalErrors } = this;
    const common = { clock, internalErrors, random: seededRandom(1), logger: silentLogger };
    const layer = createSipTransactionLayer({ ...common, transports: [this.network.open('udp', address)] });
    const engine = new AudioEmittingEngine(this.manual);
    const carrier = createSipCarrier({
      ...common,
      layer,
      engine,
      locate: async (uri) => [numericTarget(uri)!],
      ownAddresses: { local: address, public: undefined },
      trunks: [{ name: peer, host: peer, transport: 'udp' }],
      isOwned: (number) => numbers.includes(number),
      monitorsTrunks: false,
    });
    return { carrier, engine, layer };
  }

  /** Places a call to a callee who says yes after eight seconds. */
  async call(number: string) {
    const { clock, internalErrors } = this;
    const records = new MemoryCallRecords();
    const recogniser = new FakeSpeechToText();
    const engine = new FakeTextToSpeech({ clock: this.manual });
    const portIndex = this.near.engine.ports.length;
    const leg = this.near.carrier.dial({
      reference: number,
      from: ownNumber,
      to: number,
      ringTimeoutMs: 30_000,
    });
    const session = new CallSession({
      plan: testCallPlan({ callId: number }),
      leg,
      clock,
      internalErrors,
      logger: silentLogger,
      records,
      providers: {
        voices: [{ engine, voiceId: 'tone', language: 'en-US', speed: 1, volume: 1 }],
        recogniser,
        models: [],
      },
      recordingPath: undefined,
    });
    session.start();
    await this.manual.advance(0);
    this.manual.after(8_000, () => this.#say(this.near.engine.ports[portIndex]!, recogniser));
    return { records, session };
  }

  #say(port: FakeMediaPort, recogniser: FakeSpeechToText): void {
    const atMs = port.audio.nowMs;
    port.emit({ type: 'speech-started', atMs });
    this.manual.after(600, () => {
      if (recogniser.latest.closed) return;
      recogniser.latest.recognise({ text: 'yes', durationMs: 300, confidence: 0.95, rejected: false });
      port.emit({ type: 'speech-stopped', atMs: atMs + 300, detectedAtMs: atMs + 600 });
    });
  }

  async close(): Promise<void> {
    const closed = Promise.all([this.near.carrier.close(), this.far.carrier.close()]);
    await this.manual.advance(10_000);
    await closed;
  }
}

/** Runs two concurrent calls with a fault at one point. If `isLossy`, every third message is lost. */
async function run(target: number, isLossy: boolean) {
  const fault = faults.current!;
  fault.start(target);
  const simulation = new CallSimulation();
  if (isLossy) simulation.network.shouldDrop = () => simulation.network.sentMessages.length % 3 === 0;
  const calls = [await simulation.call(numbers[0]!), await simulation.call(numbers[1]!)];
  const haveEnded = () => calls.every(({ session }) => session.phase === 'closed');
  for (let seconds = 0; !haveEnded() && seconds < 700; seconds += 1) await simulation.manual.advance(1_000);
  // All transactions and dialogs have ended by now.
  await simulation.manual.advance(100_000);
  const { reached, threwAt } = fault;
  fault.start(0);
  const errorCount = Object.values(simulation.internalErrors.counts).reduce((sum, count) => sum + count, 0);
  const openTransactions = [simulation.near, simulation.far].map(
    ({ layer }) => layer.counts.client + layer.counts.server,
  );
  await simulation.close();
  return {
    reached,
    threwAt,
    errorCount,
    openTransactions,
    timers: simulation.manual.pendingTimers,
    ends: calls.map(({ records }) =>
      records.ends.map(({ endReason, fault: endFault }) => ({ endReason, fault: endFault })),
    ),
    completedCalls: calls.filter(({ records }) => records.ends[0]?.disposition.code === 'interested').length,
  };
}

type Run = Awaited<ReturnType<typeof run>>;

/** A defect of the remote side appears as a hang-up or a rejection. */
const endsOfFaults = ['customer_hangup', 'carrier_error', 'provider_error', 'no_answer'];

function isContained({ threwAt, errorCount, completedCalls, ends, timers, openTransactions }: Run): boolean {
  const isRecorded = ends.every(
    ([end, ...more]) =>
      end !== undefined && more.length === 0 && ['agent_hangup', ...endsOfFaults].includes(end.endReason),
  );
  const isReleased = timers === 0 && openTransactions.every((count) => count === 0);
  return threwAt !== undefined && errorCount > 0 && completedCalls >= 1 && isRecorded && isReleased;
}

it.each([
  ['', false, 90],
  [' with lost messages', true, 100],
])(
  'a fault in any listener or timer of a call%s ends at most that call, and the call is recorded',
  async (_, isLossy, minFaultPoints) => {
    const baseline = await run(0, isLossy);
    expect(baseline).toMatchObject({ errorCount: 0, completedCalls: 2, timers: 0, openTransactions: [0, 0] });
    expect(baseline.reached).toBeGreaterThan(minFaultPoints);
    const uncontained: unknown[] = [];
    let platformFaults = 0;
    for (let target = 1; target <= baseline.reached; target += 1) {
      const result = await run(target, isLossy);
      if (!isContained(result)) uncontained.push({ target, ...result });
      if (result.ends.some(([end]) => end?.fault === 'platform')) platformFaults += 1;
    }
    expect(uncontained).toEqual([]);
    // The remaining faults occur after the end of a call, or on the called side.
    expect(platformFaults).toBeGreaterThan(baseline.reached / 2);
  },
  300_000,
);
