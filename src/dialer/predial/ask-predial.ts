import { lookup as lookUpName } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { EgressPolicy } from '../../domain/egress-policy.ts';

/** Until the whole answer is here. */
const timeoutMs = 5_000;
/** A longer answer is given up. */
const answerBytesMax = 64 * 1024;
const reasonCharactersMax = 500;

/** Who is about to be called. */
export interface PredialQuestion {
  readonly batchId: string;
  readonly jobId: string;
  /** E.164. */
  readonly phoneNumber: string;
  /** Which call to this row it would be, from 1. */
  readonly attempt: number;
  readonly customer: object;
  readonly dynamic: object;
}

/** `unknown`: nobody said whether or not. The details are sentences for people. */
export type PredialVerdict =
  | { readonly type: 'eligible' }
  | { readonly type: 'refused'; readonly detail: string }
  | { readonly type: 'unknown'; readonly detail: string };

export interface PredialSurroundings {
  readonly clock: Pick<Clock, 'after'>;
  readonly addresses: EgressPolicy;
  /** Finds the addresses of a name; of the system unless a test brings another. */
  readonly lookup?: LookupFunction;
}

const Answer = z.object({ eligible: z.boolean(), reason: z.string().optional() });

/** Asks whether somebody may be called. Never rejects: whatever is no clear answer is `unknown`. */
export async function askPredial(
  url: URL,
  question: PredialQuestion,
  surroundings: PredialSurroundings,
): Promise<PredialVerdict> {
  try {
    return verdictOf(await post(url, JSON.stringify(question), surroundings));
  } catch (error) {
    const why = error instanceof PredialFailure ? error.message : `could not be asked (${codeOf(error)}).`;
    return { type: 'unknown', detail: `The predial check ${why}` };
  }
}

/** Its sentence goes on after "The predial check". */
class PredialFailure extends Error {
  override readonly name = 'PredialFailure';
}

/** Nothing of the address: it may hold what only its owner knows. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'no connection';
}

function verdictOf({ status, text }: { readonly status: number; readonly text: string }): PredialVerdict {
  if (status >= 300 && status < 400)
    throw new PredialFailure(`answered ${status}; redirects are not followed.`);
  if (status !== 200) throw new PredialFailure(`answered ${status}.`);
  const answer = readAnswer(text);
  if (answer.eligible) return { type: 'eligible' };
  const reason = answer.reason?.trim().slice(0, reasonCharactersMax);
  return { type: 'refused', detail: `The predial check refused the call${reason ? `: ${reason}` : '.'}` };
}

function readAnswer(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new PredialFailure('answered something else than {"eligible": true} or {"eligible": false}.');
  }
}

/** One request. The address is judged as it is connected to, so that no name can lead elsewhere than where it led before. */
function post(
  url: URL,
  body: string,
  { clock, addresses, lookup = lookUpName }: PredialSurroundings,
): Promise<{ status: number; text: string }> {
  const isReachable = (address: string) =>
    url.protocol === 'https:' ? addresses.allows(address) : addresses.isAllowlisted(address);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isReachable(host)) return Promise.reject(forbidden(url, host));
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
      lookup: guarded(lookup, isReachable, url),
    });
    const timer = clock.after(timeoutMs, () =>
      sent.destroy(new PredialFailure(`did not answer within ${timeoutMs / 1000} seconds.`)),
    );
    sent.once('close', () => timer.cancel());
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        sizeBytes += chunk.length;
        if (sizeBytes > answerBytesMax) sent.destroy(new PredialFailure('answered more than 64 KiB.'));
      });
      response.once('end', () =>
        resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }),
      );
      response.once('error', reject);
    });
    sent.end(body);
  });
}

/** Of a name's addresses only those that may be reached. */
function guarded(
  lookup: LookupFunction,
  isReachable: (address: string) => boolean,
  url: URL,
): LookupFunction {
  return (name, options, answer) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return answer(error, '');
      const all = typeof found === 'string' ? [] : found;
      const [first, ...others] = all.filter(({ address }) => isReachable(address));
      if (first === undefined) return answer(forbidden(url, all[0]?.address ?? 'no address'), '');
      if (options.all === true) return answer(null, [first, ...others]);
      return answer(null, first.address, first.family);
    });
}

function forbidden({ protocol }: URL, address: string): PredialFailure {
  const how = protocol === 'https:' ? 'where nothing is asked' : 'where nothing is asked without https';
  return new PredialFailure(`is at ${address}, ${how} unless PARLEY_WEBHOOK_ALLOW_CIDRS has the address.`);
}
