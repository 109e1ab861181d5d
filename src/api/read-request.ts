import { z } from 'zod';
import { isId } from '../core/ids.ts';
import { Problem, refuse, type FieldFault } from '../core/problems.ts';
import type { ApiContext } from './context.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import type { Upload } from './uploads/upload.ts';
import { validate, type ValidationResult } from './validate.ts';
import { textFault } from './json-body.ts';
import { validateInChunks } from './validate-in-chunks.ts';
import { sentFields } from './sent-value.ts';

/** Endpoints without a query or body schema accept none. An empty object counts as none. */
const emptyQuery = z.strictObject({});
const emptyBody = z.strictObject({}).optional();

/** @throws {Problem} the 404 of the parameter if its value has not the form of an id */
export function readPath(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(endpoint.parameters ?? {}).map(([name, { kind, notFoundCode }]) => {
    const text = parameters[name] ?? '';
    return [name, isId(kind, text) ? text : refuse(notFoundCode)];
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
  readonly upload?: Upload | undefined;
}

/**
 * Validates query and body by the schemas of the endpoint.
 * @throws {Problem} with every fault of both: the error of the endpoint, else `invalid_query` if only the query is invalid,
 * else `invalid_request`
 */
export async function readInputs(
  endpoint: Endpoint,
  { caller, path, upload, ...sent }: SentRequest,
  context: ApiContext,
): Promise<Inputs> {
  const query = validate(endpoint.query ?? emptyQuery, { ...(sent.query as object) });
  const body = await readBody(endpoint, sent.body ?? undefined);
  const queryFaults = [
    ...textFaults(sent.query as object),
    ...query.faults.map((fault) => misplaced(endpoint, upload, fault)),
  ];
  const faults = [...body.faults, ...queryFaults];
  if (faults.length === 0) return { query: query.value, body: body.value };
  const [explain, code, blamed] =
    body.faults.length === 0
      ? (['findQueryProblem', 'invalid_query', sent.query] as const)
      : (['findBodyProblem', 'invalid_request', sent.body] as const);
  const problem = await endpoint[explain]?.({ caller, path, input: blamed, faults }, context);
  throw problem ?? new Problem(code, { fields: faults });
}

function readBody(
  { body = emptyBody, chunkedList }: Endpoint,
  sent: unknown,
): ValidationResult | Promise<ValidationResult> {
  const fields = sentFields(sent);
  if (chunkedList !== undefined && body instanceof z.ZodObject && Array.isArray(fields[chunkedList]))
    return validateInChunks(body, fields, chunkedList);
  return validate(body, sent);
}

/** Explains where to send a body field that was sent in the query. With a `text/csv` body, the query holds these fields. */
function misplaced({ body }: Endpoint, upload: Upload | undefined, fault: FieldFault): FieldFault {
  const isOfBody = body instanceof z.ZodObject && Object.hasOwn(body.shape, fault.path);
  if (fault.code !== 'unknown_field' || !isOfBody) return fault;
  const where = upload === undefined ? 'in the body' : 'as a field of the form with the file';
  return { ...fault, message: `Send it ${where}, not in the query.` };
}

function textFaults(query: object): FieldFault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const fault = textFault(`${name}${String(value)}`, name);
    return fault === undefined ? [] : [{ ...fault, code: 'invalid_text' }];
  });
}
