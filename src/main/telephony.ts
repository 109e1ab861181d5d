import type { Carrier } from '../contracts/carrier.ts';
import type { Config } from '../core/config.ts';
import type { MediaEngine } from '../media/media-port.ts';
import type { Database } from '../store/database.ts';
import type { DialogLogWriter } from '../telephony/dialog-log-writer.ts';
import type { SipTrace } from '../telephony/sip-trace.ts';
import type { TrunkSettings } from '../telephony/trunk.ts';
import { endAbandonedCalls } from './abandoned-calls.ts';
import { runPeriodically, sipCallRoot, type StartContext } from './start-context.ts';
import { routesToTestNetwork, openTestNetwork } from './test-network.ts';
import type { SpeechProviders } from './providers.ts';

/** Interval at which old SIP messages are deleted. */
const purgeEveryMs = 3_600_000;

/** Opens SIP with its outbound trunks: that of the test network for fictional numbers, then the operator's. */
export async function openSip(
  context: StartContext,
  database: Database,
  engine: MediaEngine,
  speechProviders: SpeechProviders,
): Promise<Carrier> {
  const { openSipCarrier } = await import('../telephony/open-sip-carrier.ts');
  const { findOwnedNumberByE164 } = await import('../store/phone-numbers.ts');
  const { closers, dependencies } = context;
  const { sipHost, sipPort, publicIp, testNetwork } = context.config;
  const dialogLog = await openDialogLog(context);
  const trace = await openSipTrace(context);
  const network = testNetwork ? await openTestNetwork(context, engine, speechProviders) : undefined;
  const { carrier, port } = await openSipCarrier({
    ...dependencies,
    engine,
    trunks: [...(network === undefined ? [] : [network.trunk]), ...configuredTrunks(context.config)],
    address: sipHost,
    port: sipPort,
    publicAddress: publicIp,
    portSetting: 'PARLEY_SIP_PORT',
    isOwned: async (e164) => (await findOwnedNumberByE164(database.asSystem(), { e164 })) !== undefined,
    admitsLoopback: testNetwork,
    dialogLog,
    trace,
  });
  closers.add('SIP', () => carrier.close());
  await endAbandonedCalls(context, database, { carrier, dialogLog });
  context.checks.push({ name: 'sip', check: () => carrier.checkHealth(), external: true });
  context.metrics.push(() => [
    {
      name: 'parley_sip_foreign_requests',
      help: 'Rejected requests within a call whose source is not the peer of the call.',
      value: carrier.foreignRequests,
    },
  ]);
  context.listening.push(`SIP on ${sipHost}:${port}, UDP and TCP`);
  return network === undefined ? carrier : routesToTestNetwork(carrier, network);
}

/** Returns the trace that stores the SIP messages of calls; undefined if none are kept. Deletes old messages periodically. */
async function openSipTrace(context: StartContext): Promise<SipTrace | undefined> {
  const { SipTrace: Trace } = await import('../telephony/sip-trace.ts');
  const { writeSipMessages, purgeSipMessages } = await import('../telephony/sip-message-files.ts');
  const { config, dependencies } = context;
  const { dataDir, sipTraceDays } = config;
  const purge = () => purgeSipMessages(dataDir, sipTraceDays, dependencies.clock.now());
  await purge();
  runPeriodically(context, purgeEveryMs, purge);
  if (sipTraceDays === 0) return undefined;
  return new Trace({ ...dependencies, write: (callId, file) => writeSipMessages(dataDir, callId, file) });
}

/** Opens the dialog log, and registers its close. The close deletes the file of the log unless a call could not be ended. */
async function openDialogLog(context: StartContext): Promise<DialogLogWriter> {
  const { DialogLogWriter } = await import('../telephony/dialog-log-writer.ts');
  const { closers, nodeId, dependencies } = context;
  const dialogLog = new DialogLogWriter({ folder: sipCallRoot(context), nodeId, ...dependencies });
  closers.add('dialog log', () => dialogLog.close());
  await dialogLog.preallocate();
  return dialogLog;
}

/** Returns a list of the configured trunk; empty if none is configured. */
export function configuredTrunks(config: Config): TrunkSettings[] {
  const { trunkUrl, trunkRegister: register, trunkSources: allowedSourceAddresses = [] } = config;
  if (trunkUrl === undefined) return [];
  return [{ name: trunkUrl.host, ...trunkUrl, register, allowedSourceAddresses }];
}
