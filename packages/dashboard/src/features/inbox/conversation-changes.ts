/** Queries that a change of a conversation makes outdated. */
export const conversationChanges = ['getConversation', 'listConversations', 'listTasks'];
