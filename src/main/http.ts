import type { AddressInfo } from 'node:net';
import type { NodeStatus } from '../api/node-status.ts';
import type { Config } from '../core/config.ts';
import { idSource } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import { readVersion } from '../core/version.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import { EgressPolicy } from '../egress/egress-policy.ts';
import type { Database } from '../store/database.ts';
import type { StoredPlans } from '../store/plans.ts';
import type { PostgresBus } from '../store/postgres-bus.ts';
import { loadNumberZones } from './number-zones.ts';
import { openCallHttp } from './call-http.ts';
import { openCarrierCallbacks } from './carrier-callbacks.ts';
import { openLanguageModels } from './language-models.ts';
import { messageRoutesOf } from './messaging.ts';
import { reachableNetworksOf } from './networks.ts';
import { openNumbers } from './numbers.ts';
import { healthPortOf, httpPortOf, listenFailure } from './ports.ts';
import type { StartContext } from './start-context.ts';
import { catalogOf, type SpeechProviders } from './providers.ts';

/** Parts of the process that the API uses and does not open. */
export interface HttpParts {
  readonly database: Database;
  readonly bus: PostgresBus;
  readonly secrets: SecretBox;
  readonly plans: StoredPlans;
  /** Defaults to usage without prices. */
  readonly prices?: PriceTable | undefined;
  /** The voices of the calls on this node; undefined on a node without calls. */
  readonly speechProviders?: SpeechProviders | undefined;
}

/** Starts the HTTP server of a node with the role `api`. Returns its address. Other nodes do not load the modules of the API. */
export async function serveHttp(
  context: StartContext,
  { database, bus, secrets, plans, prices, speechProviders }: HttpParts,
): Promise<string> {
  const { MailTokens } = await import('../messaging/mail-tokens.ts');
  const { createApi } = await import('../api/app.ts');
  const { CallFeeds } = await import('../api/active-calls/call-feeds.ts');
  const { EventStreams } = await import('../api/http/event-stream.ts');
  const { UploadQuota } = await import('../api/uploads/upload-quota.ts');
  const { VoicePreviews } = await import('../api/voices/voice-previews.ts');
  const { openPreviewVoices } = await import('./preview-voices.ts');
  const { openProviderChecks } = await import('./provider-checks.ts');
  const { checkComponents } = await import('../api/health.ts');
  const { config, dependencies } = context;
  const { httpHost, httpPort, dataDir, metricsToken, defaultPlan, trustedProxies = [] } = config;
  const { clock, random, logger } = dependencies;
  const { numberSources, numberLookup } = await openNumbers(context, database);
  const uploads = new UploadQuota(dataDir, dependencies);
  const app = createApi({
    database,
    bus,
    clock,
    random,
    logger,
    ids: idSource(clock, random),
    settings: {
      version: readVersion(),
      dataDir,
      metricsToken,
      trustedProxies,
      zoneWhenUnknown: config.zoneWhenUnknown,
      sipTraceDays: config.sipTraceDays,
      csvLimits: csvLimitsOf(config),
      reachableNetworks: reachableNetworksOf(config),
      defaultPlan,
      ratePlans: plans.limits,
    },
    catalog: catalogOf(config),
    streams: new EventStreams({ clock, logger }),
    callFeeds: new CallFeeds({ bus, clock, database, logger, random, nodeId: context.nodeId }),
    uploads,
    numberSources,
    numberLookup,
    zones: await loadNumberZones(),
    messageRoutes: messageRoutesOf(config, dependencies),
    mailTokens: new MailTokens(secrets),
    carrierCallbacks: await openCarrierCallbacks(context, database, secrets),
    egressPolicy: new EgressPolicy(config.webhookAllowCidrs ?? []),
    plans,
    models: { languageModel: await openLanguageModels(config, clock) },
    voicePreviews: new VoicePreviews(openPreviewVoices(context, { prices, speechProviders }), clock),
    checkProviders: openProviderChecks(context),
    toolRequests: await openCallHttp(context),
    secrets,
    node: nodeStatusOf(context, checkComponents),
  });
  await app.listen({ host: httpHost, port: httpPort }).catch((cause: unknown) => {
    throw new Error(listenFailure(cause, httpPortOf(config)), { cause });
  });
  context.closers.add('HTTP', () => app.close().finally(() => uploads.close()));
  const { port } = app.server.address() as AddressInfo;
  context.listening.unshift(`HTTP on ${httpHost}:${port}`);
  return httpAddressOf(httpHost, port);
}

/** Starts the HTTP server for health checks and metrics of a node without the role `api`, if it has a port. */
export async function serveHealth(context: StartContext): Promise<void> {
  const { config, dependencies } = context;
  const { httpHost, healthPort, metricsToken } = config;
  if (healthPort === undefined || config.roles.includes('api')) return;
  const { createHealthServer } = await import('../api/health-server.ts');
  const { checkComponents } = await import('../api/health.ts');
  const app = createHealthServer({
    ...dependencies,
    ids: idSource(dependencies.clock, dependencies.random),
    settings: { metricsToken },
    node: nodeStatusOf(context, checkComponents),
  });
  await app.listen({ host: httpHost, port: healthPort }).catch((cause: unknown) => {
    throw new Error(listenFailure(cause, healthPortOf({ httpHost, healthPort })), { cause });
  });
  context.closers.add('health checks', () => app.close());
  const { port } = app.server.address() as AddressInfo;
  context.listening.unshift(`Health checks on ${httpHost}:${port}`);
}

const nodeStatusOf = (
  { nodeId, status, checks, metrics, dependencies }: StartContext,
  checkComponents: typeof import('../api/health.ts').checkComponents,
): NodeStatus => ({
  id: nodeId,
  get draining() {
    return status.draining;
  },
  isOverloaded: (toNumber) => status.isOverloaded(toNumber),
  checkHealth: () => checkComponents(checks, dependencies.clock),
  metrics: () => metrics.flatMap((read) => read()),
});

/** Returns the URL for a browser on this machine. */
export function httpAddressOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const urlHost = reachable.includes(':') ? `[${reachable}]` : reachable;
  return `http://${urlHost}:${port}`;
}

const csvLimitsOf = ({ csvMaxRows, csvMaxBytes, csvMaxColumns, csvMaxCellBytes }: Config) => ({
  maxRows: csvMaxRows,
  maxBytes: csvMaxBytes,
  maxColumns: csvMaxColumns,
  maxCellBytes: csvMaxCellBytes,
});
