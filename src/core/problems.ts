/**
 * Every error that may leave the house. `docs/errors.md` is held to this list by a test.
 * `title` is the short sentence of the flat shape; `text` tells the caller what to do.
 */
export const problems = {
  missing_api_key: { status: 401, title: 'Unauthorized', text: 'Send your API key in the x-api-key header.' },
  invalid_api_key: {
    status: 401,
    title: 'Unauthorized',
    text: 'This API key is not known. Check it for typing errors.',
  },
  api_key_expired: {
    status: 401,
    title: 'Unauthorized',
    text: 'This API key is past its date. Make or rotate a key.',
  },
  api_key_revoked: { status: 401, title: 'Unauthorized', text: 'This API key was revoked.' },
  session_expired: {
    status: 401,
    title: 'Unauthorized',
    text: 'The session has ended. Sign in again.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Unauthorized',
    text: 'The email address or the password is wrong.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Forbidden',
    text: 'This API key lacks a scope that the operation needs.',
  },
  session_required: {
    status: 403,
    title: 'Forbidden',
    text: 'Only a person who is signed in can do this, not an API key.',
  },
  cross_site_request: {
    status: 403,
    title: 'Forbidden',
    text: 'A session works from pages of this address only.',
  },
  operator_only: {
    status: 403,
    title: 'Forbidden',
    text: 'Only the workspace of the operator may do this.',
  },
  workspace_required: {
    status: 400,
    title: 'Bad request',
    text: 'Send the workspace in the x-workspace-id header.',
  },
  workspace_forbidden: {
    status: 403,
    title: 'Forbidden',
    text: 'This API key may not enter that workspace.',
  },
  ip_not_allowed: {
    status: 403,
    title: 'Forbidden',
    text: 'This API key may not be used from this address.',
  },
  unsupported_media_type: { status: 400, title: 'Bad request', text: 'Send the body as application/json.' },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    text: 'The request has faults; see fields.',
  },
  invalid_query: { status: 400, title: 'Invalid query', text: 'The query has faults; see fields.' },
  invalid_json: { status: 400, title: 'Invalid request', text: 'The body is not valid JSON.' },
  invalid_http: {
    status: 400,
    title: 'Bad request',
    text: 'This is not HTTP, came too slowly or not whole, has a header twice, or has more headers than are taken.',
  },
  invalid_form: {
    status: 400,
    title: 'Invalid request',
    text: 'The form cannot be read: send multipart/form-data with one file in the field "file".',
  },
  csv_malformed: { status: 400, title: 'Invalid file', text: 'The file cannot be read as CSV.' },
  csv_empty: { status: 400, title: 'Invalid file', text: 'The file has no row below its header.' },
  csv_missing_phone_column: {
    status: 400,
    title: 'Invalid file',
    text: 'No column holds phone numbers: name one phone_number.',
  },
  csv_invalid_header: { status: 400, title: 'Invalid file', text: 'The header has faults; see fields.' },
  csv_too_large: {
    status: 400,
    title: 'Invalid file',
    text: 'The file is larger than is taken: 256 MiB, 1,000,000 rows, 100 columns, 4 KiB in a cell.',
  },
  body_too_large: {
    status: 400,
    title: 'Bad request',
    text: 'The body is larger than this operation takes: its limit is in the OpenAPI document. A file may be larger: send it as text/csv or multipart/form-data where that is taken.',
  },
  idempotency_in_progress: {
    status: 400,
    title: 'Bad request',
    text: 'A request with this Idempotency-Key is still running. Try again shortly.',
  },
  idempotency_key_reused: {
    status: 400,
    title: 'Bad request',
    text: 'This Idempotency-Key was used with a different request. Use a new one.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'Bad request',
    text: 'An Idempotency-Key has 1 to 255 characters of A-Z a-z 0-9 - _.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    text: 'The rate limit is used up. Wait as Retry-After says.',
  },
  concurrency_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'As many calls are under way as the plan allows.',
  },
  upload_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'The uploads under way take as much space as is allowed. Wait as Retry-After says.',
  },
  storage_full: {
    status: 429,
    title: 'Too many requests',
    text: 'The disk of the server has too little space left for uploads. Wait as Retry-After says.',
  },
  stream_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'As many streams of events are open as are allowed. Close one first.',
  },
  overloaded: {
    status: 429,
    title: 'Too many requests',
    text: 'This machine does as much as it can. Wait as Retry-After says.',
  },
  not_found: { status: 404, title: 'Not found', text: 'There is nothing at this address.' },
  agent_not_found: {
    status: 404,
    title: 'Agent not found',
    text: 'The agent does not exist, or you do not have access to it.',
  },
  flow_not_found: {
    status: 404,
    title: 'Flow not found',
    text: 'The flow does not exist, or you do not have access to it.',
  },
  call_not_found: {
    status: 404,
    title: 'Call not found',
    text: 'The call does not exist, or you do not have access to it.',
  },
  batch_not_found: {
    status: 404,
    title: 'Batch not found',
    text: 'The batch does not exist, or you do not have access to it.',
  },
  job_not_found: { status: 404, title: 'Job not found', text: 'The batch has no call with this id.' },
  recording_not_found: { status: 404, title: 'Recording not found', text: 'This call has no recording.' },
  number_not_found: {
    status: 404,
    title: 'Number not found',
    text: 'The number does not exist, or you do not have access to it.',
  },
  disposition_not_found: {
    status: 404,
    title: 'Disposition not found',
    text: 'The disposition does not exist, or you do not have access to it.',
  },
  disposition_code_not_found: {
    status: 404,
    title: 'Disposition code not found',
    text: 'The disposition code does not exist, or you do not have access to it.',
  },
  key_not_found: {
    status: 404,
    title: 'Key not found',
    text: 'The API key does not exist, or you do not have access to it.',
  },
  conversation_not_found: {
    status: 404,
    title: 'Conversation not found',
    text: 'The conversation does not exist, or you do not have access to it.',
  },
  message_not_found: {
    status: 404,
    title: 'Message not found',
    text: 'The message does not exist in this conversation, or you do not have access to it.',
  },
  suppression_not_found: {
    status: 404,
    title: 'Suppression not found',
    text: 'The suppression does not exist, or you do not have access to it.',
  },
  workspace_not_found: {
    status: 404,
    title: 'Workspace not found',
    text: 'The workspace does not exist, or you do not have access to it.',
  },
  user_not_found: {
    status: 404,
    title: 'User not found',
    text: 'The user does not exist, or you do not have access to it.',
  },
  email_taken: {
    status: 400,
    title: 'Invalid request',
    text: 'Somebody signs in with this address already.',
  },
  invalid_invitation: {
    status: 400,
    title: 'Invalid request',
    text: 'The invitation is not known, was used, or is past its date. Ask for a new one.',
  },
  last_owner: {
    status: 400,
    title: 'In use',
    text: 'A workspace keeps at least one active owner. Make another one first.',
  },
  agent_no_phone_number: {
    status: 400,
    title: 'Invalid configuration',
    text: 'The agent has no active phone number configured.',
  },
  agent_no_active_flow: {
    status: 400,
    title: 'Invalid configuration',
    text: 'The agent has no active flow configured.',
  },
  no_trunk: {
    status: 400,
    title: 'Invalid configuration',
    text: 'No trunk carries calls to this number. Set PARLEY_TRUNK_URL, or call a number of the test network.',
  },
  no_model: {
    status: 400,
    title: 'Invalid configuration',
    text: "The agent's language model is not set up. Set PARLEY_OPENAI_BASE_URL, or use the model builtin/flow.",
  },
  agent_inactive: { status: 400, title: 'Invalid configuration', text: 'The agent is not active.' },
  invalid_number: {
    status: 400,
    title: 'Invalid number',
    text: 'Numbers are in E.164 format: a plus sign, country code and number.',
  },
  number_not_owned: {
    status: 400,
    title: 'Invalid configuration',
    text: 'The number to call from is no active number of this workspace.',
  },
  number_taken: { status: 400, title: 'Invalid configuration', text: 'This number is owned already.' },
  number_not_assigned: {
    status: 403,
    title: 'Forbidden',
    text: 'The operator has not assigned this number to the workspace. Ask the operator to allow its prefix.',
  },
  number_not_available: {
    status: 400,
    title: 'Not available',
    text: 'This number cannot be had from there, or not any more. Search again.',
  },
  number_source_failed: {
    status: 500,
    title: 'Number source failed',
    text: 'Nobody who has numbers gave an answer that could be used. Try again shortly.',
  },
  invalid_country: {
    status: 400,
    title: 'Invalid query',
    text: 'Write the country as two letters (ISO 3166-1), such as US.',
  },
  unsupported_filter: {
    status: 400,
    title: 'Invalid query',
    text: 'Numbers of this country cannot be narrowed down by this filter; filters.supported names those that can.',
  },
  opted_out: {
    status: 403,
    title: 'Opted out',
    text: 'The recipient asked not to be contacted, or stands on the do-not-call list.',
  },
  outside_calling_hours: {
    status: 403,
    title: 'Outside calling hours',
    text: 'The number may not be called at this time, and the workspace refuses such calls. Call when the answer says, or schedule the call.',
  },
  flow_not_active: { status: 400, title: 'Invalid configuration', text: 'The flow is not active.' },
  invalid_recipient: {
    status: 400,
    title: 'Invalid recipient',
    text: 'Write a phone number in E.164, or an email address.',
  },
  recipient_channel_mismatch: {
    status: 400,
    title: 'Invalid recipient',
    text: 'The flow sends by another channel than this recipient has.',
  },
  conversation_closed: {
    status: 400,
    title: 'Conversation closed',
    text: 'The conversation is over. Generate a message to begin the next.',
  },
  message_settled: {
    status: 400,
    title: 'Message settled',
    text: 'The message was decided on or sent already.',
  },
  resource_in_use: {
    status: 400,
    title: 'In use',
    text: 'Something uses it; the details say what. Try again when nothing does.',
  },
  flow_invalid: { status: 400, title: 'Invalid flow', text: 'The flow has faults; see fields.' },
  unknown_disposition: {
    status: 400,
    title: 'Unknown disposition',
    text: 'This is neither a built-in disposition nor one of the workspace.',
  },
  disposition_code_taken: {
    status: 400,
    title: 'In use',
    text: 'There is a disposition with this code already.',
  },
  disposition_settled: {
    status: 400,
    title: 'Disposition settled',
    text: 'Only a disposition that is pending can be moved or cancelled.',
  },
  batch_repeated: {
    status: 400,
    title: 'Started already',
    text: 'This file, or its numbers, was started for this agent within the last 24 hours. Send allowRepeat to start it again.',
  },
  batch_rows_invalid: {
    status: 400,
    title: 'Invalid file',
    text: 'Rows have faults; see fields. Nothing was taken in.',
  },
  batch_nothing_to_call: {
    status: 400,
    title: 'Nothing to call',
    text: 'No row of the file can be called.',
  },
  batch_not_cancellable: { status: 400, title: 'Batch ended', text: 'The batch has ended already.' },
  batch_ended: {
    status: 400,
    title: 'Batch ended',
    text: 'A batch that has ended is not paused or resumed.',
  },
  call_already_ended: { status: 400, title: 'Call ended', text: 'The call has ended already.' },
  invalid_timezone: {
    status: 400,
    title: 'Invalid query',
    text: 'Use an IANA time zone such as America/New_York, or UTC.',
  },
  invalid_range: {
    status: 400,
    title: 'Bad request',
    text: 'The Range header asks for bytes that are not there.',
  },
  draining: {
    status: 503,
    title: 'Unavailable',
    text: 'This node is stopping and takes no new calls. Send the request to another, or try again shortly.',
  },
  UNKNOWN_ERROR: { status: 500, title: 'Failed to initiate call', text: 'The call could not be started.' },
  internal_error: {
    status: 500,
    title: 'Internal error',
    text: 'Something went wrong on our side. Quote the request id when you report it.',
  },
} as const satisfies Record<
  string,
  { status: 400 | 401 | 403 | 404 | 429 | 500 | 503; title: string; text: string }
>;

export type ProblemCode = keyof typeof problems;

/** One fault in what was sent: where it is, what kind it is, and what to do. */
export interface FieldFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ProblemOptions {
  /** A sentence for the caller, in place of the list's own. */
  readonly details?: string;
  readonly fields?: readonly FieldFault[];
  /** For the log; never sent. */
  readonly cause?: unknown;
  /** Seconds to wait before trying again, where the code means that. */
  readonly retryAfterSeconds?: number;
}

/** An error with a code and a sentence for the caller, and a cause for us. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly fields: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(
      options.details ?? problems[code].text,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.status = problems[code].status;
    this.title = problems[code].title;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Throws the problem; reads well behind `??`. */
export function refuse(code: ProblemCode, options?: ProblemOptions): never {
  throw new Problem(code, options);
}
