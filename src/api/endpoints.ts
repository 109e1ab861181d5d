import { followEvents } from './events/follow-events.ts';
import { listEvents } from './events/list-events.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { getWebhook } from './webhooks/get-webhook.ts';
import { getWebhookDelivery } from './webhooks/get-webhook-delivery.ts';
import { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { redeliverWebhookDelivery } from './webhooks/redeliver-webhook-delivery.ts';
import { redeliverWebhookEvents } from './webhooks/redeliver-webhook-events.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';
import { updateWebhook } from './webhooks/update-webhook.ts';
import { endActiveCall } from './active-calls/end-active-call.ts';
import { followActiveCall } from './active-calls/follow-active-call.ts';
import { followActiveCalls } from './active-calls/follow-active-calls.ts';
import { getActiveCall } from './active-calls/get-active-call.ts';
import { holdCall } from './active-calls/hold-call.ts';
import { listActiveCalls } from './active-calls/list-active-calls.ts';
import { getAgentVersion, listAgentVersions, restoreAgentVersion } from './agents/agent-versions.ts';
import { muteAgent } from './active-calls/mute-agent.ts';
import { sayInCall } from './active-calls/say-in-call.ts';
import { whisperToAgent } from './active-calls/whisper-to-agent.ts';
import { createAgent } from './agents/create-agent.ts';
import { deleteAgent } from './agents/delete-agent.ts';
import { getAgent } from './agents/get-agent.ts';
import { listAgents } from './agents/list-agents.ts';
import { updateAgent } from './agents/update-agent.ts';
import { validateAgent } from './agents/validate-agent.ts';
import { messageBatchRows } from './message-batches/message-batch-rows.ts';
import { callBatchAgain, retryFailedRows } from './batches/call-batch-again.ts';
import { cancelBatch } from './batches/cancel-batch.ts';
import { followBatch } from './batches/follow-batch.ts';
import { getBatch } from './batches/get-batch.ts';
import { getBatchCall } from './batches/get-batch-call.ts';
import { getBatchProgress } from './batches/get-batch-progress.ts';
import { getBatchResults } from './batches/get-batch-results.ts';
import { getBatchTemplate } from './batches/get-batch-template.ts';
import { listBatchCalls } from './batches/list-batch-calls.ts';
import { listBatches } from './batches/list-batches.ts';
import { pauseBatch } from './batches/pause-batch.ts';
import { previewBatch } from './batches/preview-batch.ts';
import { resumeBatch } from './batches/resume-batch.ts';
import { startBatch } from './batches/start-batch.ts';
import { validateBatch } from './batches/validate-batch.ts';
import { analyzeCall } from './calls/analyze-call.ts';
import { deleteCall } from './calls/delete-call.ts';
import { endCall } from './calls/end-call.ts';
import { getCall } from './calls/get-call.ts';
import { getRecording } from './calls/get-recording.ts';
import { getRecordingPeaks } from './calls/get-recording-peaks.ts';
import { getSipMessages } from './calls/get-sip-messages.ts';
import { listCalls } from './calls/list-calls.ts';
import { sendCall } from './calls/send-call.ts';
import { analyzeConversation } from './conversations/analyze-conversation.ts';
import { approveMessage } from './conversations/approve-message.ts';
import { followConversation } from './conversations/follow-conversation.ts';
import { generateMessage } from './conversations/generate-message.ts';
import { getConversation } from './conversations/get-conversation.ts';
import { listConversationsByFlow } from './conversations/list-conversations-by-flow.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { rejectMessage } from './conversations/reject-message.ts';
import { resolveMessage } from './conversations/resolve-message.ts';
import { releaseConversation, takeOverConversation } from './conversations/take-over-conversation.ts';
import { writeMessage } from './conversations/write-message.ts';
import {
  approveMessageBatch,
  cancelMessageBatch,
  pauseMessageBatch,
  resumeMessageBatch,
} from './message-batches/change-message-batch.ts';
import { getBatchMessage, listBatchMessages } from './message-batches/list-batch-messages.ts';
import {
  followMessageBatch,
  getMessageBatch,
  getMessageBatchProgress,
  listMessageBatches,
} from './message-batches/read-message-batch.ts';
import { retryFailedMessages } from './message-batches/retry-failed-messages.ts';
import { startMessageBatch } from './message-batches/start-message-batch.ts';
import {
  getMessageBatchTemplate,
  previewMessageBatch,
  validateMessageBatch,
} from './message-batches/validate-message-batch.ts';
import { listAuditLog } from './audit-log/list-audit-log.ts';
import { createDispositionCode } from './disposition-codes/create-disposition-code.ts';
import { deleteDispositionCode } from './disposition-codes/delete-disposition-code.ts';
import { getDispositionCode } from './disposition-codes/get-disposition-code.ts';
import { listDispositionCodes } from './disposition-codes/list-disposition-codes.ts';
import { updateDispositionCode } from './disposition-codes/update-disposition-code.ts';
import { createDisposition } from './dispositions/create-disposition.ts';
import { getDisposition } from './dispositions/get-disposition.ts';
import { listDispositions } from './dispositions/list-dispositions.ts';
import { updateDisposition } from './dispositions/update-disposition.ts';
import type { Endpoint } from './endpoint.ts';
import { getFlowVersion, listFlowVersions, restoreFlowVersion } from './flows/flow-versions.ts';
import { runAgent, runFlow } from './flows/run-flow.ts';
import { createFlow } from './flows/create-flow.ts';
import { deleteFlow } from './flows/delete-flow.ts';
import { getFlow } from './flows/get-flow.ts';
import { listFlows } from './flows/list-flows.ts';
import { updateFlow } from './flows/update-flow.ts';
import { validateFlow } from './flows/validate-flow.ts';
import { addInventoryNumbers } from './inventory/add-inventory-numbers.ts';
import { deleteInventoryNumber } from './inventory/delete-inventory-number.ts';
import { importInventory } from './inventory/import-inventory.ts';
import { listInventory } from './inventory/list-inventory.ts';
import { createKey } from './keys/create-key.ts';
import { getKey } from './keys/get-key.ts';
import { listKeys } from './keys/list-keys.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { rotateKey } from './keys/rotate-key.ts';
import { createNumber } from './numbers/create-number.ts';
import { deleteNumber } from './numbers/delete-number.ts';
import { getAnswerRate } from './numbers/get-answer-rate.ts';
import { getNumber } from './numbers/get-number.ts';
import { listAnswerRates } from './numbers/list-answer-rates.ts';
import { listNumbers } from './numbers/list-numbers.ts';
import { searchNumbers } from './numbers/search-numbers.ts';
import { updateNumber } from './numbers/update-number.ts';
import { listPlans } from './plans/list-plans.ts';
import { updatePlan } from './plans/update-plan.ts';
import { checkProviders } from './providers/check-providers.ts';
import { getProviders } from './providers/get-providers.ts';
import { acceptInvitation } from './sign-in/accept-invitation.ts';
import { changePassword } from './sign-in/change-password.ts';
import { getSession } from './sign-in/get-session.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signOut, signOutEverywhere } from './sign-in/sign-out.ts';
import { createErasure } from './erasures/create-erasure.ts';
import { exportPerson } from './erasures/export-person.ts';
import { getErasure } from './erasures/get-erasure.ts';
import { listErasures } from './erasures/list-erasures.ts';
import { createSuppression } from './suppressions/create-suppression.ts';
import { deleteSuppression } from './suppressions/delete-suppression.ts';
import { getSuppression } from './suppressions/get-suppression.ts';
import { importSuppressions } from './suppressions/import-suppressions.ts';
import { listSuppressions } from './suppressions/list-suppressions.ts';
import { createFromTemplate } from './templates/create-from-template.ts';
import { listTemplates } from './templates/list-templates.ts';
import { answerTestMessage } from './test-messages/answer-test-message.ts';
import { getBatchAnalytics } from './analytics/get-batch-analytics.ts';
import { getCallAnalytics } from './analytics/get-call-analytics.ts';
import { getMessageAnalytics } from './analytics/get-message-analytics.ts';
import { getTask } from './tasks/get-task.ts';
import { listTasks } from './tasks/list-tasks.ts';
import { updateTask } from './tasks/update-task.ts';
import { listTestMessages } from './test-messages/list-test-messages.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { getUser } from './users/get-user.ts';
import { inviteUser } from './users/invite-user.ts';
import { listUsers } from './users/list-users.ts';
import { updateUser } from './users/update-user.ts';
import { previewVoice } from './voices/preview-voice.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { getWorkspace } from './workspaces/get-workspace.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { updateWorkspace } from './workspaces/update-workspace.ts';

/** All endpoints in the order of the reference. */
export const endpoints: readonly Endpoint[] = [
  createAgent,
  listAgents,
  getAgent,
  updateAgent,
  deleteAgent,
  listAgentVersions,
  getAgentVersion,
  restoreAgentVersion,
  runAgent,
  validateAgent,
  listTemplates,
  createFromTemplate,
  getProviders,
  checkProviders,
  previewVoice,
  createFlow,
  listFlows,
  getFlow,
  updateFlow,
  deleteFlow,
  listFlowVersions,
  getFlowVersion,
  restoreFlowVersion,
  runFlow,
  validateFlow,
  sendCall,
  listCalls,
  getCall,
  getRecording,
  getRecordingPeaks,
  getSipMessages,
  endCall,
  deleteCall,
  analyzeCall,
  getBatchTemplate,
  validateBatch,
  previewBatch,
  startBatch,
  listBatches,
  getBatch,
  getBatchProgress,
  getBatchResults,
  followBatch,
  listBatchCalls,
  getBatchCall,
  pauseBatch,
  resumeBatch,
  callBatchAgain,
  retryFailedRows,
  messageBatchRows,
  cancelBatch,
  getMessageBatchTemplate,
  validateMessageBatch,
  previewMessageBatch,
  startMessageBatch,
  listMessageBatches,
  getMessageBatch,
  getMessageBatchProgress,
  followMessageBatch,
  listBatchMessages,
  getBatchMessage,
  approveMessageBatch,
  pauseMessageBatch,
  resumeMessageBatch,
  retryFailedMessages,
  cancelMessageBatch,
  listActiveCalls,
  followActiveCalls,
  getActiveCall,
  followActiveCall,
  endActiveCall,
  sayInCall,
  whisperToAgent,
  muteAgent,
  holdCall,
  listDispositions,
  createDisposition,
  getDisposition,
  updateDisposition,
  listDispositionCodes,
  createDispositionCode,
  getDispositionCode,
  updateDispositionCode,
  deleteDispositionCode,
  createErasure,
  listErasures,
  getErasure,
  exportPerson,
  listTasks,
  getTask,
  updateTask,
  getCallAnalytics,
  getBatchAnalytics,
  getMessageAnalytics,
  generateMessage,
  listConversationsByFlow,
  listConversations,
  getConversation,
  followConversation,
  writeMessage,
  approveMessage,
  rejectMessage,
  resolveMessage,
  takeOverConversation,
  releaseConversation,
  analyzeConversation,
  listSuppressions,
  createSuppression,
  importSuppressions,
  getSuppression,
  deleteSuppression,
  listTestMessages,
  answerTestMessage,
  searchNumbers,
  listNumbers,
  createNumber,
  getNumber,
  getAnswerRate,
  listAnswerRates,
  updateNumber,
  deleteNumber,
  listInventory,
  addInventoryNumbers,
  importInventory,
  deleteInventoryNumber,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhookEvents,
  getWebhookDelivery,
  redeliverWebhookDelivery,
  listEvents,
  followEvents,
  createKey,
  listKeys,
  getKey,
  rotateKey,
  revokeKey,
  createWorkspace,
  listWorkspaces,
  getWorkspace,
  updateWorkspace,
  listPlans,
  updatePlan,
  listAuditLog,
  createUser,
  listUsers,
  getUser,
  updateUser,
  inviteUser,
  deleteUser,
  signIn,
  getSession,
  signOut,
  signOutEverywhere,
  changePassword,
  acceptInvitation,
];
