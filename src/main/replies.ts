import { idSource } from '../core/ids.ts';
import type { MessagingOptions } from '../messaging/open-messaging.ts';
import type { ReceiveContext } from '../messaging/receiving/receive-message.ts';
import type { ReplyContext } from '../messaging/replying/reply-job.ts';
import { openCallHttp } from './call-http.ts';
import { openLanguageModels } from './language-models.ts';
import type { StartContext } from './start-context.ts';

type Parts = Pick<ReplyContext & ReceiveContext, 'database' | 'tokens' | 'zones' | 'routes'>;

/** Opens the handling of inbound messages, and the jobs that reply to them and that create the messages of calls. */
export async function openReplies(
  context: StartContext,
  parts: Parts,
): Promise<Pick<MessagingOptions, 'onInbound' | 'handlers'>> {
  const { clock, logger, random } = context.dependencies;
  const { receiveMessage } = await import('../messaging/receiving/receive-message.ts');
  const { replyHandler } = await import('../messaging/replying/reply-to-conversation.ts');
  const { replyKind } = await import('../messaging/replying/reply-job.ts');
  const { callMessageHandler, callMessageKind } = await import('../messaging/sending/create-call-message.ts');
  const languageModel = await openLanguageModels(context.config, clock);
  const http = await openCallHttp(context);
  const shared = { ...parts, clock, logger, ids: idSource(clock, random) };
  const replies: ReplyContext = { ...shared, models: { languageModel }, http };
  return {
    onInbound: (carrier, message) => receiveMessage(shared, carrier, message),
    handlers: {
      [replyKind]: replyHandler(replies),
      [callMessageKind]: callMessageHandler(shared),
    },
  };
}
