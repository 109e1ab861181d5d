import { z } from 'zod';
import { isId } from '../core/ids.ts';
import { Problem, refuse, type FieldFault } from '../core/problems.ts';
import type { Endpoint } from './endpoint.ts';
import { fieldFaults } from './field-faults.ts';
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

/**
 * Query and body as the endpoint describes them.
 * @throws {Problem} with every fault of both: `invalid_request` where the body has one, else `invalid_query`
 */
export function readInputs(one: Endpoint, sent: Inputs): Inputs {
  const query = (one.query ?? emptyQuery).safeParse({ ...(sent.query as object) });
  const body = (one.body ?? emptyBody).safeParse(sent.body ?? undefined);
  const queryFaults = [
    ...textFaults(sent.query as object),
    ...(query.success ? [] : fieldFaults(query.error)),
  ];
  const bodyFaults = body.success ? [] : fieldFaults(body.error);
  if (bodyFaults.length > 0)
    throw new Problem('invalid_request', { fields: [...bodyFaults, ...queryFaults] });
  if (queryFaults.length > 0) throw new Problem('invalid_query', { fields: queryFaults });
  return { query: query.data, body: body.data };
}

function textFaults(query: object): FieldFault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const fault = textFault(`${name}${String(value)}`, name);
    return fault === undefined ? [] : [{ ...fault, code: 'invalid_text' }];
  });
}
