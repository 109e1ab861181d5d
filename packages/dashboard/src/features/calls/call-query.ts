import type { CallDetail } from '@parley/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

/** The analysis and the recording follow the end of the call by some seconds. */
const isComplete = ({ status, analysis }: CallDetail): boolean =>
  status === 'ended' && analysis?.status !== 'pending';

/** A call with its transcript. It is read again until it is complete. */
export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['getCall', callId],
    queryFn: ({ signal }) => api.getCall({ path: { callId }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isComplete(state.data) ? false : 2_000),
  });
