import { VendorError, type VendorFailure } from '../websocket/vendor-error.ts';
import { vendor } from './settings.ts';

/** Names of errors in messages and in the reasons of close frames. */
const failures: readonly (readonly [RegExp, VendorFailure])[] = [
  [/auth|invalid_api_key|unaccepted_terms|missing_permissions/i, 'unauthorized'],
  [/quota|rate_limit|too_many|concurren|queue_overflow|resource_exhausted|throttled|system_busy/i, 'limited'],
  [/voice_(id_does_)?not_(exist|found)|invalid|unsupported|input_error|chunk_size/i, 'rejected'],
  [/time_limit|inactivity|input_timeout/i, 'closed'],
];
const namePattern = /[a-z]+(_[a-z]+)+/;

/** Returns the error that a message, or the reason of a close frame with `closeCode`, names. */
export function errorOfText(text: string, closeCode?: number): VendorError {
  const name = namePattern.exec(text)?.[0];
  const failure = failures.find(([pattern]) => pattern.test(text))?.[1];
  const unnamedFailure = closeCode === undefined ? 'unavailable' : 'closed';
  return new VendorError(vendor, failure ?? unnamedFailure, { code: name ?? closeCode });
}
