import type { CallDetail } from '@parley/sdk/client';
import { useNodeNames } from '../flows/flow-query.ts';
import { useWorkspaceZone } from '../session/session.ts';
import type { EventContext } from './event-text.ts';

/** Returns the time zones of the call, and the names of the nodes of its flow. */
export const useEventContext = ({
  customer,
  flowId,
  flowVersion,
}: Pick<CallDetail, 'customer' | 'flowId' | 'flowVersion'>): EventContext => ({
  zone: useWorkspaceZone(),
  personZone: customer.timezone,
  nodeNames: useNodeNames(flowId, flowVersion),
});
