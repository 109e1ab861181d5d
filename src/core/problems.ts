/**
 * Every error that a response can contain. A test compares `docs/error-codes.md` with this list. `title` is the short
 * name of the error; `text` is the default of `details` and states what to do.
 */
export const problems = {
  missing_api_key: {
    status: 401,
    title: 'Unauthorized',
    text: 'The request has no API key. Send it in the x-api-key header.',
  },
  invalid_api_key: {
    status: 401,
    title: 'Unauthorized',
    text: 'The API key is unknown. Check it for typing errors.',
  },
  api_key_expired: {
    status: 401,
    title: 'Unauthorized',
    text: 'The API key has expired. Create or rotate a key.',
  },
  api_key_revoked: { status: 401, title: 'Unauthorized', text: 'The API key was revoked. Use another key.' },
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
    text: 'The API key lacks a scope that the operation requires. Use a key with that scope.',
  },
  session_required: {
    status: 403,
    title: 'Forbidden',
    text: 'The operation requires a signed-in user. An API key cannot be used.',
  },
  cross_site_request: {
    status: 403,
    title: 'Forbidden',
    text: 'The request comes from another site. A session can be used only from pages of this address.',
  },
  operator_only: {
    status: 403,
    title: 'Forbidden',
    text: 'Only the operator can do this. Select the workspace of the operator, with a key that has the scope operator.',
  },
  workspace_required: {
    status: 400,
    title: 'Bad request',
    text: 'The request names no workspace. Send its id in the x-workspace-id header.',
  },
  workspace_forbidden: {
    status: 403,
    title: 'Forbidden',
    text: 'The API key or user has no access to this workspace.',
  },
  test_key: {
    status: 403,
    title: 'Forbidden',
    text: 'A test key reaches the test network only. Send a number or an address of the test network, or use a live key.',
  },
  ip_not_allowed: {
    status: 403,
    title: 'Forbidden',
    text: 'The API key does not allow requests from this address.',
  },
  unsupported_media_type: { status: 400, title: 'Bad request', text: 'Send the body as application/json.' },
  invalid_request: {
    status: 400,
    title: 'Invalid request',
    text: 'The request is invalid. See fields.',
  },
  invalid_query: { status: 400, title: 'Invalid query', text: 'The query is invalid. See fields.' },
  invalid_json: { status: 400, title: 'Invalid request', text: 'The body is not valid JSON.' },
  invalid_http: {
    status: 400,
    title: 'Bad request',
    text: 'The request is not valid HTTP, arrived too slowly or incomplete, repeats a header, or has too many headers.',
  },
  invalid_form: {
    status: 400,
    title: 'Invalid request',
    text: 'The form cannot be parsed. Send multipart/form-data with one file in the field "file".',
  },
  csv_malformed: { status: 400, title: 'Invalid file', text: 'The file cannot be parsed as CSV.' },
  csv_empty: { status: 400, title: 'Invalid file', text: 'The file has no row below its header.' },
  csv_missing_phone_column: {
    status: 400,
    title: 'Invalid file',
    text: 'No column holds phone numbers. Name one column phone_number, or send its header in columns.phone_number.',
  },
  csv_missing_email_column: {
    status: 400,
    title: 'Invalid file',
    text: 'No column holds email addresses. Name one column email, or send its header in columns.email.',
  },
  csv_invalid_header: { status: 400, title: 'Invalid file', text: 'The header is invalid. See fields.' },
  csv_too_large: {
    status: 400,
    title: 'Invalid file',
    text: 'The file exceeds a limit of its size, its rows, its columns or its cells. Split it. PARLEY_CSV_MAX_BYTES, _ROWS, _COLUMNS and _CELL_BYTES set the limits.',
  },
  body_too_large: {
    status: 400,
    title: 'Bad request',
    text: 'The body exceeds the limit of this operation, which the OpenAPI document states. Send larger files as text/csv or multipart/form-data where the operation accepts them.',
  },
  idempotency_in_progress: {
    status: 400,
    title: 'Bad request',
    text: 'A request with this Idempotency-Key is still running. Retry after a short time.',
  },
  idempotency_key_reused: {
    status: 400,
    title: 'Bad request',
    text: 'This Idempotency-Key was used with a different request. Use a new one.',
  },
  invalid_idempotency_key: {
    status: 400,
    title: 'Bad request',
    text: 'The Idempotency-Key is invalid. Use 1 to 255 characters of A-Z a-z 0-9 - _.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    text: 'The rate limit is exceeded. Retry after the number of seconds in Retry-After.',
  },
  concurrency_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'All concurrent calls of the plan are in use. Retry when a call has ended.',
  },
  upload_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'The uploads in progress use all the space available to uploads. Retry after the number of seconds in Retry-After.',
  },
  stream_limit_reached: {
    status: 429,
    title: 'Too many requests',
    text: 'The maximum number of event streams is open. Close one before you open another.',
  },
  overloaded: {
    status: 429,
    title: 'Too many requests',
    text: 'The server is overloaded. Retry after the number of seconds in Retry-After.',
  },
  not_found: { status: 404, title: 'Not found', text: 'There is no endpoint at this address.' },
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
  plan_not_found: {
    status: 404,
    title: 'Plan not found',
    text: 'There is no such plan. List the plans.',
  },
  template_not_found: {
    status: 404,
    title: 'Template not found',
    text: 'There is no such template. List the templates.',
  },
  version_not_found: {
    status: 404,
    title: 'Version not found',
    text: 'There is no such version.',
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
  job_not_found: { status: 404, title: 'Job not found', text: 'The batch has no row with this id.' },
  recording_not_found: { status: 404, title: 'Recording not found', text: 'This call has no recording.' },
  sip_messages_not_found: {
    status: 404,
    title: 'SIP messages not found',
    text: 'The service has no SIP messages of this call. They are stored a few seconds after the end of a call, on the machine that handled it, for PARLEY_SIP_TRACE_DAYS days.',
  },
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
  webhook_not_found: {
    status: 404,
    title: 'Webhook not found',
    text: 'The webhook endpoint does not exist, or you do not have access to it.',
  },
  delivery_not_found: {
    status: 404,
    title: 'Delivery not found',
    text: 'The delivery does not exist, was deleted after 30 days, or you do not have access to it.',
  },
  webhook_limit_reached: {
    status: 400,
    title: 'Webhook limit reached',
    text: 'The workspace has the maximum number of webhook endpoints. Delete one, or add the event types to an existing one.',
  },
  webhook_disabled: {
    status: 400,
    title: 'Webhook disabled',
    text: 'The webhook endpoint is disabled. Enable it first.',
  },
  secret_key_unavailable: {
    status: 500,
    title: 'Secret key unavailable',
    text: 'The service has no key to encrypt secrets. Ask the operator to restore <data>/secret.key or to set PARLEY_SECRET_KEY.',
  },
  suppression_not_found: {
    status: 404,
    title: 'Suppression not found',
    text: 'The suppression does not exist, or you do not have access to it.',
  },
  test_message_not_found: {
    status: 404,
    title: 'Test message not found',
    text: 'No message of this workspace has arrived at this address of the test network, or another workspace wrote to it later.',
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
    text: 'This email address already belongs to a user.',
  },
  invalid_invitation: {
    status: 400,
    title: 'Invalid request',
    text: 'The invitation is unknown, used or expired. Ask for a new one.',
  },
  last_owner: {
    status: 400,
    title: 'In use',
    text: 'A workspace needs at least one active owner. Make another user an owner first.',
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
    text: 'No trunk accepts calls to this number. Set PARLEY_TRUNK_URL, or call a number of the test network.',
  },
  no_model: {
    status: 400,
    title: 'Invalid configuration',
    text: "The agent's language model is not configured. Set the API key of its provider, or select another model.",
  },
  no_voice: {
    status: 400,
    title: 'Invalid configuration',
    text: 'No voice of the agent is configured on this server. Set the key of its provider, or select another voice.',
  },
  voice_failed: {
    status: 500,
    title: 'Voice failed',
    text: 'The voice did not speak the text. Retry, or select another voice.',
  },
  agent_needs_model: {
    status: 400,
    title: 'Invalid configuration',
    text: "The agent's flow has a conversation, which needs a language model, but the agent has none. Set model.",
  },
  language_not_supported: {
    status: 400,
    title: 'Invalid configuration',
    text: 'Parley does not understand answers in this language. Select another one, or set a language model.',
  },
  agent_inactive: { status: 400, title: 'Invalid configuration', text: 'The agent is not active.' },
  invalid_number: {
    status: 400,
    title: 'Invalid number',
    text: 'The number is invalid. Write it with its country code, such as +491701234567.',
  },
  number_not_owned: {
    status: 400,
    title: 'Invalid configuration',
    text: 'The number to call from is not an active number of this workspace.',
  },
  number_taken: {
    status: 400,
    title: 'Invalid configuration',
    text: 'A workspace already owns this number.',
  },
  number_not_assigned: {
    status: 403,
    title: 'Forbidden',
    text: 'The operator has not assigned this number to the workspace. Ask the operator to allow its prefix.',
  },
  number_not_available: {
    status: 400,
    title: 'Not available',
    text: 'The number is not available from this source. Search again.',
  },
  number_source_failed: {
    status: 500,
    title: 'Number source failed',
    text: 'No number provider returned a usable response. Retry after a short time.',
  },
  invalid_country: {
    status: 400,
    title: 'Invalid query',
    text: 'The country is invalid. Write it as two letters (ISO 3166-1), such as US.',
  },
  unsupported_filter: {
    status: 400,
    title: 'Invalid query',
    text: 'This filter is not supported for numbers of this country. filters.supported lists the supported filters.',
  },
  opted_out: {
    status: 403,
    title: 'Opted out',
    text: 'The recipient opted out or is on the do-not-call list.',
  },
  outside_calling_hours: {
    status: 403,
    title: 'Outside calling hours',
    text: 'The calling hours forbid a call to this number now, and the workspace refuses such calls. Call at the time given in the response, or schedule the call.',
  },
  flow_not_active: { status: 400, title: 'Invalid configuration', text: 'The flow is not active.' },
  invalid_recipient: {
    status: 400,
    title: 'Invalid recipient',
    text: 'The recipient is invalid. Write a phone number with its country code, such as +491701234567, or an email address.',
  },
  recipient_channel_mismatch: {
    status: 400,
    title: 'Invalid recipient',
    text: 'The flow sends through a channel that this recipient does not have.',
  },
  conversation_closed: {
    status: 400,
    title: 'Conversation closed',
    text: 'The conversation is closed. Generate a message to start a new one.',
  },
  sender_not_allowed: {
    status: 403,
    title: 'Forbidden',
    text: 'The workspace has no sender for this recipient. Give the agent of the message a number of the workspace as phoneNumber, or ask the operator to allow the workspace the shared sender (sharedSender).',
  },
  sender_in_use: {
    status: 403,
    title: 'Forbidden',
    text: 'The shared sender has an open conversation between another workspace and this recipient. Send from a number of the workspace, or retry after that conversation has ended.',
  },
  no_message_carrier: {
    status: 400,
    title: 'No message carrier',
    text: 'No carrier is set up for this recipient.',
  },
  message_empty: {
    status: 400,
    title: 'Empty message',
    text: 'The message has no text. Send values for its variables.',
  },
  message_too_long: {
    status: 400,
    title: 'Message too long',
    text: 'The message is longer than the agent allows.',
  },
  message_settled: {
    status: 400,
    title: 'Message settled',
    text: 'The message was already approved, rejected or sent.',
  },
  version_conflict: {
    status: 400,
    title: 'Version conflict',
    text: 'The resource has changed since the version in If-Match. Read it again, apply your change, and send its new version.',
  },
  resource_in_use: {
    status: 400,
    title: 'In use',
    text: 'The resource is in use. The details name what uses it.',
  },
  flow_invalid: { status: 400, title: 'Invalid flow', text: 'The flow is invalid. See fields.' },
  unknown_disposition: {
    status: 400,
    title: 'Unknown disposition',
    text: 'The disposition is neither built in nor defined by the workspace.',
  },
  disposition_code_taken: {
    status: 400,
    title: 'In use',
    text: 'A disposition with this code already exists.',
  },
  disposition_settled: {
    status: 400,
    title: 'Disposition settled',
    text: 'The disposition is not pending. Only pending dispositions can be rescheduled or cancelled.',
  },
  batch_repeated: {
    status: 400,
    title: 'Started already',
    text: 'This file, or a file with the same numbers, was started for this agent within the last 24 hours. Send allowRepeat to start it again.',
  },
  batch_rows_invalid: {
    status: 400,
    title: 'Invalid file',
    text: 'Some rows are invalid, and nothing was imported. See fields.',
  },
  batch_nothing_to_call: {
    status: 400,
    title: 'Nothing to call',
    text: 'No row of the file can be called.',
  },
  batch_nothing_to_send: {
    status: 400,
    title: 'Nothing to send',
    text: 'No row of the file can receive a message.',
  },
  batch_awaits_approval: {
    status: 400,
    title: 'Approval needed',
    text: 'The batch waits for approval and sends nothing. Approve or cancel it.',
  },
  batch_not_awaiting_approval: {
    status: 400,
    title: 'No approval needed',
    text: 'The batch does not wait for an approval.',
  },
  batch_not_cancellable: { status: 400, title: 'Batch ended', text: 'The batch has already ended.' },
  batch_ended: {
    status: 400,
    title: 'Batch ended',
    text: 'The batch has ended and cannot be paused or resumed.',
  },
  batch_not_ended: {
    status: 400,
    title: 'Batch not ended',
    text: 'The batch has not ended. Wait until it has, or cancel it.',
  },
  command_not_possible: {
    status: 400,
    title: 'Command not possible',
    text: 'The call cannot execute the command now.',
  },
  node_not_responding: {
    status: 503,
    title: 'Unavailable',
    text: 'The node that holds the call did not respond within 2 seconds. It is not known whether the command took effect. Repeat it with the same commandId.',
  },
  call_already_ended: { status: 400, title: 'Call ended', text: 'The call has already ended.' },
  task_not_found: {
    status: 404,
    title: 'Task not found',
    text: 'The task does not exist, or you do not have access to it.',
  },
  task_repeated: {
    status: 400,
    title: 'Task repeated',
    text: 'Another task of this kind is open for the same message or conversation. Work on that task.',
  },
  call_not_ended: {
    status: 400,
    title: 'Call not ended',
    text: 'The call has not ended yet. Retry after its end.',
  },
  call_erased: {
    status: 400,
    title: 'Call erased',
    text: 'The content of the call was erased. It cannot be analyzed.',
  },
  erasure_not_found: {
    status: 404,
    title: 'Erasure not found',
    text: 'The erasure does not exist, or you do not have access to it.',
  },
  analysis_not_requested: {
    status: 400,
    title: 'No analysis',
    text: 'The agent requests no analysis, or the call was not answered. Set analysis of the agent.',
  },
  invalid_timezone: {
    status: 400,
    title: 'Invalid query',
    text: 'The time zone is unknown. Use an IANA time zone such as America/New_York, or UTC.',
  },
  invalid_range: {
    status: 400,
    title: 'Bad request',
    text: 'The Range header requests bytes beyond the end of the file.',
  },
  draining: {
    status: 503,
    title: 'Unavailable',
    text: 'This node is stopping and accepts no new calls. Send the request to another node, or retry after a short time.',
  },
  database_unavailable: {
    status: 503,
    title: 'Unavailable',
    text: 'The database cannot be used. Retry after the number of seconds in Retry-After.',
  },
  storage_full: {
    status: 503,
    title: 'Unavailable',
    text: 'The disk of the server, or of its database, has too little free space. Retry after the number of seconds in Retry-After.',
  },
  storage_unavailable: {
    status: 503,
    title: 'Unavailable',
    text: 'The disk of the server, or of its database, cannot be used. Retry after the number of seconds in Retry-After.',
  },
  UNKNOWN_ERROR: { status: 500, title: 'Failed to initiate call', text: 'The call could not be started.' },
  internal_error: {
    status: 500,
    title: 'Internal error',
    text: 'An internal error occurred. Quote the request id when you report it.',
  },
} as const satisfies Record<
  string,
  { status: 400 | 401 | 403 | 404 | 429 | 500 | 503; title: string; text: string }
>;

export type ProblemCode = keyof typeof problems;

/** One invalid field of a request: its path, a code, and a message that states what to send instead. */
export interface FieldFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface ProblemOptions {
  /** Replaces the default text of the code. */
  readonly details?: string;
  readonly fields?: readonly FieldFault[];
  /** Logged, never sent to the client. */
  readonly cause?: unknown;
  /** Seconds for the Retry-After header. */
  readonly retryAfterSeconds?: number;
}

/** An error with a code and a message for the API client, and a cause that is only logged. */
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

/** Throws a problem, for use after `??`. */
export function reject(code: ProblemCode, options?: ProblemOptions): never {
  throw new Problem(code, options);
}
