import type { BatchMessageStatus, MessageBatchApproval, MessageBatchStatus } from '@parley/sdk/client';

const statuses: Record<MessageBatchStatus, string> = {
  pending_approval: 'Waits for approval',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

const rowStatuses: Record<BatchMessageStatus, string> = {
  pending: 'Waiting',
  pending_approval: 'Waits for approval',
  in_progress: 'Sending',
  completed: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
  cancelled: 'Cancelled',
};

const approvals: Record<MessageBatchApproval, string> = {
  first: 'Once: I see the first ten messages, and send all',
  each: 'For each message, in the inbox',
  none: 'None: send at once',
};

const messages = (count: string) => (count === '1' ? '1 message' : `${count} messages`);

export const messageBatches = {
  kinds: 'Kind of batch',
  calls: 'Calls',
  title: 'Messages',
  statuses,
  rowStatuses,
  unnamed: (time: string) => `Messages of ${time}`,
  create: 'New message batch',
  emptyTitle: 'No batches of messages',
  empty: 'A batch sends the message of a flow to everybody in a file.',
  columns: { name: 'Name', status: 'Status', progress: 'Done', delivered: 'Delivered', created: 'Created' },
  form: {
    title: 'New message batch',
    flow: 'Message',
    flowHint: 'An active message flow. Its text decides which columns are used.',
    chooseFlow: 'Choose a flow',
    noFlows: 'No message flow is active yet. Create one first.',
    name: 'Name of the batch',
    approval: 'Approval',
    approvals,
    messagesPerSecond: 'Messages per second',
    messagesPerSecondHint: 'Many carriers accept one SMS per second from a number.',
    quietHours:
      'Nobody receives a message at night: by default, not between 21:00 and 08:00 in their own time zone.',
    meanings: {
      phone_number: 'Phone number',
      name: 'Name',
      email: 'Email',
      external_id: 'Customer id',
      timezone: 'Time zone',
      scheduled_at: 'Earliest time of the message',
      language: 'Language',
    },
    preview: 'First recipients',
    valid: 'Can be written to',
    skipInvalid: (rows: string) =>
      rows === '1'
        ? 'Write to the others. The row with an error is kept in the batch, and receives no message.'
        : `Write to the others. The ${rows} rows with errors are kept in the batch, and receive no message.`,
    allowRepeat: 'Write to these people again',
    fixErrors: 'Correct the rows with errors, or write to the others.',
    fixRepeat: 'Confirm that these people are written to again.',
    sample: 'What they read',
    invalid: 'Cannot be read',
    start: (count: string) => `Send ${messages(count)}`,
    prepare: (count: string) => `Prepare ${messages(count)}`,
    nothing: 'Send',
    cannotStart: 'Choose a file and a message.',
  },
  batch: {
    approveTitle: 'The first messages',
    approve: (count: string) => `Send ${messages(count)}`,
    approveHint: 'Nothing has been sent yet.',
    missing: (names: string) => `No value for ${names}`,
    segments: (count: string) => (count === '1' ? '1 SMS part' : `${count} SMS parts`),
    retry: 'Retry failed',
    retryTitle: 'Send the failed messages again?',
    retryDescription: (count: string) =>
      `A new batch is created with the ${count} failed messages. It is approved like this one. Messages with an unknown outcome are not sent again.`,
    delivered: (count: string) => `${count} delivered`,
    rows: 'Recipients',
    search: 'Name or address',
    cancelDescription:
      'Messages that the carrier has not received are not sent. A cancelled batch cannot be resumed.',
    pauseDescription: 'No further messages are created.',
    columns: {
      person: 'Recipient',
      address: 'Address',
      status: 'Status',
      message: 'Message',
      reply: 'Reply',
      sent: 'Sent',
    },
  },
};
