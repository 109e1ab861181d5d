import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { SecretBoxError, type SecretBox } from '../../core/secret-box.ts';
import { signatureHeaders } from '../../core/webhook-signature.ts';
import { EgressError, type EgressClient } from '../../egress/egress-client.ts';

/** Timeout for the complete response. */
const timeoutMs = 5_000;
/** A longer response is an error. */
const maxResponseBytes = 64 * 1024;
const maxReasonCharacters = 500;

/** Body of the request: the call that is about to be made. */
export interface PredialRequest {
  readonly batchId: string;
  readonly jobId: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Number of this attempt to call the row, from 1. */
  readonly attempt: number;
  readonly customer: object;
  readonly dynamic: object;
}

/** Where a check is sent. */
export interface PredialTarget {
  readonly workspaceId: string;
  readonly url: URL;
  /** Secret that signs the check, encrypted with the batch id as associated data; null if the check is not signed. */
  readonly secret: string | null;
}

export interface PredialDependencies {
  readonly egress: Pick<EgressClient, 'send'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Result of a check. `unknown`: the response is missing or not usable. `detail` is shown to users. */
export type PredialResult =
  | { readonly type: 'eligible' }
  | { readonly type: 'refused'; readonly detail: string }
  | { readonly type: 'unknown'; readonly detail: string };

const ResponseBody = z.object({ eligible: z.boolean(), reason: z.string().optional() });

/**
 * Sends a predial check. Returns `unknown` if the request fails or the response is not usable, and also, without a request, if the secret
 * cannot be decrypted.
 */
export async function requestPredialCheck(
  target: PredialTarget,
  request: PredialRequest,
  dependencies: PredialDependencies,
): Promise<PredialResult> {
  try {
    const body = JSON.stringify(request);
    const signature = target.secret === null ? {} : signRequest(target.secret, request, body, dependencies);
    return resultOf(await post(target, body, signature, dependencies.egress));
  } catch (error) {
    if (!(error instanceof PredialFailure || error instanceof EgressError)) throw error;
    return { type: 'unknown', detail: `The predial check ${error.message}.` };
  }
}

/** A failed check. The message continues the sentence "The predial check …". */
class PredialFailure extends Error {
  override readonly name = 'PredialFailure';
}

/** Returns the signature headers. The message id in them is the same for each check of one attempt. */
function signRequest(
  sealed: string,
  { batchId, jobId, attempt }: PredialRequest,
  body: string,
  { secrets, clock }: PredialDependencies,
): Record<string, string> {
  try {
    const secret = secrets.open(sealed, batchId);
    return signatureHeaders({ id: `${jobId}_${attempt}`, body, nowMs: clock.now(), secrets: [secret] });
  } catch (error) {
    if (error instanceof SecretBoxError)
      throw new PredialFailure('could not be signed: its secret cannot be decrypted', { cause: error });
    throw error;
  }
}

function resultOf({ status, text }: { readonly status: number; readonly text: string }): PredialResult {
  if (status >= 300 && status < 400)
    throw new PredialFailure(`returned ${status}; redirects are not followed`);
  if (status !== 200) throw new PredialFailure(`returned ${status}`);
  const body = parseBody(text);
  if (body.eligible) return { type: 'eligible' };
  const reason = body.reason?.trim().slice(0, maxReasonCharacters);
  return { type: 'refused', detail: `The predial check refused the call${reason ? `: ${reason}` : '.'}` };
}

function parseBody(text: string): z.output<typeof ResponseBody> {
  try {
    return ResponseBody.parse(JSON.parse(text));
  } catch {
    throw new PredialFailure('did not return {"eligible": true} or {"eligible": false}');
  }
}

async function post(
  { workspaceId, url }: PredialTarget,
  body: string,
  signature: Record<string, string>,
  egress: Pick<EgressClient, 'send'>,
) {
  const {
    status,
    body: bytes,
    isTruncated,
  } = await egress.send({
    workspaceId,
    url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'Parley',
      ...signature,
    },
    body,
    timeoutMs,
    maxResponseBytes,
    reuseConnection: false,
  });
  if (isTruncated) throw new PredialFailure('returned more than 64 KiB');
  return { status, text: bytes.toString() };
}
