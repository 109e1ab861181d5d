import type { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { findCall } from '../../store/calls/calls.ts';
import { listCallEvents, listTranscript } from '../../store/calls/call-timeline.ts';
import type { Queryable } from '../../store/queryable.ts';
import { toCallDetailResponse, type CallDetailResponse } from './call-response.ts';

/**
 * Returns the call with transcript and timeline.
 * @throws {Problem} `call_not_found`
 */
export async function readCall(
  db: Queryable,
  callRef: { readonly workspaceId: string; readonly callId: string },
): Promise<z.input<typeof CallDetailResponse>> {
  const row = (await findCall(db, callRef)) ?? reject('call_not_found');
  const [transcript, timeline] = await Promise.all([
    listTranscript(db, callRef),
    listCallEvents(db, callRef),
  ]);
  return toCallDetailResponse(row, transcript, timeline);
}
