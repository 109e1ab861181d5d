import type { Bus } from '../contracts/bus.ts';
import type { NumberSource } from '../contracts/number-source.ts';
import type { Clock } from '../core/clock.ts';
import type { IdSource } from '../core/ids.ts';
import type { Logger } from '../core/logger.ts';
import type { NumberLookup } from '../core/number-lookup.ts';
import type { NumberZones } from '../core/number-zones.ts';
import type { Random } from '../core/random.ts';
import type { AvailableNetworks } from '../domain/batches/number-networks.ts';
import type { EgressPolicy } from '../domain/egress-policy.ts';
import type { RatePlan, RatePlanTable } from '../domain/rate-plan.ts';
import type { Database } from '../store/database.ts';
import type { UploadQuota } from './uploads/upload-quota.ts';
import type { EventStreams } from './event-stream.ts';
import type { NodeStatus } from './node-status.ts';
import type { ProviderCatalog } from './provider-catalog.ts';

export interface ApiSettings {
  /** Of the program, for the OpenAPI document. */
  readonly version: string;
  /** Folder that the recordings are in. */
  readonly dataDir: string;
  /** Bearer token of `/metrics`; without one only this machine may read it. */
  readonly metricsToken: string | undefined;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** What the plans allow, as the operator set them. */
  readonly plans: RatePlanTable;
  /** Of workspaces that are made without naming one. */
  readonly defaultPlan: RatePlan;
  /** IANA: stands for the zone of numbers whose zone is not known. */
  readonly zoneWhenUnknown: string | undefined;
  /** By the nodes that make calls, which have the same settings. */
  readonly carried: AvailableNetworks;
}

/** Everything that endpoints work with. */
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
  /** Where numbers can be had from, in the order in which they are asked. */
  readonly numberSources: readonly NumberSource[];
  readonly numberLookup: NumberLookup;
  readonly zones: NumberZones;
  /** Where requests that customers ask for may go. */
  readonly addresses: EgressPolicy;
  /** Closed with the API. */
  readonly streams: EventStreams;
  /** What uploads under way take. */
  readonly uploads: UploadQuota;
}
