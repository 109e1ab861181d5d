import { readRecipient } from '../../conversations/recipient.ts';
import type { NodeOf } from '../node.ts';
import { renderText } from '../scope.ts';
import { leave, type NodeOutcome, type StepContext } from '../state.ts';

/** Sends the message of a message flow. Fails if `to` is neither a number nor an email address. */
export const sendMessageNode = {
  enter(node: NodeOf<'send_message'>, step: StepContext): NodeOutcome {
    const { flowId, to } = node.config;
    const recipient = readRecipient(renderText(to, step).trim());
    if (recipient === undefined) {
      const text =
        'The recipient is neither a phone number in E.164 nor an email address. No message was sent.';
      return leave(false, { type: 'warning', nodeId: node.id, text });
    }
    return leave(true, { type: 'send-message', nodeId: node.id, flowId, to: recipient.address });
  },
};
