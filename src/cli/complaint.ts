import { CommanderError } from 'commander';
import { ConfigError } from '../core/config.ts';
import { ParleyError } from '../../packages/sdk/src/client.ts';
import { CommandFailed, UsedWrongly } from './output.ts';

/** What went wrong: for people in sentences, for programs `{error: {code, message, …}}` on one line. */
export function complaintOf(error: unknown, json: boolean): string {
  return json ? JSON.stringify({ error: describe(error) }) : sentenceOf(error);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ParleyError)) return messageOf(error);
  const fields = error.fields.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  return `${error.message}${fields}${error.requestId === undefined ? '' : `\n  (${error.code}, ${error.requestId})`}`;
}

/** The codes of the API, and four of our own: `used_wrongly`, `invalid_configuration`, `unreachable`, `failed`. */
function describe(error: unknown): object {
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
  if (error instanceof CommandFailed) return describeFailure(error);
  const isUsage = error instanceof CommanderError || error instanceof UsedWrongly;
  return { code: isUsage ? 'used_wrongly' : 'failed', message };
}

/** The code is that of the API where its refusal is what made the command fail. */
function describeFailure({ message, cause, callId }: CommandFailed): object {
  const code = cause instanceof ParleyError ? cause.code : 'failed';
  return { code, message, ...(callId === undefined ? {} : { callId }) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
