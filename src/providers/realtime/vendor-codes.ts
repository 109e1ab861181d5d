import type { VendorFailure } from '../websocket/vendor-error.ts';

const failures: Readonly<Record<string, VendorFailure>> = {
  invalid_api_key: 'unauthorized',
  authentication_error: 'unauthorized',
  permission_denied: 'unauthorized',
  rate_limit_exceeded: 'limited',
  insufficient_quota: 'limited',
  session_expired: 'closed',
  server_error: 'unavailable',
  overloaded: 'unavailable',
};

const fatalCodes: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'authentication_error',
  'permission_denied',
  'insufficient_quota',
  'session_expired',
  'model_not_found',
  'invalid_model',
]);

/** Returns the failure that an error code of the OpenAI Realtime API means. */
export const failureOfCode = (code: string): VendorFailure =>
  Object.hasOwn(failures, code) ? failures[code]! : 'rejected';

/** Returns whether the error is one of the whole session. */
export const isFatalCode = (code: string): boolean => fatalCodes.has(code);
