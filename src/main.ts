import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import type { HealthCheck, PartCheck } from './api/health.ts';
import type { Figure } from './api/metrics.ts';
import type { CallHost } from './calls/open-session.ts';
import type { ProviderDirectory } from './calls/provider-directory.ts';
import type { SessionRegistry } from './calls/session-registry.ts';
import type { Carrier, Leg } from './contracts/carrier.ts';
import type { LanguageModel } from './contracts/language-model.ts';
import type { SpeechToText } from './contracts/speech-to-text.ts';
import type { TextToSpeech } from './contracts/text-to-speech.ts';
import type { Clock } from './core/clock.ts';
import { Closers } from './core/closers.ts';
import type { Config } from './core/config.ts';
import { idSource } from './core/ids.ts';
import type { Logger } from './core/logger.ts';
import { isFictionalNumber } from './core/phone-numbers.ts';
import type { Random } from './core/random.ts';
import type { JobHandler } from './jobs/job.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { MediaEngine } from './media/media-port.ts';
import { createOpenAiCompatibleLanguageModel as createModel } from './providers/openai-compatible/language-model.ts';
import type { Bootstrap } from './store/bootstrap.ts';
import type { Connection } from './store/connection.ts';
import type { Database } from './store/database.ts';
import type { PostgresBus } from './store/postgres-bus.ts';
import type { TestNetwork } from './telephony/test-network/test-network.ts';
import type { TrunkSettings } from './telephony/trunk.ts';

export { demoAgent, demoCallDetails } from './domain/demo-flow.ts';

export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** What is written to `bootstrap.json` and shown once. */
export interface FirstStart extends Bootstrap {
  readonly dashboardUrl: string;
}

export interface Parley {
  /** Such as `http://127.0.0.1:3000`; undefined without the role `api`. */
  readonly httpAddress: string | undefined;
  /** Undefined unless the data was empty. */
  readonly firstStart: FirstStart | undefined;
  /** What listens where, for people. */
  readonly listening: readonly string[];
  /** Takes no new calls, lets those under way finish for as long as the configuration allows, then closes. */
  drain(): Promise<void>;
  /** Hangs up and stops everything, in the reverse order of the start. Safe to call twice. */
  close(): Promise<void>;
}

/** How often calls of dead nodes are looked for, and how often what has expired is thrown away. */
const lostCallsEveryMs = 5_000;
const purgeEveryMs = 600_000;
const languageModelsMax = 200;

/**
 * Starts the program. The order: data folder and database; the first workspace; bus; voice and recogniser (begun before the
 * database, waited for here); media engine; test network; SIP; sessions and the node's presence; jobs; HTTP last, so
 * that whoever is answered is served. Closing goes the other way. A part that fails closes those before it.
 * @throws {Error} with a sentence for the operator
 */
export async function startParley(config: Config, surroundings: Surroundings): Promise<Parley> {
  const closers = new Closers(surroundings.logger);
  try {
    return await new Start({ ...config, dataDir: path.resolve(config.dataDir) }, surroundings, closers).run();
  } catch (error) {
    await closers.close();
    throw error;
  }
}

interface CallsPart {
  readonly sessions: SessionRegistry;
  readonly runner: JobRunner;
}

interface Voices {
  readonly textToSpeech: TextToSpeech;
  readonly speechToText: SpeechToText;
}

/** The start, part by part; each method starts one and says how it is closed. */
class Start {
  readonly #config: Config;
  readonly #around: Surroundings;
  readonly #closers: Closers;
  /** New at every start: a process that died must not be taken for alive. */
  readonly #nodeId = `node-${randomUUID()}`;
  readonly #checks: PartCheck[] = [];
  readonly #figures: (() => readonly Figure[])[] = [];
  readonly #listening: string[] = [];
  readonly #status = { draining: false, overloaded: () => false };

  constructor(config: Config, around: Surroundings, closers: Closers) {
    this.#config = config;
    this.#around = around;
    this.#closers = closers;
  }

  async run(): Promise<Parley> {
    const carriesCalls = this.#config.roles.includes('media');
    // The voices take longest; they are made ready while the database starts.
    const voices = carriesCalls ? this.#openVoices() : undefined;
    voices?.catch(() => undefined);
    const database = await this.#openDatabase();
    const bootstrap = await this.#makeFirst(database);
    const bus = await this.#openBus(database);
    await this.#joinNodes(database);
    const calls = voices === undefined ? undefined : await this.#carryCalls(database, bus, await voices);
    await this.#housekeep(database);
    const httpAddress = this.#config.roles.includes('api') ? await this.#serveHttp(database, bus) : undefined;
    // Once more, with the address that it was in the end.
    const firstStart = bootstrap === undefined ? undefined : await this.#noteFirst(bootstrap, httpAddress);
    return {
      httpAddress,
      firstStart,
      listening: this.#listening,
      drain: () => this.#drain(calls),
      close: () => this.#closers.close(),
    };
  }

  async #openDatabase(): Promise<Database> {
    const { openDatabase } = await import('./store/database.ts');
    const database = await openDatabase(await this.#connection(), this.#around);
    this.#closers.add('database', () => database.close());
    this.#checks.push({ name: 'database', check: () => database.checkHealth() });
    return database;
  }

  async #connection(): Promise<Connection> {
    const { databaseUrl, dataDir } = this.#config;
    await mkdir(dataDir, { recursive: true });
    if (databaseUrl !== undefined) return { url: databaseUrl };
    const { startEmbeddedPostgres } = await import('./store/embedded-postgres/supervisor.ts');
    const server = await startEmbeddedPostgres({ dataDir, ...this.#around });
    this.#closers.add('embedded database', () => server.stop());
    return server.connection;
  }

  /** Makes the first workspace with the demo's agent, and keeps its key before either is committed. */
  async #makeFirst(database: Database): Promise<Bootstrap | undefined> {
    const { bootstrap } = await import('./store/bootstrap.ts');
    const { seedDemo } = await import('./store/seed-demo.ts');
    const { httpHost, httpPort } = this.#config;
    const at = new Date(this.#around.clock.now());
    return bootstrap(database, {
      ...this.#around,
      complete: async (tx, made) => {
        await seedDemo(tx, { workspaceId: made.workspaceId, at });
        await this.#noteFirst(made, httpAddressOf(httpHost, httpPort));
      },
    });
  }

  /** The key stands in this file only; 0600, so that nobody else on the machine reads it. */
  async #noteFirst(made: Bootstrap, httpAddress: string | undefined): Promise<FirstStart> {
    const { workspaceId, apiKey, adminEmail, adminPassword } = made;
    const dashboardUrl = `${httpAddress ?? ''}/`;
    const noted = { workspaceId, apiKey, dashboardUrl, adminEmail, adminPassword };
    const file = path.join(this.#config.dataDir, 'bootstrap.json');
    await writeFile(file, `${JSON.stringify(noted, null, 2)}\n`, { mode: 0o600 });
    return noted;
  }

  async #openBus(database: Database): Promise<PostgresBus> {
    const { PostgresBus } = await import('./store/postgres-bus.ts');
    const bus = new PostgresBus(database, this.#around.logger);
    this.#closers.add('bus', () => bus.close());
    return bus;
  }

  async #joinNodes(database: Database): Promise<void> {
    const { createNodePresence } = await import('./jobs/node-presence.ts');
    const { roles } = this.#config;
    const presence = createNodePresence({ db: database, nodeId: this.#nodeId, roles, ...this.#around });
    await presence.start();
    this.#closers.add('presence', () => presence.close());
  }

  async #openVoices(): Promise<Voices> {
    const { createBuiltinTextToSpeech, createBuiltinSpeechToText } =
      await import('./providers/builtin/index.ts');
    const { logger, clock } = this.#around;
    const { speechModelDir } = this.#config;
    const modelDir = speechModelDir === undefined ? {} : { modelDir: speechModelDir };
    const opening = [
      createBuiltinTextToSpeech({ logger, clock }),
      createBuiltinSpeechToText({ logger, clock, ...modelDir }),
    ] as const;
    for (const one of opening) {
      one.then((voice) => this.#closers.add('voice', () => voice.close())).catch(() => undefined);
    }
    const [textToSpeech, speechToText] = await Promise.all(opening);
    this.#checks.push({ name: 'text-to-speech', check: () => textToSpeech.checkHealth() });
    this.#checks.push({ name: 'speech-to-text', check: () => speechToText.checkHealth() });
    return { textToSpeech, speechToText };
  }

  /** Everything that carries a call: media, SIP, sessions, and the jobs that dial. */
  async #carryCalls(database: Database, bus: PostgresBus, voices: Voices): Promise<CallsPart> {
    const { clock, logger } = this.#around;
    const { SessionRegistry } = await import('./calls/session-registry.ts');
    const engine = await this.#openMedia();
    const carrier = await this.#openSip(database, engine, voices);
    const sessions = new SessionRegistry({ bus, logger });
    this.#closers.add('calls', () => sessions.close());
    const host: CallHost = {
      db: database,
      clock,
      logger,
      nodeId: this.#nodeId,
      providers: this.#directory(voices),
      sessions,
      recordingRoot: this.#recordingRoot,
    };
    this.#figures.push(() => [
      { name: 'parley_calls_under_way', help: 'Calls that this node carries.', value: sessions.size },
    ]);
    await this.#answerCalls(host, carrier);
    return { sessions, runner: await this.#runJobs(host, bus, carrier) };
  }

  get #recordingRoot(): string {
    return path.join(this.#config.dataDir, 'recordings');
  }

  async #openMedia(): Promise<MediaEngine> {
    const { createMediaEngine } = await import('./media/media-engine.ts');
    const { rtpPorts, sipHost, mediaThreads } = this.#config;
    const engine = await createMediaEngine({
      ...this.#around,
      rtpPorts: [rtpPorts.first, rtpPorts.last],
      localAddress: sipHost,
      recordingRoot: this.#recordingRoot,
      ...(mediaThreads === undefined ? {} : { threads: mediaThreads }),
    });
    this.#closers.add('media engine', () => engine.close());
    this.#status.overloaded = () => engine.load().overloaded;
    this.#checks.push({ name: 'media', check: async () => mediaHealth(engine) });
    this.#figures.push(() => mediaFigures(engine));
    this.#listening.push(`RTP on ${sipHost}, UDP ports ${rtpPorts.first}-${rtpPorts.last}`);
    return engine;
  }

  async #openSip(database: Database, engine: MediaEngine, voices: Voices): Promise<Carrier> {
    const { openSipCarrier } = await import('./telephony/open-sip-carrier.ts');
    const { findOwnedNumberByE164 } = await import('./store/numbers/find-owned-number.ts');
    const { sipHost, sipPort, publicIp, testNetwork } = this.#config;
    const network = testNetwork ? await this.#openTestNetwork(engine, voices) : undefined;
    const trunks = [...(network === undefined ? [] : [network.trunk]), ...this.#firstTrunk()];
    const { carrier, port } = await openSipCarrier({
      ...this.#around,
      engine,
      trunks,
      address: sipHost,
      port: sipPort,
      publicAddress: publicIp,
      portSetting: 'PARLEY_SIP_PORT',
      isOwned: async (e164) => (await findOwnedNumberByE164(database.asSystem(), { e164 })) !== undefined,
      admitsLoopback: testNetwork,
    });
    this.#closers.add('SIP', () => carrier.close());
    this.#checks.push({ name: 'sip', check: () => carrier.checkHealth() });
    this.#listening.push(`SIP on ${sipHost}:${port}, UDP and TCP`);
    return network === undefined ? carrier : withHints(carrier, network.expectPrompts);
  }

  #firstTrunk(): TrunkSettings[] {
    const { trunkUrl, trunkRegister: register, trunkSources: allowedSourceAddresses = [] } = this.#config;
    if (trunkUrl === undefined) return [];
    return [{ name: trunkUrl.host, ...trunkUrl, register, allowedSourceAddresses }];
  }

  /** Simulated people on a SIP socket of their own, next to ours: the trunk that leads to them, and who tells them what they may hear. */
  async #openTestNetwork(engine: MediaEngine, voices: Voices) {
    const { openSipCarrier } = await import('./telephony/open-sip-carrier.ts');
    const { createTestNetwork } = await import('./telephony/test-network/test-network.ts');
    const { sipHost } = this.#config;
    const address = sipHost === '0.0.0.0' ? '127.0.0.1' : sipHost === '::' ? '::1' : sipHost;
    const callers = { name: 'parley', host: address, transport: 'udp', carries: 'fictional' } as const;
    const { carrier, port } = await openSipCarrier({
      ...this.#around,
      name: 'test-network',
      engine,
      trunks: [callers],
      address,
      port: 0,
      isOwned: isFictionalNumber,
      admitsLoopback: true,
      watchesTrunks: false,
    });
    const voiceIds = ['awb', 'kal16'];
    const network = createTestNetwork({ ...this.#around, ...voices, carrier, voiceIds });
    this.#closers.add('test network', () => network.close());
    this.#listening.push(`Test network on ${address}:${port}, for fictional numbers such as +1 202 555 0100`);
    const trunk = {
      name: 'test-network',
      host: address,
      port,
      transport: 'udp',
      carries: 'fictional',
    } as const;
    return { trunk, expectPrompts: network.expectPrompts.bind(network) };
  }

  #directory({ textToSpeech, speechToText }: Voices): ProviderDirectory {
    return {
      textToSpeech: (provider) => (provider === 'builtin' ? textToSpeech : undefined),
      speechToText: (provider) => (provider === 'builtin' ? speechToText : undefined),
      languageModel: this.#languageModels(),
    };
  }

  /** `openai/…` where an OpenAI-compatible server is set; the SDK behind it is loaded at the first reply. */
  #languageModels(): (id: string) => LanguageModel | undefined {
    const { openaiBaseUrl: baseUrl, openaiApiKey: apiKey } = this.#config;
    const known = new Map<string, LanguageModel>();
    return (id) => {
      const [provider, ...name] = id.split('/');
      if (baseUrl === undefined || provider !== 'openai') return undefined;
      const model =
        known.get(id) ??
        createModel({ provider, baseUrl, apiKey, model: name.join('/') }, this.#around.clock);
      if (known.size < languageModelsMax) known.set(id, model);
      return model;
    };
  }

  async #answerCalls(host: CallHost, carrier: Carrier): Promise<void> {
    const { closeLostCalls } = await import('./calls/lost-calls.ts');
    const { orphanedCallSweep } = await import('./calls/orphaned-calls.ts');
    const { incomingCalls } = await import('./calls/incoming-calls.ts');
    await closeLostCalls(host);
    this.#every(lostCallsEveryMs, () => closeLostCalls(host));
    this.#every(lostCallsEveryMs, orphanedCallSweep(host));
    const answer = incomingCalls(host);
    carrier.onIncoming((leg: Leg) => (this.#status.draining ? leg.reject('unavailable') : answer(leg)));
  }

  async #runJobs(host: CallHost, bus: PostgresBus, carrier: Carrier): Promise<JobRunner> {
    const { createJobRunner } = await import('./jobs/job-runner.ts');
    const { placeCallHandler } = await import('./dialer/place-call.ts');
    const handlers = { 'place-call': placeCallHandler({ ...host, bus, carrier }) as JobHandler };
    const runner = createJobRunner({ ...this.#around, db: host.db, owner: this.#nodeId, handlers });
    runner.start();
    this.#closers.add('jobs', () => runner.close());
    return runner;
  }

  async #housekeep(database: Database): Promise<void> {
    const { purgeIdempotent } = await import('./store/idempotency/finish-idempotent.ts');
    this.#every(purgeEveryMs, () => purgeIdempotent(database.asSystem()));
  }

  /** Again and again until the close; one run never overlaps the next. */
  #every(pauseMs: number, work: () => Promise<unknown>): void {
    const { clock, logger } = this.#around;
    let running: Promise<unknown> = Promise.resolve();
    let timer = clock.after(pauseMs, function run() {
      running = work()
        .catch((error: unknown) => logger.error({ err: error }, 'Housekeeping failed; it is tried again.'))
        .then(() => (timer = clock.after(pauseMs, run)));
    });
    this.#closers.add('housekeeping', async () => {
      timer.cancel();
      await running;
      timer.cancel();
    });
  }

  async #serveHttp(database: Database, bus: PostgresBus): Promise<string> {
    const { createApi } = await import('./api/app.ts');
    const { httpHost, httpPort, dataDir, metricsToken } = this.#config;
    const { clock, random, logger } = this.#around;
    const { checkParts } = await import('./api/health.ts');
    const status = this.#status;
    const app = createApi({
      database,
      bus,
      clock,
      random,
      logger,
      ids: idSource(clock, random),
      settings: { version: readVersion(), dataDir, metricsToken },
      node: {
        id: this.#nodeId,
        get draining() {
          return status.draining;
        },
        get overloaded() {
          return status.overloaded();
        },
        checkHealth: () => checkParts(this.#checks, clock),
        figures: () => this.#figures.flatMap((figures) => figures()),
      },
    });
    await app.listen({ host: httpHost, port: httpPort }).catch((cause: unknown) => {
      throw new Error(listenFault(cause, httpHost, httpPort), { cause });
    });
    this.#closers.add('HTTP', () => app.close());
    const { port } = app.server.address() as AddressInfo;
    this.#listening.unshift(`HTTP on ${httpHost}:${port}`);
    return httpAddressOf(httpHost, port);
  }

  async #drain(calls: CallsPart | undefined): Promise<void> {
    const { clock, logger } = this.#around;
    this.#status.draining = true;
    const underWay = calls?.sessions.size ?? 0;
    logger.info({ calls: underWay, seconds: this.#config.drainSeconds }, 'No new calls are taken.');
    const done = new AbortController();
    const finished =
      calls === undefined ? Promise.resolve() : calls.runner.drain().then(() => calls.sessions.drained());
    const patience = clock.sleep(this.#config.drainSeconds * 1000, done.signal).catch(() => undefined);
    await Promise.race([finished, patience]);
    done.abort();
    await this.#closers.close();
  }
}

/** The simulated people listen with a grammar, so they are told what they may hear. Other carriers have no use for it. */
function withHints(carrier: Carrier, expectPrompts: TestNetwork['expectPrompts']): Carrier {
  return {
    name: carrier.name,
    dial(request) {
      if (isFictionalNumber(request.to)) expectPrompts(request.reference, request.promptHints ?? []);
      return carrier.dial(request);
    },
    onIncoming: (handler) => carrier.onIncoming(handler),
    checkHealth: () => carrier.checkHealth(),
    close: () => carrier.close(),
  };
}

function mediaHealth(engine: MediaEngine): Omit<HealthCheck, 'name'> {
  const { calls, workers, busy, latenessP99Ms, overloaded } = engine.load();
  const detail = `${calls} calls on ${workers} threads, ${Math.round(busy * 100)} % busy, frames ${latenessP99Ms.toFixed(1)} ms late at p99`;
  return { ok: workers > 0 && !overloaded, detail };
}

function mediaFigures(engine: MediaEngine): Figure[] {
  const load = engine.load();
  return [
    { name: 'parley_media_ports', help: 'Media ports open.', value: load.calls },
    { name: 'parley_media_busy', help: 'Share of time the busiest media thread works.', value: load.busy },
    { name: 'parley_media_lateness_p99_ms', help: 'Lateness of sent frames.', value: load.latenessP99Ms },
    { name: 'parley_media_packets_sent', help: 'RTP packets sent.', value: load.packetsSent },
    { name: 'parley_media_packets_received', help: 'RTP packets taken.', value: load.packetsReceived },
    {
      name: 'parley_media_frames_skipped',
      help: 'Frames never sent for lateness.',
      value: load.framesSkipped,
    },
  ];
}

/** Where a browser on this machine finds what listens there. */
function httpAddressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const shown = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `http://${shown}:${port}`;
}

function listenFault(cause: unknown, host: string, port: number): string {
  const { code } = cause as { code?: string };
  if (code === 'EADDRINUSE') {
    return `Something listens on ${host}:${port} already. Stop it, or choose another port in PARLEY_HTTP_PORT.`;
  }
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Correct PARLEY_HTTP_HOST.`;
  if (code === 'EACCES')
    return `Port ${port} is not for this user. Choose one above 1023 in PARLEY_HTTP_PORT.`;
  return `HTTP could not be opened on ${host}:${port}.`;
}

function readVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
