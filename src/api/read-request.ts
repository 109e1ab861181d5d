import { z } from 'zod';
import { isId } from '../core/ids.ts';
import { Problem, refuse, type FieldFault } from '../core/problems.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { readAs } from './field-faults.ts';
import { textFault } from './json-body.ts';

/** Where nothing is described, nothing may be sent; a body of `{}` is nothing. */
const emptyQuery = z.strictObject({});
const emptyBody = z.strictObject({}).optional();

/** @throws {Problem} the parameter's own 404 where a part of the path cannot be an id of its kind */
export function readPath(
  one: Endpoint,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(one.parameters ?? {}).map(([name, { kind, missing }]) => {
    const text = parameters[name] ?? '';
    return [name, isId(kind, text) ? text : refuse(missing)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

export interface Inputs {
  readonly query: unknown;
  readonly body: unknown;
}

interface SentRequest extends Inputs {
  readonly caller: Caller;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Query and body as the endpoint describes them.
 * @throws {Problem} with every fault of both: `invalid_query` where only the query has one, else what the endpoint says of it,
 * `invalid_request` unless it says something else
 */
export async function readInputs(
  one: Endpoint,
  { caller, path, ...sent }: SentRequest,
  context: ApiContext,
): Promise<Inputs> {
  const query = readAs(one.query ?? emptyQuery, { ...(sent.query as object) });
  const body = readAs(one.body ?? emptyBody, sent.body ?? undefined);
  const queryFaults = [...textFaults(sent.query as object), ...query.faults];
  const faults = [...body.faults, ...queryFaults];
  if (faults.length === 0) return { query: query.value, body: body.value };
  if (body.faults.length === 0) throw new Problem('invalid_query', { fields: faults });
  const problem = await one.explainRefusal?.({ caller, path, sent: sent.body, faults }, context);
  throw problem ?? new Problem('invalid_request', { fields: faults });
}

function textFaults(query: object): FieldFault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const fault = textFault(`${name}${String(value)}`, name);
    return fault === undefined ? [] : [{ ...fault, code: 'invalid_text' }];
  });
}
