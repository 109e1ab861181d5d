import type { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { findCall } from '../../store/calls/find-call.ts';
import { listCallEvents } from '../../store/calls/list-call-events.ts';
import { listTranscript } from '../../store/calls/list-transcript.ts';
import type { Queryable } from '../../store/queryable.ts';
import { toCallDetailResponse, type CallDetailResponse } from './call-response.ts';

/**
 * Returns the call with transcript and timeline.
 * @throws {Problem} `call_not_found`
 */
export async function readCall(
  db: Queryable,
  which: { readonly workspaceId: string; readonly callId: string },
): Promise<z.input<typeof CallDetailResponse>> {
  const row = (await findCall(db, which)) ?? refuse('call_not_found');
  const [transcript, timeline] = await Promise.all([listTranscript(db, which), listCallEvents(db, which)]);
  return toCallDetailResponse(row, transcript, timeline);
}
