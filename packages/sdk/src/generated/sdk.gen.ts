// @ts-nocheck -- made by packages/sdk-generator

import { client } from './client.gen.ts';
import type { Client, Options as Options2, TDataShape } from './client/index.ts';
import type { AcceptInvitationData, AcceptInvitationErrors, AcceptInvitationResponses, AddInventoryNumbersData, AddInventoryNumbersErrors, AddInventoryNumbersResponses, ApproveMessageData, ApproveMessageErrors, ApproveMessageResponses, CancelBatchData, CancelBatchErrors, CancelBatchResponses, ChangePasswordData, ChangePasswordErrors, ChangePasswordResponses, CreateAgentData, CreateAgentErrors, CreateAgentResponses, CreateDispositionCodeData, CreateDispositionCodeErrors, CreateDispositionCodeResponses, CreateDispositionData, CreateDispositionErrors, CreateDispositionResponses, CreateFlowData, CreateFlowErrors, CreateFlowResponses, CreateKeyData, CreateKeyErrors, CreateKeyResponses, CreateNumberData, CreateNumberErrors, CreateNumberResponses, CreateSuppressionData, CreateSuppressionErrors, CreateSuppressionResponses, CreateUserData, CreateUserErrors, CreateUserResponses, CreateWorkspaceData, CreateWorkspaceErrors, CreateWorkspaceResponses, DeleteAgentData, DeleteAgentErrors, DeleteAgentResponses, DeleteDispositionCodeData, DeleteDispositionCodeErrors, DeleteDispositionCodeResponses, DeleteFlowData, DeleteFlowErrors, DeleteFlowResponses, DeleteInventoryNumberData, DeleteInventoryNumberErrors, DeleteInventoryNumberResponses, DeleteNumberData, DeleteNumberErrors, DeleteNumberResponses, DeleteSuppressionData, DeleteSuppressionErrors, DeleteSuppressionResponses, DeleteUserData, DeleteUserErrors, DeleteUserResponses, EndCallData, EndCallErrors, EndCallResponses, FollowBatchData, FollowBatchErrors, FollowBatchResponse, FollowBatchResponses, GenerateMessageData, GenerateMessageErrors, GenerateMessageResponses, GetActiveCallData, GetActiveCallErrors, GetActiveCallResponses, GetAgentData, GetAgentErrors, GetAgentResponses, GetAnswerRateData, GetAnswerRateErrors, GetAnswerRateResponses, GetBatchCallData, GetBatchCallErrors, GetBatchCallResponses, GetBatchData, GetBatchErrors, GetBatchProgressData, GetBatchProgressErrors, GetBatchProgressResponses, GetBatchResponses, GetBatchTemplateData, GetBatchTemplateErrors, GetBatchTemplateResponses, GetCallData, GetCallErrors, GetCallResponses, GetConversationData, GetConversationErrors, GetConversationResponses, GetDispositionCodeData, GetDispositionCodeErrors, GetDispositionCodeResponses, GetDispositionData, GetDispositionErrors, GetDispositionResponses, GetFlowData, GetFlowErrors, GetFlowResponses, GetKeyData, GetKeyErrors, GetKeyResponses, GetNumberData, GetNumberErrors, GetNumberResponses, GetRecordingData, GetRecordingErrors, GetRecordingResponses, GetSessionData, GetSessionErrors, GetSessionResponses, GetSuppressionData, GetSuppressionErrors, GetSuppressionResponses, GetUserData, GetUserErrors, GetUserResponses, GetWorkspaceData, GetWorkspaceErrors, GetWorkspaceResponses, ImportInventoryData, ImportInventoryErrors, ImportInventoryResponses, ImportSuppressionsData, ImportSuppressionsErrors, ImportSuppressionsResponses, InviteUserData, InviteUserErrors, InviteUserResponses, ListActiveCallsData, ListActiveCallsErrors, ListActiveCallsResponses, ListAgentsData, ListAgentsErrors, ListAgentsResponses, ListAnswerRatesData, ListAnswerRatesErrors, ListAnswerRatesResponses, ListAuditLogData, ListAuditLogErrors, ListAuditLogResponses, ListBatchCallsData, ListBatchCallsErrors, ListBatchCallsResponses, ListBatchesData, ListBatchesErrors, ListBatchesResponses, ListCallsData, ListCallsErrors, ListCallsResponses, ListConversationsByFlowData, ListConversationsByFlowErrors, ListConversationsByFlowResponses, ListConversationsData, ListConversationsErrors, ListConversationsResponses, ListDispositionCodesData, ListDispositionCodesErrors, ListDispositionCodesResponses, ListDispositionsData, ListDispositionsErrors, ListDispositionsResponses, ListFlowsData, ListFlowsErrors, ListFlowsResponses, ListInventoryData, ListInventoryErrors, ListInventoryResponses, ListKeysData, ListKeysErrors, ListKeysResponses, ListNumbersData, ListNumbersErrors, ListNumbersResponses, ListSuppressionsData, ListSuppressionsErrors, ListSuppressionsResponses, ListUsersData, ListUsersErrors, ListUsersResponses, ListWorkspacesData, ListWorkspacesErrors, ListWorkspacesResponses, PauseBatchData, PauseBatchErrors, PauseBatchResponses, PreviewBatchData, PreviewBatchErrors, PreviewBatchResponses, RejectMessageData, RejectMessageErrors, RejectMessageResponses, ResumeBatchData, ResumeBatchErrors, ResumeBatchResponses, RevokeKeyData, RevokeKeyErrors, RevokeKeyResponses, RotateKeyData, RotateKeyErrors, RotateKeyResponses, SearchNumbersData, SearchNumbersErrors, SearchNumbersResponses, SendCallData, SendCallErrors, SendCallResponses, SignInData, SignInErrors, SignInResponses, SignOutData, SignOutErrors, SignOutEverywhereData, SignOutEverywhereErrors, SignOutEverywhereResponses, SignOutResponses, StartBatchData, StartBatchErrors, StartBatchResponses, UpdateAgentData, UpdateAgentErrors, UpdateAgentResponses, UpdateDispositionCodeData, UpdateDispositionCodeErrors, UpdateDispositionCodeResponses, UpdateDispositionData, UpdateDispositionErrors, UpdateDispositionResponses, UpdateFlowData, UpdateFlowErrors, UpdateFlowResponses, UpdateNumberData, UpdateNumberErrors, UpdateNumberResponses, UpdateUserData, UpdateUserErrors, UpdateUserResponses, UpdateWorkspaceData, UpdateWorkspaceErrors, UpdateWorkspaceResponses, ValidateBatchData, ValidateBatchErrors, ValidateBatchResponses, WriteMessageData, WriteMessageErrors, WriteMessageResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: Record<string, unknown>;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new Operations()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Operations extends HeyApiClient {
    public static readonly __registry = new HeyApiRegistry<Operations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        Operations.__registry.set(this, args?.key);
    }
    
    /**
     * List agents
     *
     * Newest first.
     *
     * Needs the scope `agents:read`.
     */
    public listAgents<ThrowOnError extends boolean = true>(options?: Options<ListAgentsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListAgentsResponses, ListAgentsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/agents',
            ...options
        });
    }
    
    /**
     * Create an agent
     *
     * Only the name is required; every other field has a default.
     *
     * Needs the scope `agents:write`.
     */
    public createAgent<ThrowOnError extends boolean = true>(options: Options<CreateAgentData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateAgentResponses, CreateAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/agents',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete an agent
     *
     * For good. Refused while a call or batch of the agent is running; the history of past calls stays.
     *
     * Needs the scope `agents:write`.
     */
    public deleteAgent<ThrowOnError extends boolean = true>(options: Options<DeleteAgentData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteAgentResponses, DeleteAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/agents/{agentId}',
            ...options
        });
    }
    
    /**
     * Get an agent
     *
     * Needs the scope `agents:read`.
     */
    public getAgent<ThrowOnError extends boolean = true>(options: Options<GetAgentData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetAgentResponses, GetAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/agents/{agentId}',
            ...options
        });
    }
    
    /**
     * Change an agent
     *
     * A merge (RFC 7396): a field left out stays, null clears it. Each change makes a new version; a patch that changes nothing makes none.
     *
     * Needs the scope `agents:write`.
     */
    public updateAgent<ThrowOnError extends boolean = true>(options: Options<UpdateAgentData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateAgentResponses, UpdateAgentErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/agents/{agentId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List flows
     *
     * Newest first: call flows, or with `type` the others.
     *
     * Needs the scope `flows:read`.
     */
    public listFlows<ThrowOnError extends boolean = true>(options?: Options<ListFlowsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListFlowsResponses, ListFlowsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/flows',
            ...options
        });
    }
    
    /**
     * Create a flow
     *
     * A call flow, or with `type: "message"` a message flow. Checked as a whole: every fault is named with its node.
     *
     * Needs the scope `flows:write`.
     */
    public createFlow<ThrowOnError extends boolean = true>(options: Options<CreateFlowData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateFlowResponses, CreateFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/flows',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a flow
     *
     * For good. Refused while an agent has it or a call is under way on it.
     *
     * Needs the scope `flows:write`.
     */
    public deleteFlow<ThrowOnError extends boolean = true>(options: Options<DeleteFlowData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteFlowResponses, DeleteFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/flows/{flowId}',
            ...options
        });
    }
    
    /**
     * Get a flow
     *
     * In its newest version.
     *
     * Needs the scope `flows:read`.
     */
    public getFlow<ThrowOnError extends boolean = true>(options: Options<GetFlowData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetFlowResponses, GetFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/flows/{flowId}',
            ...options
        });
    }
    
    /**
     * Change a flow
     *
     * A merge (RFC 7396); `nodes` and `edges` are replaced whole. Each change makes a new version, a patch that changes nothing makes none: calls under way finish on theirs.
     *
     * Needs the scope `flows:write`.
     */
    public updateFlow<ThrowOnError extends boolean = true>(options: Options<UpdateFlowData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateFlowResponses, UpdateFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/flows/{flowId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Start an outbound call
     *
     * Answers when the call has been handed to the carrier; one with `scheduledAt` at once, which may be past by a minute at most. Where the call could not be placed, `details` tells why, how the call ended and its id. Calls are recorded unless the request or the agent says otherwise.
     *
     * Needs the scope `calls:place`.
     */
    public sendCall<ThrowOnError extends boolean = true>(options: Options<SendCallData, ThrowOnError>) {
        return (options.client ?? this.client).post<SendCallResponses, SendCallErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/calls/call',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List calls
     *
     * Newest first.
     *
     * Needs the scope `calls:read`.
     */
    public listCalls<ThrowOnError extends boolean = true>(options?: Options<ListCallsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListCallsResponses, ListCallsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/calls',
            ...options
        });
    }
    
    /**
     * Get a call
     *
     * With transcript, timeline, the latency of each turn by stage, analysis and costs.
     *
     * Needs the scope `calls:read`.
     */
    public getCall<ThrowOnError extends boolean = true>(options: Options<GetCallData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetCallResponses, GetCallErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/calls/{callId}',
            ...options
        });
    }
    
    /**
     * Get the recording of a call
     *
     * A stereo WAV file: customer left, agent right; there once the call has ended. Ranges of bytes may be asked for.
     *
     * Needs the scope `recordings:read`.
     */
    public getRecording<ThrowOnError extends boolean = true>(options: Options<GetRecordingData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetRecordingResponses, GetRecordingErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/calls/{callId}/recording',
            ...options
        });
    }
    
    /**
     * End a call
     *
     * Hangs up in whatever state the call is; one that has not been dialed yet is cancelled.
     *
     * Needs the scope `calls:write`.
     */
    public endCall<ThrowOnError extends boolean = true>(options: Options<EndCallData, ThrowOnError>) {
        return (options.client ?? this.client).post<EndCallResponses, EndCallErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/calls/{callId}/end',
            ...options
        });
    }
    
    /**
     * Download CSV template
     *
     * Returns a CSV file with two example rows. Besides `phone_number`, a file may have the columns `name`, `email`, `timezone`, `scheduled_at`, `external_id`, `from_number`, `language`, `first_message`; every other column is a variable.
     *
     * Needs the scope `batches:read`.
     */
    public getBatchTemplate<ThrowOnError extends boolean = true>(options?: Options<GetBatchTemplateData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetBatchTemplateResponses, GetBatchTemplateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/template',
            ...options
        });
    }
    
    /**
     * Validate CSV
     *
     * Returns the contents and the faults of a file, by row and column. Nothing is stored.
     *
     * Needs the scope `batches:read`.
     */
    public validateBatch<ThrowOnError extends boolean = true>(options: Options<ValidateBatchData, ThrowOnError>) {
        return (options.client ?? this.client).post<ValidateBatchResponses, ValidateBatchErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { window: { object: { style: 'form' } } } },
            responseStyle: 'data',
            url: '/v1/api/batch-calls/validate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Preview CSV
     *
     * Returns the first rows of a file as Parley reads them. Nothing is stored.
     *
     * Needs the scope `batches:read`.
     */
    public previewBatch<ThrowOnError extends boolean = true>(options: Options<PreviewBatchData, ThrowOnError>) {
        return (options.client ?? this.client).post<PreviewBatchResponses, PreviewBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/preview',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List batches
     *
     * Sorted newest first.
     *
     * Needs the scope `batches:read`.
     */
    public listBatches<ThrowOnError extends boolean = true>(options?: Options<ListBatchesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListBatchesResponses, ListBatchesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls',
            ...options
        });
    }
    
    /**
     * Start batch
     *
     * Stores one job for each row of the file, all or none. The batch is `scheduled` and starts at `scheduledAt`. Its calls start at its rate, within its limits and the calling hours of each number. Rows that cannot be called become `skipped` jobs with a reason.
     *
     * Needs the scope `batches:write`.
     */
    public startBatch<ThrowOnError extends boolean = true>(options: Options<StartBatchData, ThrowOnError>) {
        return (options.client ?? this.client).post<StartBatchResponses, StartBatchErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: {
                    window: { object: { style: 'form' } },
                    retry: { object: { style: 'form' } },
                    metadata: { object: { style: 'form' } }
                } },
            responseStyle: 'data',
            url: '/v1/api/batch-calls',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Cancel batch
     *
     * Cancels every call that has not begun. Calls in progress finish unless `hangup` is `true`. Repeating the request returns the same response.
     *
     * Needs the scope `batches:write`.
     */
    public cancelBatch<ThrowOnError extends boolean = true>(options: Options<CancelBatchData, ThrowOnError>) {
        return (options.client ?? this.client).delete<CancelBatchResponses, CancelBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}',
            ...options
        });
    }
    
    /**
     * Get batch status
     *
     * Needs the scope `batches:read`.
     */
    public getBatch<ThrowOnError extends boolean = true>(options: Options<GetBatchData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetBatchResponses, GetBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}',
            ...options
        });
    }
    
    /**
     * Get batch progress
     *
     * A consistent snapshot: the counts by status always add up to `total`.
     *
     * Needs the scope `batches:read`.
     */
    public getBatchProgress<ThrowOnError extends boolean = true>(options: Options<GetBatchProgressData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetBatchProgressResponses, GetBatchProgressErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/status',
            ...options
        });
    }
    
    /**
     * Follow batch progress
     *
     * Server-sent events. `progress` carries the counts at once and after each change, at most twice a second. `end` comes last, when the batch has ended and none of its calls is in progress. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do; the new stream starts with the current counts. Each node allows 20 open streams per key and 60 per workspace.
     *
     * Needs the scope `batches:read`.
     */
    public followBatch<ThrowOnError extends boolean = true>(options: Options<FollowBatchData, ThrowOnError, FollowBatchResponse>) {
        return (options.client ?? this.client).sse.get<FollowBatchResponses, FollowBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/events',
            ...options
        });
    }
    
    /**
     * List batch calls
     *
     * Sorted in the order of the file. `format=csv` returns all matching calls as one file that is safe to open in a spreadsheet: cells that begin like a formula are prefixed with an apostrophe. `csv-raw` leaves them unchanged. For a key with `calls:read` the file also has the result of the last call of each row: disposition, duration, the last words of the customer, the summary, and each variable of the flow as a column `collected_…`.
     *
     * Needs the scope `batches:read`.
     */
    public listBatchCalls<ThrowOnError extends boolean = true>(options: Options<ListBatchCallsData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListBatchCallsResponses, ListBatchCallsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/calls',
            ...options
        });
    }
    
    /**
     * Get individual call status
     *
     * Needs the scope `batches:read`.
     */
    public getBatchCall<ThrowOnError extends boolean = true>(options: Options<GetBatchCallData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetBatchCallResponses, GetBatchCallErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/calls/{jobId}',
            ...options
        });
    }
    
    /**
     * Pause batch
     *
     * Starts no further calls. Calls in progress finish. Pausing a paused batch changes nothing.
     *
     * Needs the scope `batches:write`.
     */
    public pauseBatch<ThrowOnError extends boolean = true>(options: Options<PauseBatchData, ThrowOnError>) {
        return (options.client ?? this.client).post<PauseBatchResponses, PauseBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/pause',
            ...options
        });
    }
    
    /**
     * Resume batch
     *
     * Continues a paused batch. A batch that is not paused is not changed.
     *
     * Needs the scope `batches:write`.
     */
    public resumeBatch<ThrowOnError extends boolean = true>(options: Options<ResumeBatchData, ThrowOnError>) {
        return (options.client ?? this.client).post<ResumeBatchResponses, ResumeBatchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/batch-calls/{batchId}/resume',
            ...options
        });
    }
    
    /**
     * List active calls
     *
     * Newest first, exact within one second.
     *
     * Needs the scope `active-calls:read`.
     */
    public listActiveCalls<ThrowOnError extends boolean = true>(options?: Options<ListActiveCallsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListActiveCallsResponses, ListActiveCallsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v2/api/active-calls',
            ...options
        });
    }
    
    /**
     * Get an active call
     *
     * With its transcript so far. A call that is not active is not found.
     *
     * Needs the scope `active-calls:read`.
     */
    public getActiveCall<ThrowOnError extends boolean = true>(options: Options<GetActiveCallData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetActiveCallResponses, GetActiveCallErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v2/api/active-calls/{roomName}',
            ...options
        });
    }
    
    /**
     * List call dispositions
     *
     * Newest first.
     *
     * Needs the scope `dispositions:read`.
     */
    public listDispositions<ThrowOnError extends boolean = true>(options?: Options<ListDispositionsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListDispositionsResponses, ListDispositionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/call-dispositions',
            ...options
        });
    }
    
    /**
     * Schedule a callback, or record an outcome
     *
     * By hand; the outcome of a call is recorded at its end. What is to follow is `pending` at `scheduledAt`, everything else `completed`; `warnings` tell what the calling hours will do to it. A disposition that puts numbers on the do-not-call list does so at once.
     *
     * Needs the scope `dispositions:write`.
     */
    public createDisposition<ThrowOnError extends boolean = true>(options: Options<CreateDispositionData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateDispositionResponses, CreateDispositionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/call-dispositions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a call disposition
     *
     * Needs the scope `dispositions:read`.
     */
    public getDisposition<ThrowOnError extends boolean = true>(options: Options<GetDispositionData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetDispositionResponses, GetDispositionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/call-dispositions/{dispositionId}',
            ...options
        });
    }
    
    /**
     * Move or cancel a callback
     *
     * A field left out stays. `scheduledAt` and `status` are taken while the disposition is pending; one that is cancelled stays so, however often it is cancelled.
     *
     * Needs the scope `dispositions:write`.
     */
    public updateDisposition<ThrowOnError extends boolean = true>(options: Options<UpdateDispositionData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateDispositionResponses, UpdateDispositionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/call-dispositions/{dispositionId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List disposition codes
     *
     * Those of the workspace, newest first. The built-in ones are not among them.
     *
     * Needs the scope `dispositions:read`.
     */
    public listDispositionCodes<ThrowOnError extends boolean = true>(options?: Options<ListDispositionCodesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListDispositionCodesResponses, ListDispositionCodesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/disposition-codes',
            ...options
        });
    }
    
    /**
     * Add a disposition code
     *
     * An outcome of the workspace beside the built-in ones. One that `addsToDnc` puts the number on the do-not-call list whenever it is recorded.
     *
     * Needs the scope `dispositions:write`.
     */
    public createDispositionCode<ThrowOnError extends boolean = true>(options: Options<CreateDispositionCodeData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateDispositionCodeResponses, CreateDispositionCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/disposition-codes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a disposition code
     *
     * Dispositions that have it keep it.
     *
     * Needs the scope `dispositions:write`.
     */
    public deleteDispositionCode<ThrowOnError extends boolean = true>(options: Options<DeleteDispositionCodeData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteDispositionCodeResponses, DeleteDispositionCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/disposition-codes/{codeId}',
            ...options
        });
    }
    
    /**
     * Get a disposition code
     *
     * Needs the scope `dispositions:read`.
     */
    public getDispositionCode<ThrowOnError extends boolean = true>(options: Options<GetDispositionCodeData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetDispositionCodeResponses, GetDispositionCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/disposition-codes/{codeId}',
            ...options
        });
    }
    
    /**
     * Change a disposition code
     *
     * A field left out stays. What is recorded already is not looked at again.
     *
     * Needs the scope `dispositions:write`.
     */
    public updateDispositionCode<ThrowOnError extends boolean = true>(options: Options<UpdateDispositionCodeData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateDispositionCodeResponses, UpdateDispositionCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/disposition-codes/{codeId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Generate a message
     *
     * Generates the message of a flow for a recipient and stores it: an SMS for a phone number, an email for an address. **No message channel is set up in this version: nothing is sent**, and `warnings` says so. With `autopilot` the message is `approved`, or `scheduled` after the delay of the flow; without, it waits for a person to approve it. `success` means that the message is stored.
     *
     * Needs the scope `messages:send`.
     */
    public generateMessage<ThrowOnError extends boolean = true>(options: Options<GenerateMessageData, ThrowOnError>) {
        return (options.client ?? this.client).post<GenerateMessageResponses, GenerateMessageErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/message/generate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get conversations by flow
     *
     * A list, newest first, each with the last 50 of its messages. `X-Total-Count` tells how many there are in all; where that is more than the limit, the `Link` header (RFC 8288) leads to the next.
     *
     * Needs the scope `conversations:read`.
     */
    public listConversationsByFlow<ThrowOnError extends boolean = true>(options: Options<ListConversationsByFlowData, ThrowOnError>) {
        return (options.client ?? this.client).get<ListConversationsByFlowResponses, ListConversationsByFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/flow/{flowId}',
            ...options
        });
    }
    
    /**
     * List conversations
     *
     * Newest first, each with the last 50 of its messages.
     *
     * Needs the scope `conversations:read`.
     */
    public listConversations<ThrowOnError extends boolean = true>(options?: Options<ListConversationsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListConversationsResponses, ListConversationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations',
            ...options
        });
    }
    
    /**
     * Get a conversation
     *
     * With its messages in the order they were written, the last 1000 of them.
     *
     * Needs the scope `conversations:read`.
     */
    public getConversation<ThrowOnError extends boolean = true>(options: Options<GetConversationData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetConversationResponses, GetConversationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/{conversationId}',
            ...options
        });
    }
    
    /**
     * Write a message
     *
     * A person writes to the customer of an open conversation. It needs no approval.
     *
     * Needs the scope `messages:send`.
     */
    public writeMessage<ThrowOnError extends boolean = true>(options: Options<WriteMessageData, ThrowOnError>) {
        return (options.client ?? this.client).post<WriteMessageResponses, WriteMessageErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/{conversationId}/messages',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Approve a message
     *
     * As it stands, or with `message` in other words: the draft is kept beside them. It is due at once. No message channel is set up in this version: nothing is sent.
     *
     * Needs the scope `messages:send`.
     */
    public approveMessage<ThrowOnError extends boolean = true>(options: Options<ApproveMessageData, ThrowOnError>) {
        return (options.client ?? this.client).post<ApproveMessageResponses, ApproveMessageErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/{conversationId}/messages/{messageId}/approve',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Reject a message
     *
     * It is never sent. One that was approved can be called back until it is being sent.
     *
     * Needs the scope `conversations:write`.
     */
    public rejectMessage<ThrowOnError extends boolean = true>(options: Options<RejectMessageData, ThrowOnError>) {
        return (options.client ?? this.client).post<RejectMessageResponses, RejectMessageErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/conversations/{conversationId}/messages/{messageId}/reject',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List suppressions
     *
     * Addresses that may not be called or written to, newest first.
     *
     * Needs the scope `conversations:read`.
     */
    public listSuppressions<ThrowOnError extends boolean = true>(options?: Options<ListSuppressionsData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListSuppressionsResponses, ListSuppressionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/suppressions',
            ...options
        });
    }
    
    /**
     * Suppress an address
     *
     * From now on the address is not called or written to on this channel; `all` are voice and SMS of a phone number, and email of an address. Open conversations with it are told by `conversation.opted_out`.
     *
     * Needs the scope `conversations:write`.
     */
    public createSuppression<ThrowOnError extends boolean = true>(options: Options<CreateSuppressionData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateSuppressionResponses, CreateSuppressionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/suppressions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Import suppressions
     *
     * A list of addresses as CSV (`text/csv` with the options in the query, or `multipart/form-data`), or as JSON. Columns: `address` (or `phone_number`, `email` and the like), and if wanted `channel` and `reason`; others are passed over. A file of a single column needs no header. To import the same list again changes nothing.
     *
     * Needs the scope `conversations:write`.
     */
    public importSuppressions<ThrowOnError extends boolean = true>(options: Options<ImportSuppressionsData, ThrowOnError>) {
        return (options.client ?? this.client).post<ImportSuppressionsResponses, ImportSuppressionsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/suppressions/import',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Lift a suppression
     *
     * The address may be called or written to again on this channel. The audit log keeps who lifted it, and what it said.
     *
     * Needs the scope `conversations:write`.
     */
    public deleteSuppression<ThrowOnError extends boolean = true>(options: Options<DeleteSuppressionData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteSuppressionResponses, DeleteSuppressionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/suppressions/{suppressionId}',
            ...options
        });
    }
    
    /**
     * Get a suppression
     *
     * Needs the scope `conversations:read`.
     */
    public getSuppression<ThrowOnError extends boolean = true>(options: Options<GetSuppressionData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetSuppressionResponses, GetSuppressionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/suppressions/{suppressionId}',
            ...options
        });
    }
    
    /**
     * Search available numbers
     *
     * Asks the sources of numbers in the order of the configuration until there are enough: the own inventory, Twilio, Telnyx. If none of them has numbers for the workspace and the test network is on, its fictional numbers are offered (`source: "test-network"`); such a number reaches only the test network.
     *
     * Needs the scope `numbers:read`.
     */
    public searchNumbers<ThrowOnError extends boolean = true>(options: Options<SearchNumbersData, ThrowOnError>) {
        return (options.client ?? this.client).get<SearchNumbersResponses, SearchNumbersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/available-numbers',
            ...options
        });
    }
    
    /**
     * List owned numbers
     *
     * Newest first.
     *
     * Needs the scope `numbers:read`.
     */
    public listNumbers<ThrowOnError extends boolean = true>(options?: Options<ListNumbersData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListNumbersResponses, ListNumbersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers',
            ...options
        });
    }
    
    /**
     * Acquire a number, or add one of your own
     *
     * An agent that has no number yet also calls from it.
     *
     * Needs the scope `numbers:acquire`.
     */
    public createNumber<ThrowOnError extends boolean = true>(options: Options<CreateNumberData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateNumberResponses, CreateNumberErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Release an owned number
     *
     * Agents that called from it have no number afterwards. It goes back where it came from: into the inventory, or to the vendor.
     *
     * Needs the scope `numbers:write`.
     */
    public deleteNumber<ThrowOnError extends boolean = true>(options: Options<DeleteNumberData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteNumberResponses, DeleteNumberErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers/{numberId}',
            ...options
        });
    }
    
    /**
     * Get an owned number
     *
     * Needs the scope `numbers:read`.
     */
    public getNumber<ThrowOnError extends boolean = true>(options: Options<GetNumberData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetNumberResponses, GetNumberErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers/{numberId}',
            ...options
        });
    }
    
    /**
     * Change an owned number
     *
     * Assigns it to an agent, names it, takes it out of use. A field left out stays.
     *
     * Needs the scope `numbers:write`.
     */
    public updateNumber<ThrowOnError extends boolean = true>(options: Options<UpdateNumberData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateNumberResponses, UpdateNumberErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers/{numberId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * How often calls from a number are answered, day by day
     *
     * Needs the scope `numbers:read`.
     */
    public getAnswerRate<ThrowOnError extends boolean = true>(options: Options<GetAnswerRateData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetAnswerRateResponses, GetAnswerRateErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/numbers/{numberId}/answer-rate',
            ...options
        });
    }
    
    /**
     * How often calls are answered, by the number that they come from
     *
     * Those with the most calls first. A number whose rate falls behind the others is often one that carriers label as a nuisance.
     *
     * Needs the scope `numbers:read`.
     */
    public listAnswerRates<ThrowOnError extends boolean = true>(options?: Options<ListAnswerRatesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListAnswerRatesResponses, ListAnswerRatesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/answer-rates',
            ...options
        });
    }
    
    /**
     * List the inventory
     *
     * The stock of numbers that this workspace can acquire. Newest first.
     *
     * Needs the scope `numbers:read`.
     */
    public listInventory<ThrowOnError extends boolean = true>(options?: Options<ListInventoryData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListInventoryResponses, ListInventoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/inventory',
            ...options
        });
    }
    
    /**
     * Add numbers to the inventory
     *
     * All of them or, where one has a fault, none. One that is there already is corrected.
     *
     * Needs the scope `numbers:write`.
     */
    public addInventoryNumbers<ThrowOnError extends boolean = true>(options: Options<AddInventoryNumbersData, ThrowOnError>) {
        return (options.client ?? this.client).post<AddInventoryNumbersResponses, AddInventoryNumbersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/inventory',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Import numbers into the inventory
     *
     * CSV as `text/csv` (options in the query), as `multipart/form-data` (field `file`), or in JSON. Columns: `phone_number` and, if wanted, `country`, `type`, `locality`, `region`, `friendly_name`, `supplier`, `monthly_price_usd`; what is left out is looked up. Either all that is to be taken in is taken in, or nothing.
     *
     * Needs the scope `numbers:write`.
     */
    public importInventory<ThrowOnError extends boolean = true>(options: Options<ImportInventoryData, ThrowOnError>) {
        return (options.client ?? this.client).post<ImportInventoryResponses, ImportInventoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/inventory/import',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Take a number out of the inventory
     *
     * One that is acquired has to be released before.
     *
     * Needs the scope `numbers:write`.
     */
    public deleteInventoryNumber<ThrowOnError extends boolean = true>(options: Options<DeleteInventoryNumberData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteInventoryNumberResponses, DeleteInventoryNumberErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/telephony/inventory/{numberId}',
            ...options
        });
    }
    
    /**
     * List API keys
     *
     * Newest first, by prefix and last four characters; revoked and expired ones too.
     *
     * Needs the scope `keys:read`.
     */
    public listKeys<ThrowOnError extends boolean = true>(options?: Options<ListKeysData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListKeysResponses, ListKeysErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/keys',
            ...options
        });
    }
    
    /**
     * Create an API key
     *
     * A key cannot create a key that may do more than itself: no scope, workspace, address, date or limit beyond its own.
     *
     * Needs the scope `keys:write`.
     */
    public createKey<ThrowOnError extends boolean = true>(options: Options<CreateKeyData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateKeyResponses, CreateKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/keys',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Revoke an API key
     *
     * At once and for good; it stays in the list. Again: the same answer.
     *
     * Needs the scope `keys:write`.
     */
    public revokeKey<ThrowOnError extends boolean = true>(options: Options<RevokeKeyData, ThrowOnError>) {
        return (options.client ?? this.client).delete<RevokeKeyResponses, RevokeKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/keys/{keyId}',
            ...options
        });
    }
    
    /**
     * Get an API key
     *
     * What it may do and when it was last used; never the key itself.
     *
     * Needs the scope `keys:read`.
     */
    public getKey<ThrowOnError extends boolean = true>(options: Options<GetKeyData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetKeyResponses, GetKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/keys/{keyId}',
            ...options
        });
    }
    
    /**
     * Rotate an API key
     *
     * Makes a new key that may do the same; the old one ends after the overlap.
     *
     * Needs the scope `keys:write`.
     */
    public rotateKey<ThrowOnError extends boolean = true>(options: Options<RotateKeyData, ThrowOnError>) {
        return (options.client ?? this.client).post<RotateKeyResponses, RotateKeyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/keys/{keyId}/rotate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List workspaces
     *
     * Those that the key or person may enter, newest first; for the operator all of them.
     *
     * Needs the scope `workspace:read`.
     */
    public listWorkspaces<ThrowOnError extends boolean = true>(options?: Options<ListWorkspacesData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListWorkspacesResponses, ListWorkspacesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/workspaces',
            ...options
        });
    }
    
    /**
     * Create a workspace
     *
     * For the operator: keys and owners of the workspace that was made at the first start. Whoever makes it may enter it; without a plan it is on that of PARLEY_DEFAULT_PLAN.
     *
     * Needs the scope `workspace:write`.
     */
    public createWorkspace<ThrowOnError extends boolean = true>(options: Options<CreateWorkspaceData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateWorkspaceResponses, CreateWorkspaceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/workspaces',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a workspace
     *
     * The one that the request has entered; for the operator any.
     *
     * Needs the scope `workspace:read`.
     */
    public getWorkspace<ThrowOnError extends boolean = true>(options: Options<GetWorkspaceData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetWorkspaceResponses, GetWorkspaceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/workspaces/{workspaceId}',
            ...options
        });
    }
    
    /**
     * Change a workspace
     *
     * For its owner, from within, and for the operator, who alone changes the plan and the numbers that it may bring. The audit log keeps what stood there before.
     *
     * Needs the scope `workspace:write`.
     */
    public updateWorkspace<ThrowOnError extends boolean = true>(options: Options<UpdateWorkspaceData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateWorkspaceResponses, UpdateWorkspaceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/workspaces/{workspaceId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List the audit log
     *
     * Who did what, to which thing, from where and when, newest first. Entries are only ever added; the database refuses to change them.
     *
     * Needs the scope `workspace:read`.
     */
    public listAuditLog<ThrowOnError extends boolean = true>(options?: Options<ListAuditLogData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListAuditLogResponses, ListAuditLogErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/audit-log',
            ...options
        });
    }
    
    /**
     * List users
     *
     * The people of the workspace, newest first.
     *
     * Needs the scope `workspace:read`.
     */
    public listUsers<ThrowOnError extends boolean = true>(options?: Options<ListUsersData, ThrowOnError>) {
        return (options?.client ?? this.client).get<ListUsersResponses, ListUsersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users',
            ...options
        });
    }
    
    /**
     * Invite a person
     *
     * The answer holds an invitation, shown this once, with which the person chooses a password. An address belongs to one person in the whole installation.
     *
     * Needs the scope `workspace:write`.
     */
    public createUser<ThrowOnError extends boolean = true>(options: Options<CreateUserData, ThrowOnError>) {
        return (options.client ?? this.client).post<CreateUserResponses, CreateUserErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Remove a user
     *
     * With every session. What the person did stays in the audit log.
     *
     * Needs the scope `workspace:write`.
     */
    public deleteUser<ThrowOnError extends boolean = true>(options: Options<DeleteUserData, ThrowOnError>) {
        return (options.client ?? this.client).delete<DeleteUserResponses, DeleteUserErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users/{userId}',
            ...options
        });
    }
    
    /**
     * Get a user
     *
     * Needs the scope `workspace:read`.
     */
    public getUser<ThrowOnError extends boolean = true>(options: Options<GetUserData, ThrowOnError>) {
        return (options.client ?? this.client).get<GetUserResponses, GetUserErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users/{userId}',
            ...options
        });
    }
    
    /**
     * Change a user
     *
     * A new role holds from the next request on. `disabled` ends every session of the person; `active` opens the account again, where it has a password.
     *
     * Needs the scope `workspace:write`.
     */
    public updateUser<ThrowOnError extends boolean = true>(options: Options<UpdateUserData, ThrowOnError>) {
        return (options.client ?? this.client).patch<UpdateUserResponses, UpdateUserErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users/{userId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Invite a person again
     *
     * A new invitation in place of the one before, also for somebody who forgot the password: the old one holds until the new one is chosen, but every session ends.
     *
     * Needs the scope `workspace:write`.
     */
    public inviteUser<ThrowOnError extends boolean = true>(options: Options<InviteUserData, ThrowOnError>) {
        return (options.client ?? this.client).post<InviteUserResponses, InviteUserErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/users/{userId}/invitation',
            ...options
        });
    }
    
    /**
     * Sign out everywhere
     *
     * Ends every session of the person, this one included.
     *
     * Needs a session.
     */
    public signOutEverywhere<ThrowOnError extends boolean = true>(options?: Options<SignOutEverywhereData, ThrowOnError>) {
        return (options?.client ?? this.client).delete<SignOutEverywhereResponses, SignOutEverywhereErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/sessions',
            ...options
        });
    }
    
    /**
     * Sign in
     *
     * With the address and password of a person. The session comes as a cookie that scripts cannot read; it ends 12 hours after its last use, and after 7 days in any case. Wrong attempts are limited for each account and each address. An Idempotency-Key has no effect: to sign in twice is two sessions.
     *
     * Needs no key.
     */
    public signIn<ThrowOnError extends boolean = true>(options: Options<SignInData, ThrowOnError>) {
        return (options.client ?? this.client).post<SignInResponses, SignInErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/sessions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Sign out
     *
     * Ends this session at once, on every node.
     *
     * Needs a session.
     */
    public signOut<ThrowOnError extends boolean = true>(options?: Options<SignOutData, ThrowOnError>) {
        return (options?.client ?? this.client).delete<SignOutResponses, SignOutErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/sessions/current',
            ...options
        });
    }
    
    /**
     * Who is signed in
     *
     * The person, what they may do, and where.
     *
     * Needs a session.
     */
    public getSession<ThrowOnError extends boolean = true>(options?: Options<GetSessionData, ThrowOnError>) {
        return (options?.client ?? this.client).get<GetSessionResponses, GetSessionErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/sessions/current',
            ...options
        });
    }
    
    /**
     * Change the password
     *
     * Ends every session of the person, and opens a new one for this browser.
     *
     * Needs a session.
     */
    public changePassword<ThrowOnError extends boolean = true>(options: Options<ChangePasswordData, ThrowOnError>) {
        return (options.client ?? this.client).post<ChangePasswordResponses, ChangePasswordErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/sessions/current/password',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Accept an invitation
     *
     * Sets the first password, or a new one in place of a forgotten one, and signs in. An invitation works once; every other session of the person ends.
     *
     * Needs no key.
     */
    public acceptInvitation<ThrowOnError extends boolean = true>(options: Options<AcceptInvitationData, ThrowOnError>) {
        return (options.client ?? this.client).post<AcceptInvitationResponses, AcceptInvitationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/v1/api/invitations/accept',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}
