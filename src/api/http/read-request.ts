import { z } from 'zod';
import { isId } from '../../core/ids.ts';
import { Problem, reject, type FieldFault } from '../../core/problems.ts';
import type { ApiContext } from '../context.ts';
import {
  isValueKind,
  pathValuePatterns,
  type Caller,
  type Endpoint,
  type PathParameter,
} from '../endpoint.ts';
import type { Upload } from '../uploads/upload.ts';
import { validate, type ValidationResult } from './validate.ts';
import { textFault } from './json-body.ts';
import { validateInChunks } from './validate-in-chunks.ts';
import { sentFields } from './sent-value.ts';

/** Schemas for endpoints without a query or body. An empty object counts as no body. */
const emptyQuery = z.strictObject({});
const emptyBody = z.strictObject({}).optional();

/**
 * Returns the path parameters.
 * @throws {Problem} the 404 of the parameter if its value is not a well-formed id
 */
export function readPath(
  endpoint: Endpoint,
  parameters: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = Object.entries(endpoint.parameters ?? {}).map(([name, { kind, notFoundCode }]) => {
    const text = parameters[name] ?? '';
    return [name, isWellFormed(kind, text) ? text : reject(notFoundCode)];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

const isWellFormed = (kind: PathParameter['kind'], text: string): boolean =>
  isValueKind(kind) ? pathValuePatterns[kind].test(text) : isId(kind, text);

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
 * Validates query and body with the schemas of the endpoint.
 * @throws {Problem} with all faults of both. The endpoint can define the error by `problemOfInvalidBody` and `problemOfInvalidQuery`. Default:
 * `invalid_query` if only the query is invalid, otherwise `invalid_request`
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
    ...query.faults.map((fault) => explainMisplacedField(endpoint, upload, fault)),
  ];
  const faults = [...body.faults, ...queryFaults];
  if (faults.length === 0) return { query: query.value, body: body.value };
  const [problemOf, code, input] =
    body.faults.length === 0
      ? (['problemOfInvalidQuery', 'invalid_query', sent.query] as const)
      : (['problemOfInvalidBody', 'invalid_request', sent.body] as const);
  const problem = await endpoint[problemOf]?.({ caller, path, input, faults }, context);
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

/** Replaces the message for a body field that was sent in the query: the new message says where to send the field. */
function explainMisplacedField(
  { body }: Endpoint,
  upload: Upload | undefined,
  fault: FieldFault,
): FieldFault {
  const isBodyField = body instanceof z.ZodObject && Object.hasOwn(body.shape, fault.path);
  if (fault.code !== 'unknown_field' || !isBodyField) return fault;
  const place = upload === undefined ? 'in the body' : 'as a field of the form with the file';
  return { ...fault, message: `Send it ${place}, not in the query.` };
}

function textFaults(query: object): FieldFault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const fault = textFault(`${name}${String(value)}`, name);
    return fault === undefined ? [] : [{ ...fault, code: 'invalid_text' }];
  });
}
