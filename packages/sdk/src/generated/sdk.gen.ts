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
     * Sorted newest first.
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
     * Creates an agent. Only `name` is required; all other fields have defaults.
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
     * Deletes the agent permanently. Rejected while a call or batch of the agent is in progress. Past calls are kept.
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
     * A merge patch (RFC 7396): omitted fields keep their value, null resets a field. Each change creates a new version; a patch without changes creates none.
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
     * Returns call flows, or flows of another `type`, newest first.
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
     * Creates a call flow, or a message flow with `type: "message"`. The whole flow is validated, and each fault names its node.
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
     * Deletes the flow permanently. Rejected while an agent or a call in progress uses it.
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
     * Returns the newest version of the flow.
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
     * A merge patch (RFC 7396); `nodes` and `edges` are replaced as a whole. Each change creates a new version; a patch without changes creates none. Calls in progress finish with their version.
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
     * Responds when the call has been handed to the carrier, or at once if `scheduledAt` is set. `scheduledAt` may be at most one minute in the past. If the call could not be placed, `details` gives the reason, the call id and how the call ended. Calls are recorded unless the request or the agent turns recording off.
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
     * Sorted newest first.
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
     * Returns the call with its transcript, timeline, latency of each turn by stage, analysis and costs.
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
     * Returns a stereo WAV file with the customer on the left and the agent on the right channel. Available after the call has ended. Supports byte ranges.
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
     * Ends the call in any state. A call that has not been dialed yet is cancelled.
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
     * Sorted newest first. A change on any node appears within one second.
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
     * Returns an active call with its transcript so far. Returns 404 if the call is not active.
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
     * Sorted newest first.
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
     * Schedule a callback or record an outcome
     *
     * Records a disposition manually; outcomes of calls are recorded automatically. A follow-up is `pending` until `scheduledAt`; all other dispositions are `completed`. `warnings` report whether the calling hours delay or prevent the callback. A disposition with `addsToDnc` suppresses the number at once.
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
     * Reschedule or cancel a callback
     *
     * Omitted fields keep their value. `scheduledAt` and `status` can change only while the disposition is pending. Cancelling a cancelled disposition changes nothing.
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
     * Returns the codes of the workspace, newest first, without the built-in ones.
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
     * Adds an outcome to the built-in ones. A code with `addsToDnc` suppresses the number for calls whenever it is recorded.
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
     * Existing dispositions keep the code.
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
     * Omitted fields keep their value. Recorded dispositions do not change.
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
     * Generates the message of a flow for a recipient and stores it: an SMS for a phone number, an email for an address. **No message channel is set up in this version: nothing is sent**, and `warnings` says so. With `autopilot` the message is `approved`, or `scheduled` after the delay of the flow. Without it, the message waits for approval by a person. `success` means that the message is stored.
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
     * Returns conversations, newest first, each with its last 50 messages. `X-Total-Count` is the total. If there are more, the `Link` header (RFC 8288) has the URL of the next page.
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
     * Sorted newest first, each with its last 50 messages.
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
     * Returns the conversation with its last 1000 messages, oldest first.
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
     * Sends a message from a person to the customer of an open conversation. It needs no approval.
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
     * Approves the draft, or replaces its text with `message` and keeps the draft. The message is due at once. No message channel is set up in this version: nothing is sent.
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
     * The message is never sent. An approved message can be rejected until it is being sent.
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
     * Suppressed addresses, sorted newest first.
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
     * Blocks calls and messages to the address on this channel. `all` means voice and SMS for a phone number, and email for an email address. Sends a `conversation.opted_out` event for each open conversation with the address.
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
     * Imports addresses as CSV (`text/csv` with the options in the query, or `multipart/form-data`) or as JSON. Columns: `address` (or a similar name such as `phone_number` or `email`), optionally `channel` and `reason`. Other columns are ignored. A file with a single column needs no header. Importing the same list again changes nothing.
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
     * Delete a suppression
     *
     * Allows calls and messages to the address on this channel again. The audit log records the deleted suppression and who deleted it.
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
     * Searches the number sources in the configured order until `limit` is reached: the inventory, Twilio, Telnyx. If none has numbers for the workspace and the test network is on, the search returns its fictional numbers (`source: "test-network"`), which reach only the test network.
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
     * Sorted newest first.
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
     * Acquire or add a number
     *
     * Acquires an available number or adds your own. An agent without a number also uses it as caller ID.
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
     * Returns the number to the inventory or to the vendor that it came from. Agents that used it as caller ID have no number afterwards.
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
     * Assigns the number to an agent, renames it, or deactivates it. Omitted fields keep their value.
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
     * Get the daily answer rate of a number
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
     * List answer rates by caller ID
     *
     * Sorted by number of calls, highest first. Carriers often label a number as spam when its rate falls behind the others.
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
     * Numbers that this workspace can acquire or has acquired from the inventory. Sorted newest first.
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
     * Adds all numbers, or none if one has a fault. Updates numbers that exist already.
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
     * CSV as `text/csv` (options in the query), as `multipart/form-data` (field `file`), or in JSON. Columns: `phone_number` and optionally `country`, `type`, `locality`, `region`, `friendly_name`, `supplier`, `monthly_price_usd`. Omitted details of the number are looked up. The import is atomic.
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
     * Remove a number from the inventory
     *
     * Rejected while the number is acquired. Release it first.
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
     * Returns keys with prefix and last four characters, newest first, including revoked and expired keys.
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
     * Creates a key. A key can only grant what it has: no scope, workspace, address, expiry or limit beyond its own.
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
     * Revokes the key immediately and permanently. It stays in the list. Repeating the request returns the same response.
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
     * Returns the scopes and restrictions of a key and when it was last used, but never the key itself.
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
     * Creates a new key with the same permissions. The old key expires after the overlap.
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
     * Returns the workspaces that the key or user may access, newest first. The operator gets all workspaces.
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
     * Only for the operator: keys and owners of the workspace that the first start created. The creator gets access to the new workspace. `plan` defaults to PARLEY_DEFAULT_PLAN.
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
     * Returns the workspace of the request; the operator can get any workspace.
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
     * For owners of the workspace and for the operator. Only the operator can change `plan` and `ownNumberPrefixes`. The audit log keeps the previous values.
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
     * Returns audit entries with actor, action, subject, address and time, newest first. Entries are append-only: the database rejects changes.
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
     * Returns the users of the workspace, newest first.
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
     * Invite a user
     *
     * Creates a user. The response has an invitation, returned only once, with which the user sets a password. An email address is unique in the whole installation.
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
     * Delete a user
     *
     * Deletes the user and all sessions. The audit log keeps the actions of the user.
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
     * A new role applies from the next request. `disabled` ends all sessions of the user. `active` enables the account again if it has a password.
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
     * Invite a user again
     *
     * Replaces the invitation of a user, also after a forgotten password. The old password stays valid until the user sets a new one. All sessions of the user end.
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
     * Ends all sessions of the user, including this one.
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
     * Signs in a user with email address and password. The session is an HttpOnly cookie; it ends 12 hours after its last use and after 7 days at most. Failed attempts are limited per account and per client address. An Idempotency-Key has no effect: each sign-in opens its own session.
     *
     * Needs no authentication.
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
     * Ends this session immediately, on every node.
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
     * Get the current session
     *
     * Returns the signed-in user with scopes and workspaces.
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
     * Changes the password, ends all sessions of the user and opens a new one for this browser.
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
     * Sets the first password, or replaces a forgotten one, and signs in. An invitation works once. All other sessions of the user end.
     *
     * Needs no authentication.
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
