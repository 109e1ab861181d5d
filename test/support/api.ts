import type { FastifyInstance } from 'fastify';
import { createApi } from '../../src/api/app.ts';
import type { ApiContext } from '../../src/api/context.ts';
import { CallFeeds } from '../../src/api/active-calls/call-feeds.ts';
import { EventStreams } from '../../src/api/http/event-stream.ts';
import { UploadQuota } from '../../src/api/uploads/upload-quota.ts';
import { VoicePreviews, type SpeakText } from '../../src/api/voices/voice-previews.ts';
import { createInventorySource } from '../../src/api/numbers/inventory-source.ts';
import { createTestNetworkSource } from '../../src/api/numbers/test-network-source.ts';
import type { Bus } from '../../src/contracts/bus.ts';
import type { LanguageModel } from '../../src/contracts/language-model.ts';
import type { NumberSource } from '../../src/contracts/number-source.ts';
import { idSource, newId } from '../../src/core/ids.ts';
import { silentLogger, type Logger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import { NumberLookup } from '../../src/core/number-lookup.ts';
import { seededRandom, systemRandom } from '../../src/core/random.ts';
import { createApiKey, fingerprintApiKey } from '../../src/domain/api-key.ts';
import { csvLimits } from '../../src/domain/batches/csv-parser.ts';
import type { AvailableNetworks } from '../../src/domain/batches/number-networks.ts';
import { SecretBox } from '../../src/core/secret-box.ts';
import type { EgressRequest, EgressResponse } from '../../src/egress/egress-client.ts';
import { EgressPolicy } from '../../src/egress/egress-policy.ts';
import { RequestSecrets } from '../../src/egress/request-secrets.ts';
import { ratePlans } from '../../src/domain/rate-plan.ts';
import { presets, type Scope } from '../../src/domain/scopes.ts';
import { loadNumberZones } from '../../src/main/number-zones.ts';
import { MailTokens } from '../../src/messaging/mail-tokens.ts';
import { MessageRoutes, type MessageRoute } from '../../src/messaging/sending/message-routes.ts';
import type { Database } from '../../src/store/database.ts';
import { insertApiKey, type NewApiKeyRow } from '../../src/store/api-keys.ts';
import { StoredPlans } from '../../src/store/plans.ts';
import { insertOwnedNumber } from '../../src/store/phone-numbers.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { noon, seedWorkspace, type Fixture } from './fixtures.ts';

/** The caller id of the fixture's agent after `assignNumber`. */
export const ownNumber = '+12025550199';
/** A number of the test network. */
export const callableNumber = '+12025550100';

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses of every shape.
  readonly body: any;
  readonly bytes: Buffer;
}

export interface RequestOptions {
  /** If omitted, `TestApi.key`. If null, no key is sent. */
  readonly key?: string | null;
  readonly workspace?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The complete API with a separate database. Requests do not use the network. */
export interface TestApi extends Fixture {
  readonly app: FastifyInstance;
  readonly context: ApiContext;
  readonly database: TestDatabase['db'];
  readonly clock: ManualClock;
  readonly bus: Bus;
  /** A key with all scopes in the fixture's workspace. `operator` has an effect only if a test makes it the operator's. */
  readonly key: string;
  /** `healthChecks` counts the health checks. */
  readonly node: { draining: boolean; isOverloaded: (toNumber?: string) => boolean; healthChecks: number };
  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    sent?: RequestOptions,
  ): Promise<TestResponse>;
  /** Creates a key of the fixture's workspace. */
  createKey(changes?: Partial<NewApiKeyRow>): Promise<string>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  readonly logger?: Logger;
  readonly dataDir?: string;
  readonly sipTraceDays?: number;
  /** Default: the limits of the service. */
  readonly uploads?: UploadQuota;
  /** Returns the database of the API in place of the test database. */
  readonly adapt?: (testDatabase: TestDatabase) => Promise<Database>;
  /** Number sources after the inventory. */
  readonly numberVendors?: readonly NumberSource[];
  /** Whether the test network offers numbers. Default: false. */
  readonly testNumbers?: boolean;
  /** The missing setting of `openai` models. Default: none. */
  readonly missingModelSetting?: string;
  /** Adds the provider `polyglot`, whose voices and recogniser support every language. */
  readonly polyglot?: boolean;
  /** Providers of speech-to-speech models. Defaults to none. */
  readonly speechModels?: readonly string[];
  /** Default: those of the settings. */
  readonly csvLimits?: Partial<ApiContext['settings']['csvLimits']>;
  /** Default: every network. */
  readonly reachableNetworks?: AvailableNetworks;
  /** The language models by id. Default: none. */
  readonly languageModels?: Readonly<Record<string, LanguageModel>>;
  /** Speaks texts outside of calls. Default: an empty WAV file. */
  readonly speak?: SpeakText;
  /** Answers the requests of `http` nodes. Default: they fail. */
  readonly respond?: (request: EgressRequest) => Promise<EgressResponse>;
  /** Default: those of the test network. */
  readonly messageRoutes?: readonly MessageRoute[];
}

/** The routes of the test network. */
const testMessageRoutes: readonly MessageRoute[] = [
  { carrier: 'test-phones', channel: 'sms', from: '+12025550199', fromName: '', carries: 'test' },
  {
    carrier: 'test-mailboxes',
    channel: 'email',
    from: 'parley@example.com',
    fromName: 'Parley',
    carries: 'test',
  },
];

const speakNothing: SpeakText = async ({ voices: [voice] }) => ({
  ...voice!,
  wav: new Uint8Array(44),
  costs: [],
});

export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = await createTestDatabase();
  const { db, close } = testDatabase;
  const adapted = (await options.adapt?.(testDatabase)) ?? db;
  const clock = new ManualClock(noon.getTime());
  const fixture = await seedWorkspace(db);
  const isOverloaded: (toNumber?: string) => boolean = () => false;
  const numberLookup = new NumberLookup(clock);
  const node = { draining: false, isOverloaded, healthChecks: 0 };
  const bus = createBus();
  const plans = new StoredPlans(adapted, ratePlans);
  const context: ApiContext = {
    plans,
    database: adapted,
    bus,
    clock,
    random: seededRandom(7),
    ids: idSource(clock, systemRandom),
    logger: options.logger ?? silentLogger,
    node: {
      id: 'node-of-test',
      get draining() {
        return node.draining;
      },
      isOverloaded: (toNumber) => node.isOverloaded(toNumber),
      checkHealth: async () => {
        node.healthChecks += 1;
        return [{ name: 'database', ok: true, detail: 'answers' }];
      },
      metrics: () => [{ name: 'parley_calls_active', help: 'Active calls.', value: 3 }],
    },
    settings: {
      version: '0.0.0',
      dataDir: options.dataDir ?? '/nowhere',
      sipTraceDays: options.sipTraceDays ?? 14,
      metricsToken: 'a-token-of-the-test',
      trustedProxies: [],
      ratePlans: plans.limits,
      defaultPlan: 'developer',
      zoneWhenUnknown: undefined,
      csvLimits: { ...csvLimits, maxBytes: 256 * 1024 * 1024, ...options.csvLimits },
      reachableNetworks: options.reachableNetworks ?? { phone: true, test: true },
    },
    numberSources: [
      createInventorySource(adapted),
      ...(options.numberVendors ?? []),
      ...(options.testNumbers === true ? [createTestNetworkSource(adapted, numberLookup)] : []),
    ],
    numberLookup,
    zones: await loadNumberZones(),
    mailTokens: new MailTokens(
      new SecretBox([seededRandom(13).bytes(32)], seededRandom(14)),
      'https://parley.test',
    ),
    messageRoutes: new MessageRoutes(options.messageRoutes ?? testMessageRoutes),
    models: { languageModel: (id) => options.languageModels?.[id] },
    voicePreviews: new VoicePreviews(options.speak ?? speakNothing, clock),
    checkProviders: async () => ({
      checkedAtMs: clock.now(),
      checks: [
        {
          kind: 'language_model',
          provider: 'openai',
          ok: true,
          detail: 'Asked openai/gpt-4.1 for one token: answered in 5 ms.',
        },
      ],
    }),
    toolRequests: {
      egress: {
        send: options.respond ?? (() => Promise.reject(new Error('The test expects no request.'))),
      },
      secrets: new RequestSecrets(),
    },
    egressPolicy: new EgressPolicy(['10.1.0.0/16']),
    secrets: new SecretBox([seededRandom(11).bytes(32)], seededRandom(12)),
    streams: new EventStreams({ clock, logger: silentLogger }),
    callFeeds: new CallFeeds({
      bus,
      clock,
      database: adapted,
      logger: silentLogger,
      random: seededRandom(15),
      nodeId: 'node-of-test',
    }),
    uploads:
      options.uploads ?? new UploadQuota(options.dataDir ?? '/nowhere', { clock, logger: silentLogger }),
    catalog: {
      textToSpeech: [
        {
          provider: 'builtin',
          voices: [
            { voiceId: 'rms', language: 'en-US' },
            { voiceId: 'slt', language: 'en-US' },
          ],
        },
        ...(options.polyglot === true ? [{ provider: 'polyglot', voices: undefined }] : []),
      ],
      speechToText: [
        { provider: 'builtin', names: ['words'], languages: ['en-US', 'en-GB'], openVocabulary: false },
        ...(options.polyglot === true
          ? [{ provider: 'polyglot', names: undefined, languages: undefined, openVocabulary: true }]
          : []),
      ],
      languageModels: [
        { provider: 'builtin', names: ['flow'] },
        { provider: 'openai', names: undefined, missingSetting: options.missingModelSetting },
        ...(options.speechModels ?? []).map((provider) => ({
          provider,
          names: undefined,
          isSpeechToSpeech: true,
        })),
      ],
    },
  };
  const app = createApi(context);
  await app.ready();
  const createKey = (changes: Partial<NewApiKeyRow> = {}) => insertTestKey(db, fixture.workspaceId, changes);
  const key = await createKey({ scopes: [...presets.full, 'operator'] });
  return {
    ...fixture,
    app,
    context,
    database: db,
    clock,
    bus: context.bus,
    key,
    node,
    createKey,
    send: (method, path, sent = {}) => send(app, method, path, { key, ...sent }),
    close: async () => {
      await app.close();
      await context.numberLookup.close();
      await close();
    },
  };
}

/** Reports each new call as dispatched immediately, because tests of the API have no dialer. */
export function dispatchImmediately({ bus }: TestApi): void {
  const subscribe = bus.subscribe.bind(bus);
  bus.subscribe = (topic, listener) => {
    if (topic.startsWith('calls.call_')) setImmediate(() => listener({ type: 'reached-carrier' }));
    return subscribe(topic, listener);
  };
}

/** Creates the API with a caller id of the fixture's agent. Its calls are dispatched immediately. */
export async function createCallingApi(options: TestApiOptions = {}): Promise<TestApi> {
  const api = await createTestApi(options);
  await assignNumber(api);
  dispatchImmediately(api);
  return api;
}

/** Seeds another workspace with a full key in the same database. */
export async function seedOtherWorkspace(api: TestApi): Promise<Fixture & { key: string }> {
  const otherWorkspace = await seedWorkspace(api.database);
  return { ...otherWorkspace, key: await insertTestKey(api.database, otherWorkspace.workspaceId, {}) };
}

/** Assigns the fixture's agent its caller id. */
export async function assignNumber(api: TestApi, e164: string = ownNumber): Promise<void> {
  await insertOwnedNumber(api.database.inWorkspace(api.workspaceId), {
    id: newId('number'),
    workspaceId: api.workspaceId,
    e164,
    at: noon,
  });
  await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { phoneNumber: e164 } });
}

/** Inserts a key, by default with all scopes. Returns the key. */
export async function insertTestKey(
  db: TestDatabase['db'],
  workspaceId: string,
  changes: Partial<NewApiKeyRow>,
): Promise<string> {
  const key = createApiKey(systemRandom, 'live');
  const { hash, prefix, lastFour } = fingerprintApiKey(key);
  await insertApiKey(db.inWorkspace(workspaceId), {
    id: newId('key'),
    workspaceId,
    name: 'Test',
    keyHash: hash,
    prefix,
    lastFour,
    preset: null,
    scopes: [...presets.full] as Scope[],
    workspaceIds: [],
    allowedIps: [],
    requestsPerMinute: null,
    concurrentCalls: null,
    createdBy: null,
    expiresAt: null,
    at: noon,
    ...changes,
  });
  return key;
}

async function send(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { key, workspace, body, headers }: RequestOptions,
): Promise<TestResponse> {
  const response = await app.inject({
    method,
    url: path,
    headers: {
      ...(key === null || key === undefined ? {} : { 'x-api-key': key }),
      ...(workspace === undefined ? {} : { 'x-workspace-id': workspace }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    body: isJson ? JSON.parse(response.payload) : response.payload,
    bytes: response.rawPayload,
  };
}

/** Creates a bus that delivers synchronously within the process. */
function createBus(): Bus {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  return {
    publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) listener(payload);
    },
    subscribe(topic, listener) {
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(listener));
      return () => void known.delete(listener);
    },
    close: async () => {},
  };
}
