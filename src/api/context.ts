import type { Bus } from '../contracts/bus.ts';
import type { CarrierEndpoint } from '../contracts/message-carrier.ts';
import type { NumberSource } from '../contracts/number-source.ts';
import type { Clock } from '../core/clock.ts';
import type { IdSource } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { NumberLookup } from '../core/number-lookup.ts';
import type { NumberZones } from '../core/number-zones.ts';
import type { Random } from '../core/random.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { CsvLimits } from '../domain/batches/csv-parser.ts';
import type { AvailableNetworks } from '../domain/batches/number-networks.ts';
import type { EgressPolicy } from '../egress/egress-policy.ts';
import type { ModelDirectory } from '../models/model-directory.ts';
import type { HttpRequestDependencies } from '../models/tools/http-request.ts';
import type { MailTokens } from '../messaging/mail-tokens.ts';
import type { MessageRoutes } from '../messaging/sending/message-routes.ts';
import type { RatePlan, RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from '../store/database.ts';
import type { CallFeeds } from './active-calls/call-feeds.ts';
import type { StoredPlans } from '../store/plans.ts';
import type { UploadQuota } from './uploads/upload-quota.ts';
import type { EventStreams } from './http/event-stream.ts';
import type { NodeStatus, ProviderChecks } from './node-status.ts';
import type { ProviderCatalog } from './provider-catalog.ts';
import type { VoicePreviews } from './voices/voice-previews.ts';

export interface ApiSettings {
  /** The program version, for the OpenAPI document. */
  readonly version: string;
  /** The folder of the recordings. */
  readonly dataDir: string;
  /** The days for which SIP messages are kept; 0: they are not. */
  readonly sipTraceDays: number;
  /** Bearer token with which other machines can read `/metrics` and the details of `/health/ready`. Without one, only this machine can. */
  readonly metricsToken: string | undefined;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** The limits of the plans, as configured. */
  readonly ratePlans: RatePlanTable;
  /** The plan of a new workspace if the request names none. */
  readonly defaultPlan: RatePlan;
  /** The IANA time zone of numbers whose time zone is unknown. Without it, batches and callbacks do not call such numbers. */
  readonly zoneWhenUnknown: string | undefined;
  /** The limits of batch files, and of the size of any CSV file. */
  readonly csvLimits: CsvLimits & { readonly maxBytes: number };
  /** The networks that calls can reach, on every node: all nodes have the same settings. */
  readonly reachableNetworks: AvailableNetworks;
}

/** The settings of health checks and metrics. */
export interface MetricsSettings {
  readonly settings: Pick<ApiSettings, 'metricsToken'>;
}

/** Where carriers of messages deliver inbound messages and receipts. */
export interface CarrierCallbacks {
  /** The public base URL of this service, which the signatures of carriers include. */
  readonly publicUrl: string;
  readonly endpoints: readonly CarrierEndpoint[];
}

/** The dependencies of the endpoints. */
export interface ApiContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: IdSource;
  readonly logger: Logger;
  readonly node: NodeStatus;
  readonly settings: ApiSettings;
  readonly catalog: ProviderCatalog;
  /** The sources of phone numbers in search order. */
  readonly numberSources: readonly NumberSource[];
  readonly numberLookup: NumberLookup;
  readonly zones: NumberZones;
  /** Selects the carriers of messages. */
  readonly messageRoutes: MessageRoutes;
  /** Verifies the links with which recipients of email unsubscribe. */
  readonly mailTokens: MailTokens;
  /** Where carriers deliver messages and receipts; undefined if none does. */
  readonly carrierCallbacks?: CarrierCallbacks | undefined;
  /** Determines the addresses that customer-configured requests can reach. */
  readonly egressPolicy: EgressPolicy;
  /** The limits of the plans, which the operator can change. `settings.ratePlans` has their current values. */
  readonly plans: StoredPlans;
  /** Finds the language models of agents. */
  readonly models: ModelDirectory;
  /** Speaks texts outside of calls. */
  readonly voicePreviews: VoicePreviews;
  /** Sends one request to each configured provider. */
  readonly checkProviders: () => Promise<ProviderChecks>;
  /** Sends the requests of `http` nodes. */
  readonly toolRequests: Pick<HttpRequestDependencies, 'egress' | 'secrets'>;
  /** Encrypts the secrets of webhook endpoints. */
  readonly secrets: SecretBox;
  /** The feeds of active calls. They close with the API. */
  readonly callFeeds: CallFeeds;
  /** The open event streams. They close with the API. */
  readonly streams: EventStreams;
  /** Limits the space of uploads in progress. */
  readonly uploads: UploadQuota;
}
