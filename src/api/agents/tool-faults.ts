import type { FieldFault } from '../../core/problems.ts';
import { isReservedToolName } from '../../domain/agent.ts';
import { headerAdvice, isRequestHeader } from '../../domain/http-header.ts';
import { compileParameters } from '../../domain/tools/tool-parameters.ts';
import { sentFields, sentList, sentText } from '../http/sent-value.ts';

/** Returns faults for the tools of an agent that calls could not use. `sent` holds agent fields in any shape. */
export function toolFaults(sent: unknown): FieldFault[] {
  const tools = sentList(sentFields(sent).tools).map(sentFields);
  const names = tools.map(({ name }) => sentText(name));
  return tools.flatMap((tool, index) => [
    ...nameFaults(names, index),
    ...parameterFaults(tool, index),
    ...headerFaults(tool, index),
  ]);
}

function nameFaults(names: readonly (string | undefined)[], index: number): FieldFault[] {
  const name = names[index];
  if (name === undefined) return [];
  const path = `tools[${index}].name`;
  if (isReservedToolName(name))
    return [{ path, code: 'reserved_name', message: `"${name}" is the name of a built-in tool.` }];
  return names.indexOf(name) === index
    ? []
    : [{ path, code: 'duplicate_id', message: `"${name}" is the name of another tool.` }];
}

function parameterFaults({ parameters }: Readonly<Record<string, unknown>>, index: number): FieldFault[] {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) return [];
  const compiled = compileParameters(sentFields(parameters));
  if (!('fault' in compiled)) return [];
  return [{ path: `tools[${index}].parameters`, code: 'invalid_schema', message: compiled.fault }];
}

function headerFaults({ headers }: Readonly<Record<string, unknown>>, index: number): FieldFault[] {
  return Object.keys(sentFields(headers))
    .filter((name) => !isRequestHeader(name))
    .map((name) => ({
      path: `tools[${index}].headers.${name}`,
      code: 'invalid_header',
      message: headerAdvice,
    }));
}
