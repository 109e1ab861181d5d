import type { BatchStatus, JobOutcome, JobStatus, WaitingReason } from '../domain/batches/batch-state.ts';
import type { CallState, EndReason, Fault } from '../domain/call-state.ts';
import type { MessageStatus } from '../domain/conversations/message-status.ts';
import type { DispositionStatus } from '../domain/disposition.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import { eventTypes } from '../domain/webhooks/event-types.ts';

/** Text for the named schema of a set of values. */
export interface EnumDescription<Value extends string = string> {
  readonly title: string;
  readonly description: string;
  readonly values: Readonly<Record<Value, string>>;
  readonly example: Value;
}

const callStatus: EnumDescription<CallState> = {
  title: 'Call status',
  description: 'The stage of the call. It only moves forward.',
  values: {
    queued: 'The call is accepted and waits to be dialed, now or at `scheduledAt`.',
    dialing: 'The carrier is connecting the call.',
    ringing: 'The phone rings.',
    in_progress: 'A person or a machine has answered, and the agent talks and listens.',
    ended: 'The call is over. `endReason` contains the reason.',
  },
  example: 'in_progress',
};

const callEndReason: EnumDescription<EndReason> = {
  title: 'Call end reason',
  description: 'The reason for the end of the call.',
  values: {
    customer_hangup: 'The customer hung up.',
    agent_hangup: 'The agent ended the call: the flow reached its end, or the API ended it.',
    transferred: 'The call was transferred to another number.',
    voicemail: 'An answering machine took the call.',
    no_answer: 'The call was not answered within `ringTimeoutSeconds`.',
    busy: 'The line was busy.',
    declined: 'The customer declined the call.',
    invalid_number: 'The number is not assigned or not reachable.',
    carrier_error: 'The carrier rejected the call, or lost it.',
    max_duration: 'The call reached `maxDurationSeconds`.',
    silence: 'The customer said nothing for too long.',
    cancelled: 'The call was ended by the API, or by a shutdown, before the customer spoke.',
    media_timeout: 'No audio arrived from the customer.',
    provider_error: 'Speech recognition, speech synthesis or the language model failed.',
    node_lost: 'The server that handled the call crashed. The call is not dialed again.',
  },
  example: 'customer_hangup',
};

const callFault: EnumDescription<Fault> = {
  title: 'Call fault',
  description: 'The party responsible for an end that was not intended.',
  values: {
    none: 'A normal end.',
    customer: 'The number cannot be called.',
    provider: 'The carrier or a speech or model provider failed.',
    platform: 'Parley failed.',
  },
  example: 'none',
};

const recordingFault: EnumDescription<RecordingFault> = {
  title: 'Recording fault',
  description: 'The reason for a missing or incomplete recording.',
  values: {
    disk_full: 'The disk had less than 32 MiB of free space.',
    disk_slow: 'The disk was too slow: parts are silent, or the end is missing.',
    disk_error: 'The file could not be written.',
    media_failed: 'The media thread of the call failed.',
    unfinished: 'The call ended before the file was complete.',
    node_lost: 'The server crashed during the call.',
    not_announced: 'The call ended before the recording notice was played, so nothing was recorded.',
  },
  example: 'disk_full',
};

const batchStatus: EnumDescription<BatchStatus> = {
  title: 'Batch status',
  description: 'The stage of the batch. `completed`, `cancelled` and `failed` are final.',
  values: {
    validating: 'The file is being read.',
    scheduled: 'The batch waits for `scheduledAt`.',
    running: 'Calls are placed within limits and calling hours.',
    paused: 'No new calls are placed. Calls in progress continue.',
    completed: 'Every row has ended.',
    cancelled: 'The batch was cancelled. Its pending rows are not called.',
    failed: 'The batch could not start or continue. `statusDetail` contains the reason.',
  },
  example: 'running',
};

const batchWaitingReason: EnumDescription<WaitingReason> = {
  title: 'Batch waiting reason',
  description: 'The reason why a running batch places no call at the moment.',
  values: {
    none: 'The batch is not waiting.',
    window: 'The next rows wait for their calling hours.',
    concurrency: 'The limit of concurrent calls is reached.',
    retries: 'Every open row waits for its next attempt.',
  },
  example: 'window',
};

const batchCallStatus: EnumDescription<JobStatus> = {
  title: 'Batch call status',
  description: 'The stage of one row of a batch. `completed`, `failed`, `skipped` and `cancelled` are final.',
  values: {
    pending: 'The row waits for its first or next call.',
    dialing: 'The call is being connected.',
    in_progress: 'The call is answered.',
    completed: 'The row has a final outcome and is not called again.',
    failed: 'All attempts were used without a success, or the row could not be called.',
    skipped: 'The row was not called. `skipReason` contains the reason.',
    cancelled: 'The batch was cancelled before the row ended.',
  },
  example: 'completed',
};

const batchCallOutcome: EnumDescription<JobOutcome> = {
  title: 'Batch call outcome',
  description: 'The result of the last call of the row.',
  values: {
    answered: 'A person answered.',
    voicemail: 'An answering machine answered.',
    no_answer: 'The call was not answered, or nothing was said.',
    busy: 'The line was busy.',
    failed: 'The call failed, or the flow recorded `failed`.',
    transferred: 'The customer was transferred to a person.',
    opted_out: 'The customer asked not to be called again.',
    invalid_number: 'The number does not exist.',
    dnc: 'The number is suppressed (do not call), so no call was placed.',
    unknown: 'The server crashed during the call. The phone may have rung; the row is not called again.',
  },
  example: 'answered',
};

const batchSkipReason: EnumDescription<'invalid_row' | 'duplicate' | 'suppressed' | 'not_eligible'> = {
  title: 'Batch skip reason',
  description: 'The reason why a row is not called.',
  values: {
    invalid_row: 'A cell of the row is invalid.',
    duplicate: 'An earlier row has the same number.',
    suppressed: 'The number is suppressed.',
    not_eligible: 'The response of `predialUrl` did not allow the call.',
  },
  example: 'duplicate',
};

const dispositionStatus: EnumDescription<DispositionStatus> = {
  title: 'Disposition status',
  description: 'The stage of the follow-up. A disposition without a follow-up is `completed`.',
  values: {
    pending: 'The follow-up waits for `scheduledAt`.',
    in_progress: 'The follow-up call is in progress.',
    completed: 'No follow-up is due.',
    cancelled: 'The follow-up was cancelled.',
    expired: 'The customer was not reached in the allowed number of calls, or within a week.',
    failed:
      'The server crashed during the follow-up call. The phone may have rung; a user has to decide whether to call again.',
  },
  example: 'pending',
};

const messageStatus: EnumDescription<MessageStatus> = {
  title: 'Message status',
  description: 'The stage of the message.',
  values: {
    pending_approval: 'The message waits until a user approves or rejects it.',
    approved: 'The message is approved and is sent next.',
    scheduled: 'The message is sent at `scheduledAt`.',
    sending: 'The message is being sent to the carrier or mail server.',
    sent: 'The carrier or mail server has accepted the message.',
    delivered: 'The carrier reports that the message arrived.',
    failed: 'The message could not be sent. `failure` contains the reason.',
    unknown:
      'The server crashed while it sent the message, or the carrier did not respond. The message may have arrived; it is not sent again automatically.',
    rejected: 'A user rejected the message. It is never sent.',
    received: 'The customer sent the message.',
  },
  example: 'sent',
};

/** Every named set of values by the id of its schema. */
export const enumDescriptions: Readonly<Record<string, EnumDescription>> = {
  CallStatus: callStatus,
  CallEndReason: callEndReason,
  CallFault: callFault,
  RecordingFault: recordingFault,
  BatchStatus: batchStatus,
  BatchWaitingReason: batchWaitingReason,
  BatchCallStatus: batchCallStatus,
  BatchCallOutcome: batchCallOutcome,
  BatchSkipReason: batchSkipReason,
  DispositionStatus: dispositionStatus,
  MessageStatus: messageStatus,
  ConversationStatus: {
    title: 'Conversation status',
    description: 'Whether new messages join this conversation.',
    values: {
      open: 'New messages of the customer join it.',
      closed: 'No message was sent or received for the `inactivityHours` of the flow.',
    },
    example: 'open',
  },
  AgentStatus: {
    title: 'Agent status',
    description: 'Whether the agent can be used.',
    values: {
      active: 'The agent can place and answer calls, and send messages.',
      inactive: 'Calls, batches and messages with the agent are rejected.',
    },
    example: 'active',
  },
  FlowStatus: {
    title: 'Flow status',
    description: 'Whether the flow can be used.',
    values: {
      draft: 'The flow is being edited. Agents cannot call with it.',
      active: 'Agents can call or write with the flow.',
      archived: 'The flow is kept for reference and can no longer be used.',
    },
    example: 'active',
  },
  UserStatus: {
    title: 'User status',
    description: 'Whether the user can sign in.',
    values: {
      invited: 'The user has not accepted the invitation yet.',
      active: 'The user can sign in.',
      disabled: 'The user cannot sign in.',
    },
    example: 'active',
  },
  NumberStatus: {
    title: 'Number status',
    description: 'Whether the number can be used.',
    values: {
      active: 'The number can place and answer calls.',
      inactive: 'The number stays in the workspace and is not used.',
    },
    example: 'active',
  },
  InventoryStatus: {
    title: 'Inventory status',
    description: 'Whether the workspace can acquire the number.',
    values: {
      available: 'The workspace can acquire the number.',
      acquired: 'The workspace has acquired the number.',
    },
    example: 'available',
  },
  WebhookStatus: {
    title: 'Webhook status',
    description: 'Whether events are delivered to the endpoint.',
    values: {
      enabled: 'Events are delivered.',
      disabled: 'A user disabled the endpoint. No events are delivered.',
      auto_disabled:
        'Parley disabled the endpoint, because it responded with 410 or failed for five days. `statusDetail` gives the cause.',
    },
    example: 'enabled',
  },
  WebhookDeliveryStatus: {
    title: 'Delivery status',
    description: 'The result of the delivery.',
    values: {
      waiting: 'An earlier event of the same subject is sent first.',
      pending: 'The next attempt is due at `nextAttemptAt`.',
      succeeded: 'The endpoint responded with 2xx.',
      failed: 'The last retry failed.',
      cancelled: 'The endpoint was disabled before the delivery succeeded.',
    },
    example: 'succeeded',
  },
  EventType: {
    title: 'Event type',
    description: 'What happened.',
    values: Object.fromEntries(
      Object.entries(eventTypes).map(([name, { occursWhen }]) => [name, occursWhen]),
    ),
    example: 'call.completed',
  },
};
