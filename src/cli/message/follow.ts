import { systemClock, type Clock } from '../../core/clock.ts';
import type { ParleyClient } from '../../../packages/sdk/src/client.ts';
import type { Output } from '../output.ts';
import { onSignals, type SignalSource } from '../signals.ts';
import { messageLine } from './message-line.ts';

export interface FollowDependencies {
  readonly clock: Clock;
  readonly source: SignalSource;
}

const systemDependencies: FollowDependencies = { clock: systemClock, source: process };

/** Shows the messages of a conversation and each change, until a signal or the end of the conversation. */
export async function followConversation(
  client: Pick<ParleyClient, 'follow'>,
  conversationId: string,
  output: Output,
  dependencies: FollowDependencies = systemDependencies,
): Promise<void> {
  const interruption = new AbortController();
  const unsubscribe = onSignals(dependencies, () => interruption.abort());
  output.line(output.paint('dim', '  following; Ctrl-C exits'));
  const shown = new Map<string, string>();
  try {
    const path = { conversationId };
    for await (const { message } of client.follow('followConversation', {
      path,
      signal: interruption.signal,
    })) {
      if (message === null) continue;
      const { _id: messageId } = message;
      const line = messageLine(message, output);
      // A reconnection repeats the messages.
      if (shown.get(messageId) === line) continue;
      shown.set(messageId, line);
      output.line(line);
    }
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    unsubscribe();
  }
}
