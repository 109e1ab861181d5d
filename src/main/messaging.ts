import type { Config } from '../core/config.ts';
import { idSource } from '../core/ids.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { PriceTable } from '../domain/costs/price-table.ts';
import type { CarrierRegistration, MessagingOptions } from '../messaging/open-messaging.ts';
import type { ReceiveContext } from '../messaging/receiving/receive-message.ts';
import type { ReplyContext } from '../messaging/replying/reply-job.ts';
import { MessageRoutes } from '../messaging/sending/message-routes.ts';
import type { Database } from '../store/database.ts';
import { openCallHttp } from './call-http.ts';
import { openLanguageModels } from './language-models.ts';
import { mailCarriers } from './mail.ts';
import { loadNumberZones } from './number-zones.ts';
import { smsCarriers } from './sms-carriers.ts';
import type { Dependencies, StartContext } from './start-context.ts';
import { testNetworkCarriers } from './test-messages.ts';

/** How long a close waits for the messages in progress. */
const drainTimeoutMs = 5_000;

type Registrar = (config: Config, dependencies: Dependencies) => readonly CarrierRegistration[];

/** One entry per adapter. Of two carriers for the same recipients, the first is used. */
const registrars: readonly Registrar[] = [testNetworkCarriers, smsCarriers, mailCarriers];

const registrationsOf = (config: Config, dependencies: Dependencies): CarrierRegistration[] =>
  registrars.flatMap((register) => register(config, dependencies));

/** Returns the routes of the configuration, which are the same on every node. Opens no connection. */
export const messageRoutesOf = (config: Config, dependencies: Dependencies): MessageRoutes =>
  new MessageRoutes(registrationsOf(config, dependencies).map(({ route }) => route));

/** Opens the carriers of messages and starts to send, on nodes with the role `worker`. */
export async function startMessaging(
  context: StartContext,
  database: Database,
  secrets: SecretBox,
  prices: PriceTable | undefined,
): Promise<void> {
  const { config, dependencies, nodeId, closers, checks, metrics } = context;
  if (!config.roles.includes('worker')) return;
  const { openMessaging } = await import('../messaging/open-messaging.ts');
  const { MailTokens } = await import('../messaging/mail-tokens.ts');
  const tokens = new MailTokens(secrets, config.publicUrl);
  const zones = await loadNumberZones();
  const routes = messageRoutesOf(config, dependencies);
  const messaging = await openMessaging({
    ...dependencies,
    database,
    nodeId,
    zones,
    tokens,
    routes,
    registrations: registrationsOf(config, dependencies),
    ...(await openReplies(context, { database, tokens, zones, routes, prices })),
  });
  closers.add('messages', async () => {
    // A message whose transfer is aborted has an unknown outcome.
    await Promise.race([messaging.drain(), dependencies.clock.sleep(drainTimeoutMs)]);
    await messaging.close();
  });
  for (const carrier of messaging.carriers)
    checks.push({ name: `messages by ${carrier.name}`, external: true, check: () => carrier.checkHealth() });
  metrics.push(() => [
    {
      name: 'parley_messages_sending',
      help: 'Messages that this node is sending.',
      value: messaging.running,
    },
  ]);
  messaging.start();
}

type Parts = Pick<ReplyContext & ReceiveContext, 'database' | 'tokens' | 'zones' | 'routes' | 'prices'>;

/** Opens the handling of inbound messages, and the jobs that reply to them and that create the messages of calls. */
async function openReplies(
  context: StartContext,
  parts: Parts,
): Promise<Pick<MessagingOptions, 'onInbound' | 'handlers'>> {
  const { clock, logger, random } = context.dependencies;
  const { receiveMessage } = await import('../messaging/receiving/receive-message.ts');
  const { replyHandler } = await import('../messaging/replying/reply-to-conversation.ts');
  const { replyKind } = await import('../messaging/replying/reply-job.ts');
  const { callMessageHandler, callMessageKind } = await import('../messaging/sending/create-call-message.ts');
  const { messageBatchHandler, messageBatchKind } = await import('../messaging/sending/message-batch-job.ts');
  const languageModel = await openLanguageModels(context.config, clock);
  const http = await openCallHttp(context);
  const shared = { ...parts, clock, logger, ids: idSource(clock, random) };
  const replies: ReplyContext = { ...shared, models: { languageModel }, http };
  return {
    onInbound: (carrier, message) => receiveMessage(shared, carrier, message),
    handlers: {
      [replyKind]: replyHandler(replies),
      [callMessageKind]: callMessageHandler(shared),
      [messageBatchKind]: messageBatchHandler(shared),
    },
  };
}
