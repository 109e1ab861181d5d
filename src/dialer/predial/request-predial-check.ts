import { lookup as lookUpName } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { EgressPolicy } from '../../domain/egress-policy.ts';

/** Timeout for the complete response. */
const timeoutMs = 5_000;
/** A longer response is an error. */
const responseBytesMax = 64 * 1024;
const reasonCharactersMax = 500;

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

/** Result of a check. `unknown`: the response is missing or not usable. `detail` is shown to users. */
export type PredialResult =
  | { readonly type: 'eligible' }
  | { readonly type: 'refused'; readonly detail: string }
  | { readonly type: 'unknown'; readonly detail: string };

export interface PredialDependencies {
  readonly clock: Pick<Clock, 'after'>;
  readonly egressPolicy: EgressPolicy;
  /** Resolves a host name; defaults to the system's resolver. */
  readonly lookup?: LookupFunction;
}

const ResponseBody = z.object({ eligible: z.boolean(), reason: z.string().optional() });

/** Sends a predial check. Never rejects: returns `unknown` if the response is unclear. */
export async function requestPredialCheck(
  url: URL,
  body: PredialRequest,
  dependencies: PredialDependencies,
): Promise<PredialResult> {
  try {
    return resultOf(await post(url, JSON.stringify(body), dependencies));
  } catch (error) {
    const reason =
      error instanceof PredialFailure ? error.message : `could not be reached (${codeOf(error)}).`;
    return { type: 'unknown', detail: `The predial check ${reason}` };
  }
}

/** A failed check. The message continues the sentence "The predial check …". */
class PredialFailure extends Error {
  override readonly name = 'PredialFailure';
}

/** Returns the code of an error instead of its message, which may contain the URL with secrets. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'no connection';
}

function resultOf({ status, text }: { readonly status: number; readonly text: string }): PredialResult {
  if (status >= 300 && status < 400)
    throw new PredialFailure(`returned ${status}; redirects are not followed.`);
  if (status !== 200) throw new PredialFailure(`returned ${status}.`);
  const body = parseBody(text);
  if (body.eligible) return { type: 'eligible' };
  const reason = body.reason?.trim().slice(0, reasonCharactersMax);
  return { type: 'refused', detail: `The predial check refused the call${reason ? `: ${reason}` : '.'}` };
}

function parseBody(text: string): z.output<typeof ResponseBody> {
  try {
    return ResponseBody.parse(JSON.parse(text));
  } catch {
    throw new PredialFailure('did not return {"eligible": true} or {"eligible": false}.');
  }
}

/**
 * Sends one request. The address is checked at the time of the connection, so that a host name cannot resolve to another
 * address after the check.
 */
function post(
  url: URL,
  body: string,
  { clock, egressPolicy, lookup = lookUpName }: PredialDependencies,
): Promise<{ status: number; text: string }> {
  const isAllowedAddress = (address: string) =>
    url.protocol === 'https:' ? egressPolicy.allows(address) : egressPolicy.isAllowlisted(address);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowedAddress(host)) return Promise.reject(forbidden(url, host));
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
        'user-agent': 'Parley',
      },
      lookup: filteringLookup(lookup, isAllowedAddress, url),
    });
    const timer = clock.after(timeoutMs, () =>
      sent.destroy(new PredialFailure(`did not respond within ${timeoutMs / 1000} seconds.`)),
    );
    sent.once('close', () => timer.cancel());
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        sizeBytes += chunk.length;
        if (sizeBytes > responseBytesMax) sent.destroy(new PredialFailure('returned more than 64 KiB.'));
      });
      response.once('end', () =>
        resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
      );
      response.once('error', reject);
    });
    sent.end(body);
  });
}

/** Returns a resolver that omits addresses to which requests are not allowed. */
function filteringLookup(
  lookup: LookupFunction,
  isAllowedAddress: (address: string) => boolean,
  url: URL,
): LookupFunction {
  return (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      const all = typeof found === 'string' ? [] : found;
      const [first, ...others] = all.filter(({ address }) => isAllowedAddress(address));
      if (first === undefined) return callback(forbidden(url, all[0]?.address ?? 'no address'), '');
      if (options.all === true) return callback(null, [first, ...others]);
      return callback(null, first.address, first.family);
    });
}

function forbidden({ protocol }: URL, address: string): PredialFailure {
  const restriction = protocol === 'https:' ? 'is not allowed' : 'is not allowed without https';
  return new PredialFailure(
    `is at ${address}, which ${restriction} unless PARLEY_WEBHOOK_ALLOW_CIDRS includes the address.`,
  );
}
