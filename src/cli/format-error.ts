import { CommanderError } from 'commander';
import { ConfigError } from '../core/config.ts';
import { ParleyError } from '../../packages/sdk/src/client.ts';
import { CommandError, UsageError } from './output.ts';

/** Formats an error: as text, or with `json` as `{error: {code, message, …}}` on one line. */
export function formatError(error: unknown, json: boolean): string {
  return json ? JSON.stringify({ error: errorObject(error) }) : textOf(error);
}

function textOf(error: unknown): string {
  if (!(error instanceof ParleyError)) return messageOf(error);
  const faults = error.fields.filter(({ message }) => message !== error.message);
  const fields = faults.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  // The message of a call that could not be started has the reason and the call; the code says nothing more.
  const isIdentified = error.requestId !== undefined && error.code !== 'UNKNOWN_ERROR';
  return `${error.message}${fields}${isIdentified ? `\n  (${error.code}, ${error.requestId})` : ''}`;
}

/** Returns the error with the code of the API, or `usage_error`, `invalid_configuration`, `unreachable` or `failed`. */
function errorObject(error: unknown): object {
  const message = messageOf(error);
  if (error instanceof ParleyError) {
    const { code, requestId, fields } = error;
    return {
      code,
      message,
      ...(requestId === undefined ? {} : { requestId }),
      ...(fields.length === 0 ? {} : { fields }),
    };
  }
  if (error instanceof ConfigError) return { code: 'invalid_configuration', message, faults: error.faults };
  if (error instanceof CommandError) return commandErrorObject(error);
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  return { code: isUsage ? 'usage_error' : 'failed', message };
}

/** Uses the code of the API error that made the command fail, if there is one. */
function commandErrorObject({ message, cause, callId }: CommandError): object {
  const code = cause instanceof ParleyError ? cause.code : 'failed';
  return { code, message, ...(callId === undefined ? {} : { callId }) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
