import type { ProblemCode } from '../../src/core/problems.ts';
import type { References } from './references.ts';

/** A request that succeeds, built from the rows of a workspace. */
export interface Example {
  /** Ids in the path. Default of each parameter: the reference of its kind. */
  readonly path?: (refs: References) => Readonly<Record<string, string>>;
  readonly query?: (refs: References) => Readonly<Record<string, string>>;
  readonly body?: (refs: References) => unknown;
  /** Expected error code, if the request cannot succeed in this test. */
  readonly expectedError?: ProblemCode;
}

let numbers = 0;

/** Returns a new number each time, because a number belongs to at most one workspace. */
const unusedNumber = (): string => `+1202555${String((numbers += 1)).padStart(4, '0')}`;

/** One example per operation; the tests fail for an operation without an example. */
export const examples: Readonly<Record<string, Example>> = {
  createAgent: { body: ({ flow, ownedNumber }) => ({ name: 'New', flowId: flow, phoneNumber: ownedNumber }) },
  listAgents: {},
  getAgent: {},
  updateAgent: { body: ({ idleFlow, ownedNumber }) => ({ flowId: idleFlow, phoneNumber: ownedNumber }) },
  deleteAgent: { path: ({ idleAgent }) => ({ agentId: idleAgent }) },
  listAgentVersions: {},
  getAgentVersion: { query: () => ({ against: '1' }) },
  restoreAgentVersion: {},
  runAgent: { body: () => ({ inputs: ['yes'] }) },
  listTemplates: {},
  createFromTemplate: { body: ({ ownedNumber }) => ({ phoneNumber: ownedNumber }) },
  getProviders: {},
  createFlow: {
    body: ({ agent }) => ({ type: 'message', name: 'New', initiationMessage: 'Hello.', agentId: agent }),
  },
  listFlows: {},
  getFlow: {},
  updateFlow: { body: () => ({ name: 'Changed', globalPrompt: 'Be brief.' }) },
  deleteFlow: { path: ({ idleFlow }) => ({ flowId: idleFlow }) },
  listFlowVersions: {},
  getFlowVersion: { query: () => ({ against: '1' }) },
  restoreFlowVersion: {},
  runFlow: { body: ({ agent }) => ({ agentId: agent, inputs: ['yes'] }) },
  sendCall: {
    body: ({ agent, ownedNumber }) => ({ agentId: agent, toNumber: '+12025550100', fromNumber: ownedNumber }),
  },
  listCalls: {
    query: ({ agent, batch, customerNumber }) => ({
      agentId: agent,
      batchId: batch,
      phoneNumber: customerNumber,
    }),
  },
  getCall: {},
  getRecording: { path: ({ endedCall }) => ({ callId: endedCall }) },
  analyzeCall: { path: ({ endedCall }) => ({ callId: endedCall }) },
  endCall: { path: ({ queuedCall }) => ({ callId: queuedCall }) },
  listActiveCalls: {},
  getActiveCall: {},
  listDispositions: {
    query: ({ agent, batch, customerNumber }) => ({
      agentId: agent,
      batchId: batch,
      phoneNumber: customerNumber,
    }),
  },
  createDisposition: {
    body: ({ agent }) => ({
      phoneNumber: '+12025550177',
      agentId: agent,
      scheduledAt: '2026-02-01T10:00:00Z',
    }),
  },
  getDisposition: {},
  updateDisposition: { body: () => ({ status: 'cancelled' }) },
  listDispositionCodes: {},
  createDispositionCode: { body: () => ({ code: 'new_code' }) },
  getDispositionCode: {},
  updateDispositionCode: { body: () => ({ addsToDnc: true }) },
  deleteDispositionCode: {},
  listTasks: { query: ({ conversation }) => ({ conversationId: conversation }) },
  getTask: {},
  updateTask: { body: () => ({ note: 'Called.', status: 'done' }) },
  generateMessage: {
    body: ({ messageFlow }) => ({ flowId: messageFlow, to: '+12025550166', autopilot: false }),
  },
  listConversationsByFlow: { path: ({ messageFlow }) => ({ flowId: messageFlow }) },
  listConversations: {
    query: ({ messageFlow, agent, customerNumber }) => ({
      flowId: messageFlow,
      agentId: agent,
      recipient: customerNumber,
    }),
  },
  getConversation: {},
  followConversation: { query: () => ({ maxEvents: '1' }) },
  writeMessage: { body: () => ({ message: 'Hello.' }) },
  approveMessage: { body: () => ({ message: 'Hello.' }) },
  rejectMessage: { body: () => ({ reason: 'Too long.' }) },
  resolveMessage: {
    path: ({ conversation: conversationId, unknownMessage: messageId }) => ({ conversationId, messageId }),
    body: () => ({ outcome: 'sent' }),
  },
  takeOverConversation: {},
  releaseConversation: {},
  analyzeConversation: {},
  listSuppressions: { query: ({ customerNumber }) => ({ address: customerNumber }) },
  createSuppression: { body: () => ({ address: '+12025550165' }) },
  importSuppressions: { body: () => ({ rows: [{ address: '+12025550164' }] }) },
  getSuppression: {},
  deleteSuppression: {},
  listTestMessages: { query: ({ customerNumber }) => ({ address: customerNumber }) },
  answerTestMessage: { body: ({ customerNumber }) => ({ from: customerNumber, message: 'Hello.' }) },
  getBatchTemplate: { query: ({ agent }) => ({ agentId: agent }) },
  validateBatch: { body: ({ agent }) => ({ agentId: agent, rows: [{ phone_number: '+12025550163' }] }) },
  previewBatch: { body: () => ({ csv: 'phone_number\n+12025550163' }) },
  startBatch: {
    body: ({ agent, ownedNumber }) => ({
      agentId: agent,
      fromNumbers: [ownedNumber],
      rows: [{ phone_number: '+12025550163' }],
      allowRepeat: true,
    }),
  },
  listBatches: { query: ({ agent }) => ({ agentId: agent }) },
  getBatch: {},
  getBatchProgress: {},
  // The event stream of a running batch does not end.
  followBatch: { path: ({ endedBatch }) => ({ batchId: endedBatch }) },
  listBatchCalls: { query: ({ customerNumber }) => ({ phoneNumber: customerNumber }) },
  getBatchCall: {},
  pauseBatch: {},
  resumeBatch: {},
  callBatchAgain: { path: ({ endedBatch }) => ({ batchId: endedBatch }), body: () => ({}) },
  retryFailedRows: { path: ({ endedBatch }) => ({ batchId: endedBatch }) },
  cancelBatch: {},
  searchNumbers: { query: () => ({ country: 'US', type: 'local' }) },
  listInventory: {},
  addInventoryNumbers: { body: () => ({ numbers: [{ phoneNumber: unusedNumber() }] }) },
  importInventory: { body: () => ({ csv: `phone_number\n${unusedNumber()}` }) },
  deleteInventoryNumber: { path: ({ inventoryNumber }) => ({ numberId: inventoryNumber }) },
  listNumbers: { query: ({ agent }) => ({ agentId: agent }) },
  createNumber: { body: ({ agent }) => ({ phoneNumber: unusedNumber(), agentId: agent }) },
  getNumber: {},
  getAnswerRate: { query: () => ({ days: '30' }) },
  listAnswerRates: { query: () => ({ days: '30' }) },
  updateNumber: { body: ({ idleAgent }) => ({ agentId: idleAgent }) },
  deleteNumber: {},
  createWebhook: { body: () => ({ url: 'https://hooks.example.com/new' }) },
  listWebhooks: {},
  getWebhook: {},
  updateWebhook: { body: () => ({ description: 'Changed' }) },
  deleteWebhook: {},
  rotateWebhookSecret: {},
  testWebhook: {},
  listWebhookDeliveries: { query: ({ event, call }) => ({ eventId: event, subjectId: call }) },
  getWebhookDelivery: {},
  redeliverWebhookDelivery: {},
  redeliverWebhookEvents: { body: () => ({ undeliveredOnly: false }) },
  listEvents: {},
  followEvents: { query: () => ({ after: Buffer.from('evt 0').toString('base64url'), maxEvents: '1' }) },
  createKey: { body: ({ workspace }) => ({ name: 'New', preset: 'read-only', workspaceIds: [workspace] }) },
  listKeys: {},
  getKey: {},
  rotateKey: { body: () => ({ overlapSeconds: 60 }) },
  revokeKey: {},
  createWorkspace: { body: () => ({ name: 'New' }), expectedError: 'operator_only' },
  listWorkspaces: {},
  getWorkspace: {},
  updateWorkspace: { body: () => ({ name: 'Changed', timezone: 'Europe/Madrid' }) },
  listPlans: { expectedError: 'operator_only' },
  updatePlan: { body: () => ({ concurrentCalls: 2 }), expectedError: 'operator_only' },
  listAuditLog: { query: ({ user, agent }) => ({ actorId: user, subjectId: agent }) },
  createUser: { body: () => ({ email: `${unusedNumber().slice(1)}@people.example`, role: 'viewer' }) },
  listUsers: {},
  getUser: {},
  updateUser: { body: () => ({ name: 'Changed' }) },
  inviteUser: {},
  deleteUser: {},
  signIn: {
    body: () => ({ email: 'nobody@people.example', password: 'none' }),
    expectedError: 'invalid_credentials',
  },
  getSession: {},
  signOut: {},
  signOutEverywhere: {},
  changePassword: {
    body: () => ({ currentPassword: 'none', newPassword: 'a long new password' }),
    expectedError: 'invalid_credentials',
  },
  acceptInvitation: {
    body: () => ({ invitation: 'none', password: 'a long new password' }),
    expectedError: 'invalid_invitation',
  },
};
