import type { Task } from '@parley/sdk/client';
import type { LinkProps } from '@tanstack/react-router';

/** Returns the page on which the task can be done: its conversation or its call. */
export function taskLink({ links, address }: Task): LinkProps {
  if (links.conversationId !== null) return { to: '/inbox', search: { conversation: links.conversationId } };
  if (links.callId !== null) return { to: '/calls/$callId', params: { callId: links.callId } };
  return { to: '/calls', search: { phoneNumber: address } };
}
