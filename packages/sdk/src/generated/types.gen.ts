// @ts-nocheck -- made by packages/sdk-generator

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type Webhooks = OnCallRingingWebhookRequest | OnCallAnsweredWebhookRequest | OnCallStartedWebhookRequest | OnCallTransferredWebhookRequest | OnCallCompletedWebhookRequest | OnCallFailedWebhookRequest | OnCallAnalyzedWebhookRequest | OnRecordingReadyWebhookRequest | OnSmsSentWebhookRequest | OnSmsDeliveredWebhookRequest | OnSmsFailedWebhookRequest | OnSmsReceivedWebhookRequest | OnEmailSentWebhookRequest | OnEmailFailedWebhookRequest | OnEmailReceivedWebhookRequest | OnMessageApprovalRequiredWebhookRequest | OnConversationOptedOutWebhookRequest | OnDispositionCreatedWebhookRequest | OnDispositionDueWebhookRequest | OnBatchStartedWebhookRequest | OnBatchCompletedWebhookRequest | OnBatchCancelledWebhookRequest | OnNumberAcquiredWebhookRequest | OnAgentCreatedWebhookRequest | OnAgentUpdatedWebhookRequest | OnAgentDeletedWebhookRequest | OnFlowCreatedWebhookRequest | OnFlowUpdatedWebhookRequest | OnFlowDeletedWebhookRequest;

export type AcceptedInvitation = {
    /**
     * The invitation text that the owner received.
     */
    invitation: string;
    /**
     * A new password of 12 to 200 characters of any kind.
     */
    password: string;
    /**
     * A display name.
     */
    name?: string;
};

export type ActiveCall = {
    /**
     * The id.
     */
    id: string;
    /**
     * The name of the media session of the call.
     */
    roomName: string;
    /**
     * The phone number of the customer, E.164.
     */
    customerPhone: string;
    /**
     * Absent if unknown.
     */
    customerName?: string;
    /**
     * The name of the agent.
     */
    aiAgentName: string;
    /**
     * Seconds since the call was answered.
     */
    duration: number;
    /**
     * The mood of the customer by their words: `positive`, `neutral` or `negative`.
     */
    sentiment: 'positive' | 'neutral' | 'negative';
    /**
     * Always `active`.
     */
    status: 'active';
    /**
     * The latest words of the call.
     */
    lastMessage: string;
    /**
     * Whether the customer asked for a person.
     */
    transferRequested: boolean;
    /**
     * `phone`, or `web` for a call from a browser.
     */
    type: 'phone' | 'web';
    /**
     * The participants of the call.
     */
    participants: Array<{
        /**
         * The name of the participant.
         */
        identity: string;
        /**
         * Whether the participant is the agent.
         */
        isAgent: boolean;
        /**
         * The time at which the participant joined.
         */
        joinedAt: string;
    }>;
};

export type ActiveCallDetail = {
    /**
     * The id.
     */
    id: string;
    /**
     * The name of the media session of the call.
     */
    roomName: string;
    /**
     * The phone number of the customer, E.164.
     */
    customerPhone: string;
    /**
     * Absent if unknown.
     */
    customerName?: string;
    /**
     * The name of the agent.
     */
    aiAgentName: string;
    /**
     * Seconds since the call was answered.
     */
    duration: number;
    /**
     * The mood of the customer by their words: `positive`, `neutral` or `negative`.
     */
    sentiment: 'positive' | 'neutral' | 'negative';
    /**
     * The spoken words in order.
     */
    transcript: Array<{
        /**
         * The speaker: `agent` or `customer`.
         */
        role: 'agent' | 'customer';
        /**
         * The spoken words. For the agent: only the part that was played.
         */
        content: string;
    }>;
    /**
     * The participants of the call.
     */
    participants: Array<{
        /**
         * The name of the participant.
         */
        identity: string;
        /**
         * Whether the participant is the agent.
         */
        isAgent: boolean;
        /**
         * The time at which the participant joined.
         */
        joinedAt: string;
        /**
         * Your own data, returned unchanged. At most 16 KiB of JSON.
         */
        metadata: {
            [key: string]: unknown;
        };
    }>;
};

export type AddedInventory = {
    /**
     * New numbers.
     */
    added: number;
    /**
     * Numbers that existed already.
     */
    updated: number;
};

export type AddedSuppressions = {
    /**
     * Count of new suppressions. Existing ones keep their first reason.
     */
    added: number;
    /**
     * One per channel.
     */
    suppressions: Array<Suppression>;
};

export type Agent = {
    /**
     * A display name.
     */
    name: string;
    /**
     * `voice` for calls, `messaging` for SMS and email.
     */
    type: 'voice' | 'messaging';
    /**
     * A note for users. It has no effect.
     */
    description: string;
    /**
     * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
     */
    model: string;
    /**
     * Settings of the language model.
     */
    modelSettings: {
        /**
         * The sampling temperature of the model; lower values are more predictable.
         */
        temperature: number;
        /**
         * Maximum length of a model response in tokens.
         */
        maxTokens: number;
        /**
         * Models that are used in this order if the model fails or exceeds `timeoutMs`.
         */
        fallbackModels: Array<string>;
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs: number;
    };
    /**
     * The voice.
     */
    voice: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId: string;
        /**
         * The speaking rate; 1 is normal.
         */
        speed: number;
        /**
         * The volume; 1 is normal.
         */
        volume: number;
        /**
         * Voices that are used in this order if the voice fails.
         */
        fallback: Array<{
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The speech recogniser.
     */
    transcriber: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider: string;
        /**
         * The model of the recogniser. Null: the default of the provider.
         */
        model: string | null;
        /**
         * The BCP 47 language of the recogniser. Null: the language of the agent.
         */
        language: string | null;
        /**
         * Words that the speech recogniser should expect, such as product names.
         */
        keyterms: Array<string>;
    };
    /**
     * The system prompt of the language model, at most 50,000 characters.
     */
    personality: string;
    /**
     * The first words of the agent, at most 2,000 characters.
     */
    firstMessage: string;
    /**
     * The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.
     */
    firstMessageMode: 'agent' | 'agent-generated' | 'user';
    /**
     * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
     */
    language: string;
    /**
     * An IANA time zone. Null: the time zone of the workspace.
     */
    timezone: string;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * End-of-turn detection.
     */
    turn: {
        /**
         * The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.
         */
        endpointing: 'semantic' | 'silence';
        /**
         * The shortest silence that can end the turn of the customer, in milliseconds.
         */
        minSilenceMs: number;
        /**
         * The turn of the customer ends after this silence in any case, in milliseconds.
         */
        maxSilenceMs: number;
    };
    /**
     * Rules for the customer interrupting the agent (barge-in).
     */
    interruption: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * Speech that is shorter does not interrupt the agent, in milliseconds.
         */
        minSpeechMs: number;
        /**
         * Speech with fewer words does not interrupt the agent.
         */
        minWords: number;
        /**
         * Phrases that do not interrupt the agent.
         */
        ignorePhrases: Array<string>;
        /**
         * Whether the customer can interrupt the first message.
         */
        firstMessage: boolean;
    };
    /**
     * Voicemail detection and handling.
     */
    voicemail: {
        /**
         * The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.
         */
        detection: 'off' | 'model' | 'carrier';
        /**
         * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
         */
        action: 'hangup' | 'leave_message' | 'continue';
        /**
         * The message to leave. It may contain `{{variables}}`.
         */
        message: string;
    };
    /**
     * The limits.
     */
    limits: {
        /**
         * The call ends after this time, in seconds.
         */
        maxDurationSeconds: number;
        /**
         * Maximum ringing time in seconds.
         */
        ringTimeoutSeconds: number;
        /**
         * The agent asks "Are you still there?" after this silence, in seconds.
         */
        silenceReminderSeconds: number;
        /**
         * Maximum number of reminders, such as "Are you still there?", during silence.
         */
        maxReminders: number;
        /**
         * The call ends after this time without speech, in seconds.
         */
        endAfterSilenceSeconds: number;
    };
    /**
     * Recording settings.
     */
    recording: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * The recording notice: `none`, `stay_on_line` announces the recording, `verbal` asks and records only after a yes.
         */
        consent: 'none' | 'stay_on_line' | 'verbal';
        /**
         * The text of the recording notice or question.
         */
        consentMessage: string;
    };
    /**
     * HTTP requests that the model can make.
     */
    tools: Array<{
        /**
         * The name of the function that the model calls.
         */
        name: string;
        /**
         * Explains to the model when to call the function.
         */
        description: string;
        /**
         * A JSON Schema of the arguments.
         */
        parameters: {
            [key: string]: JsonValue;
        };
        /**
         * The URL.
         */
        url: string;
        /**
         * The HTTP method.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * HTTP headers of the request by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs: number;
    }>;
    /**
     * Information that is extracted after the call.
     */
    analysis: {
        /**
         * Whether to write a summary.
         */
        summary: boolean;
        /**
         * What makes the call a success. A language model evaluates it.
         */
        successCriteria: string;
        /**
         * The values to extract.
         */
        fields: Array<{
            /**
             * The variable that receives the value.
             */
            name: string;
            /**
             * The type of the value. `enum` takes one of `choices`.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Explains to the model what to look for.
             */
            description: string;
            /**
             * The allowed values.
             */
            choices: Array<string>;
        }>;
    };
    /**
     * The owned number that the agent calls from and answers. Null: none.
     */
    phoneNumber: string | null;
    /**
     * The id of the flow.
     */
    flowId: string | null;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel: 'sms' | 'email' | 'auto';
    /**
     * Text that is added below every message.
     */
    signature: string;
    /**
     * Maximum length of a message in characters. Null: the limit of the channel.
     */
    maxLength: number | null;
    /**
     * The status.
     */
    status: AgentStatus;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

/**
 * Agent handoff
 *
 * Continues the call with another agent. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type AgentHandoffNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'agent_handoff';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The id of the agent that continues the call.
         */
        agentId: string;
        /**
         * Spoken to the customer before the handoff.
         */
        message: string;
    };
};

/**
 * Agent handoff
 *
 * Continues the call with another agent. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type AgentHandoffNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'agent_handoff';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The id of the agent that continues the call.
         */
        agentId: string;
        /**
         * Spoken to the customer before the handoff.
         */
        message?: string;
    };
};

export type AgentInput = {
    /**
     * A display name.
     */
    name: string;
    /**
     * `voice` for calls, `messaging` for SMS and email.
     */
    type?: 'voice' | 'messaging';
    /**
     * A note for users. It has no effect.
     */
    description?: string;
    /**
     * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
     */
    model?: string;
    /**
     * Settings of the language model.
     */
    modelSettings?: {
        /**
         * The sampling temperature of the model; lower values are more predictable.
         */
        temperature?: number;
        /**
         * Maximum length of a model response in tokens.
         */
        maxTokens?: number;
        /**
         * Models that are used in this order if the model fails or exceeds `timeoutMs`.
         */
        fallbackModels?: Array<string>;
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs?: number;
    };
    /**
     * The voice.
     */
    voice?: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider?: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId?: string;
        /**
         * The speaking rate; 1 is normal.
         */
        speed?: number;
        /**
         * The volume; 1 is normal.
         */
        volume?: number;
        /**
         * Voices that are used in this order if the voice fails.
         */
        fallback?: Array<{
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The speech recogniser.
     */
    transcriber?: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider?: string;
        /**
         * The model of the recogniser. Null: the default of the provider.
         */
        model?: string | null;
        /**
         * The BCP 47 language of the recogniser. Null: the language of the agent.
         */
        language?: string | null;
        /**
         * Words that the speech recogniser should expect, such as product names.
         */
        keyterms?: Array<string>;
    };
    /**
     * The system prompt of the language model, at most 50,000 characters.
     */
    personality?: string;
    /**
     * The first words of the agent, at most 2,000 characters.
     */
    firstMessage?: string;
    /**
     * The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.
     */
    firstMessageMode?: 'agent' | 'agent-generated' | 'user';
    /**
     * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
     */
    language?: string;
    /**
     * An IANA time zone. Null: the time zone of the workspace.
     */
    timezone?: string | null;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * End-of-turn detection.
     */
    turn?: {
        /**
         * The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.
         */
        endpointing?: 'semantic' | 'silence';
        /**
         * The shortest silence that can end the turn of the customer, in milliseconds.
         */
        minSilenceMs?: number;
        /**
         * The turn of the customer ends after this silence in any case, in milliseconds.
         */
        maxSilenceMs?: number;
    };
    /**
     * Rules for the customer interrupting the agent (barge-in).
     */
    interruption?: {
        /**
         * Whether the feature is on.
         */
        enabled?: boolean;
        /**
         * Speech that is shorter does not interrupt the agent, in milliseconds.
         */
        minSpeechMs?: number;
        /**
         * Speech with fewer words does not interrupt the agent.
         */
        minWords?: number;
        /**
         * Phrases that do not interrupt the agent.
         */
        ignorePhrases?: Array<string>;
        /**
         * Whether the customer can interrupt the first message.
         */
        firstMessage?: boolean;
    };
    /**
     * Voicemail detection and handling.
     */
    voicemail?: {
        /**
         * The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.
         */
        detection?: 'off' | 'model' | 'carrier';
        /**
         * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
         */
        action?: 'hangup' | 'leave_message' | 'continue';
        /**
         * The message to leave. It may contain `{{variables}}`.
         */
        message?: string;
    };
    /**
     * The limits.
     */
    limits?: {
        /**
         * The call ends after this time, in seconds.
         */
        maxDurationSeconds?: number;
        /**
         * Maximum ringing time in seconds.
         */
        ringTimeoutSeconds?: number;
        /**
         * The agent asks "Are you still there?" after this silence, in seconds.
         */
        silenceReminderSeconds?: number;
        /**
         * Maximum number of reminders, such as "Are you still there?", during silence.
         */
        maxReminders?: number;
        /**
         * The call ends after this time without speech, in seconds.
         */
        endAfterSilenceSeconds?: number;
    };
    /**
     * Recording settings.
     */
    recording?: {
        /**
         * Whether the feature is on.
         */
        enabled?: boolean;
        /**
         * The recording notice: `none`, `stay_on_line` announces the recording, `verbal` asks and records only after a yes.
         */
        consent?: 'none' | 'stay_on_line' | 'verbal';
        /**
         * The text of the recording notice or question.
         */
        consentMessage?: string;
    };
    /**
     * HTTP requests that the model can make.
     */
    tools?: Array<{
        /**
         * The name of the function that the model calls.
         */
        name: string;
        /**
         * Explains to the model when to call the function.
         */
        description: string;
        /**
         * A JSON Schema of the arguments.
         */
        parameters?: {
            [key: string]: JsonValue;
        };
        /**
         * The URL.
         */
        url: string;
        /**
         * The HTTP method.
         */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * HTTP headers of the request by name.
         */
        headers?: {
            [key: string]: string;
        };
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs?: number;
    }>;
    /**
     * Information that is extracted after the call.
     */
    analysis?: {
        /**
         * Whether to write a summary.
         */
        summary?: boolean;
        /**
         * What makes the call a success. A language model evaluates it.
         */
        successCriteria?: string;
        /**
         * The values to extract.
         */
        fields?: Array<{
            /**
             * The variable that receives the value.
             */
            name: string;
            /**
             * The type of the value. `enum` takes one of `choices`.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Explains to the model what to look for.
             */
            description?: string;
            /**
             * The allowed values.
             */
            choices?: Array<string>;
        }>;
    };
    /**
     * The owned number that the agent calls from and answers. Null: none.
     */
    phoneNumber?: string | null;
    /**
     * The id of the flow.
     */
    flowId?: string | null;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel?: 'sms' | 'email' | 'auto';
    /**
     * Text that is added below every message.
     */
    signature?: string;
    /**
     * Maximum length of a message in characters. Null: the limit of the channel.
     */
    maxLength?: number | null;
    /**
     * The status.
     */
    status?: AgentStatus;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

/**
 * Agent status
 *
 * Whether the agent can be used.
 *
 * - `active`: The agent can place and answer calls, and send messages.
 * - `inactive`: Calls, batches and messages with the agent are rejected.
 */
export type AgentStatus = 'active' | 'inactive';

/**
 * Always
 *
 * Holds always. It is checked after every other condition except `else`.
 */
export type AlwaysCondition = {
    /**
     * The condition type.
     */
    type: 'always';
};

/**
 * Always
 *
 * Holds always. It is checked after every other condition except `else`.
 */
export type AlwaysConditionInput = {
    /**
     * The condition type.
     */
    type: 'always';
};

export type AnswerRate = {
    /**
     * The id of the number.
     */
    numberId: string;
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * The first day (UTC).
     */
    firstDay: string;
    /**
     * Today (UTC).
     */
    lastDay: string;
    /**
     * Calls requested from the carrier and not cancelled.
     */
    calls: number;
    /**
     * A person answered.
     */
    answered: number;
    /**
     * A machine answered.
     */
    voicemail: number;
    /**
     * The carrier could not place the call.
     */
    failed: number;
    /**
     * `answered` divided by `calls`, rounded to three decimals. Null without calls.
     */
    answerRate: number | null;
    /**
     * Each day, including days without calls.
     */
    days: Array<{
        /**
         * The day (UTC).
         */
        date: string;
        /**
         * Calls requested from the carrier and not cancelled.
         */
        calls: number;
        /**
         * A person answered.
         */
        answered: number;
        /**
         * A machine answered.
         */
        voicemail: number;
        /**
         * The carrier could not place the call.
         */
        failed: number;
        /**
         * `answered` divided by `calls`, rounded to three decimals. Null without calls.
         */
        answerRate: number | null;
    }>;
};

export type AnswerRates = {
    /**
     * The first day (UTC).
     */
    firstDay: string;
    /**
     * Today (UTC).
     */
    lastDay: string;
    /**
     * Numbers that calls were made from.
     */
    total: number;
    /**
     * The numbers of this page.
     */
    numbers: Array<{
        /**
         * Null if the workspace no longer owns the number.
         */
        numberId: string | null;
        /**
         * E.164.
         */
        phoneNumber: string;
        /**
         * Calls requested from the carrier and not cancelled.
         */
        calls: number;
        /**
         * A person answered.
         */
        answered: number;
        /**
         * A machine answered.
         */
        voicemail: number;
        /**
         * The carrier could not place the call.
         */
        failed: number;
        /**
         * `answered` divided by `calls`, rounded to three decimals. Null without calls.
         */
        answerRate: number | null;
    }>;
};

/**
 * Ask
 *
 * Asks a question, listens, and stores the answer in a variable. If the answer is not understood, it asks again, up to `retries` times.
 */
export type AskNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'ask';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The question to speak.
         */
        prompt: string;
        /**
         * The variable that stores the answer.
         */
        variable: string;
        /**
         * The type of the answer: `text` (the words), `yes_no` (true or false), `number`, `date_time`, `digits`, or `choice` (one of `choices`).
         */
        expect: 'text' | 'yes_no' | 'number' | 'date_time' | 'digits' | 'choice';
        /**
         * The allowed answers if `expect` is `choice`.
         */
        choices: Array<{
            /**
             * The value that is stored.
             */
            value: string;
            /**
             * Phrases for the value, in addition to the value itself.
             */
            phrases: Array<string>;
        }>;
        /**
         * Minimum number of keys.
         */
        minDigits?: number;
        /**
         * Maximum number of keys.
         */
        maxDigits?: number;
        /**
         * How many times the question is repeated.
         */
        retries: number;
        /**
         * Spoken in place of `prompt` when the question is repeated.
         */
        reprompt?: string;
        /**
         * Maximum time to wait for the customer in seconds.
         */
        timeoutSeconds: number;
    };
};

/**
 * Ask
 *
 * Asks a question, listens, and stores the answer in a variable. If the answer is not understood, it asks again, up to `retries` times.
 */
export type AskNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'ask';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The question to speak.
         */
        prompt: string;
        /**
         * The variable that stores the answer.
         */
        variable: string;
        /**
         * The type of the answer: `text` (the words), `yes_no` (true or false), `number`, `date_time`, `digits`, or `choice` (one of `choices`).
         */
        expect?: 'text' | 'yes_no' | 'number' | 'date_time' | 'digits' | 'choice';
        /**
         * The allowed answers if `expect` is `choice`.
         */
        choices?: Array<{
            /**
             * The value that is stored.
             */
            value: string;
            /**
             * Phrases for the value, in addition to the value itself.
             */
            phrases?: Array<string>;
        }>;
        /**
         * Minimum number of keys.
         */
        minDigits?: number;
        /**
         * Maximum number of keys.
         */
        maxDigits?: number;
        /**
         * How many times the question is repeated.
         */
        retries?: number;
        /**
         * Spoken in place of `prompt` when the question is repeated.
         */
        reprompt?: string;
        /**
         * Maximum time to wait for the customer in seconds.
         */
        timeoutSeconds?: number;
    };
};

export type AuditEntry = {
    /**
     * The id.
     */
    id: string;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * `key`, `user`, or `system` for Parley itself.
     */
    actorType: 'key' | 'user' | 'system';
    /**
     * The key or user that acted.
     */
    actorId: string | null;
    /**
     * The `operationId` of the operation, or `signIn` or `signInRefused`.
     */
    action: string;
    /**
     * The id of the changed resource.
     */
    subjectId: string | null;
    /**
     * Details such as `before` and `after` of changed fields.
     */
    details: {
        [key: string]: unknown;
    };
    /**
     * The client IP address.
     */
    ip: string | null;
    /**
     * The `x-request-id` of the response. Quote it in a bug report.
     */
    requestId: string | null;
};

export type AvailableNumber = {
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * A display name.
     */
    friendlyName: string;
    /**
     * City; empty where it is not known.
     */
    locality: string;
    /**
     * State or region; empty where it is not known.
     */
    region: string;
    /**
     * The seller. Send it when you acquire the number. Absent for numbers of the inventory.
     */
    source?: string;
};

export type AvailableNumbers = {
    /**
     * The numbers of this page.
     */
    numbers: Array<AvailableNumber>;
    /**
     * The filters of the search.
     */
    filters: {
        /**
         * Filters that this country supports.
         */
        supported: Array<'contains' | 'areaCode'>;
    };
};

export type Batch = {
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * The status.
     */
    status: BatchStatus;
    /**
     * An explanation of the status for users. Null if there is none.
     */
    statusDetail: string | null;
    /**
     * The cause for which no call is placed at the moment.
     */
    waitingFor: BatchWaitingReason;
    /**
     * The id of the agent.
     */
    agentId: string;
    /**
     * The numbers to call from, in turn. Empty: the number of the agent.
     */
    fromNumbers: Array<string>;
    /**
     * The country of numbers without a country code, ISO 3166-1 alpha-2.
     */
    defaultCountry: string | null;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The hours in which calls may start.
     */
    window: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * The purpose of the calls. Null: the purpose of the agent.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Maximum number of concurrent calls. Null: as many as the plan allows.
     */
    maxConcurrency: number | null;
    /**
     * Concurrent calls of the plan that are reserved for others; null for the setting of the operator.
     */
    reservedConcurrency: number | null;
    /**
     * Maximum number of calls started per second.
     */
    callsPerSecond: number;
    /**
     * Without the query, which may contain a secret.
     */
    predialUrl: string | null;
    /**
     * Rules for further attempts.
     */
    retry: {
        /**
         * Maximum number of attempts, the first included.
         */
        maxAttempts: number;
        /**
         * The outcomes after which another attempt is made.
         */
        on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.
         */
        delays: Array<string>;
    };
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The number of rows below the header.
     */
    totalRows: number;
    /**
     * The number of matching records on all pages.
     */
    total: number;
    /**
     * The number of rows that wait for a call.
     */
    pending: number;
    /**
     * The number of rows whose call is being connected.
     */
    dialing: number;
    /**
     * The number of rows with an answered call.
     */
    inProgress: number;
    /**
     * The number of completed rows.
     */
    completed: number;
    /**
     * The number of failed rows.
     */
    failed: number;
    /**
     * The number of skipped rows.
     */
    skipped: number;
    /**
     * The number of cancelled rows.
     */
    cancelled: number;
    /**
     * Jobs in which a person answered.
     */
    connected: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The time of the start. Null before it.
     */
    startedAt: string | null;
    /**
     * The time of the end. Null before it.
     */
    endedAt: string | null;
};

/**
 * Batch call outcome
 *
 * The result of the last call of the row.
 *
 * - `answered`: A person answered.
 * - `voicemail`: An answering machine answered.
 * - `no_answer`: The call was not answered, or nothing was said.
 * - `busy`: The line was busy.
 * - `failed`: The call failed, or the flow recorded `failed`.
 * - `transferred`: The customer was transferred to a person.
 * - `opted_out`: The customer asked not to be called again.
 * - `invalid_number`: The number does not exist.
 * - `dnc`: The number is suppressed (do not call), so no call was placed.
 * - `unknown`: The server crashed during the call. The phone may have rung; the row is not called again.
 */
export type BatchCallOutcome = 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'transferred' | 'opted_out' | 'invalid_number' | 'dnc' | 'unknown';

/**
 * Batch call status
 *
 * The stage of one row of a batch. `completed`, `failed`, `skipped` and `cancelled` are final.
 *
 * - `pending`: The row waits for its first or next call.
 * - `dialing`: The call is being connected.
 * - `in_progress`: The call is answered.
 * - `completed`: The row has a final outcome and is not called again.
 * - `failed`: All attempts were used without a success, or the row could not be called.
 * - `skipped`: The row was not called. `skipReason` gives the cause.
 * - `cancelled`: The batch was cancelled before the row ended.
 */
export type BatchCallStatus = 'pending' | 'dialing' | 'in_progress' | 'completed' | 'failed' | 'skipped' | 'cancelled';

export type BatchCheck = {
    /**
     * The content of the CSV file.
     */
    csv?: string;
    /**
     * The rows as objects with the column names as keys.
     */
    rows?: Array<{
        [key: string]: string | number | boolean | null;
    }>;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
    /**
     * The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Without it, dates must be in ISO 8601.
     */
    dateOrder?: 'mdy' | 'dmy';
    /**
     * Whether to call every row of a repeated number. By default only its first row is called.
     */
    allowDuplicates?: boolean;
    /**
     * The agent whose flow the columns are checked against.
     */
    agentId?: string;
    /**
     * The calling window of the batch.
     */
    window?: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    };
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent?: boolean;
};

export type BatchInput = {
    /**
     * The content of the CSV file.
     */
    csv?: string;
    /**
     * The rows as objects with the column names as keys.
     */
    rows?: Array<{
        [key: string]: string | number | boolean | null;
    }>;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
    /**
     * The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Without it, dates must be in ISO 8601.
     */
    dateOrder?: 'mdy' | 'dmy';
    /**
     * Whether to call every row of a repeated number. By default only its first row is called.
     */
    allowDuplicates?: boolean;
    /**
     * The id of the agent.
     */
    agentId: string;
    /**
     * A display name.
     */
    name?: string;
    /**
     * Caller ids, used in rotation. Defaults to the number of the agent.
     */
    fromNumbers?: Array<string>;
    /**
     * No call is made before this instant. Defaults to now.
     */
    scheduledAt?: string;
    /**
     * The hours in which calls may start.
     */
    window?: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    };
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent?: boolean;
    /**
     * Maximum number of concurrent calls. Defaults to the limit of the plan.
     */
    maxConcurrency?: number;
    /**
     * How many concurrent calls of the plan this batch reserves for single calls, callbacks and other batches. Defaults to the setting of the operator, a tenth of them. The batch always keeps one call.
     */
    reservedConcurrency?: number;
    /**
     * Maximum number of calls started per second.
     */
    callsPerSecond?: number;
    /**
     * Receives a POST request before each call: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. The call is made only after status 200 with `{"eligible": true}` within 5 seconds. Put a secret into the path or the query to authenticate the request.
     */
    predialUrl?: string;
    /**
     * Rules for further attempts.
     */
    retry?: {
        /**
         * Maximum number of attempts, the first included.
         */
        maxAttempts?: number;
        /**
         * The outcomes after which another attempt is made.
         */
        on?: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.
         */
        delays?: Array<string>;
    };
    /**
     * `refuse` rejects a file with invalid rows; `skip` ignores these rows.
     */
    onInvalidRows?: 'refuse' | 'skip';
    /**
     * Whether to accept a file that was started for the same agent within the last 24 hours, or one with the same numbers.
     */
    allowRepeat?: boolean;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type BatchJob = {
    /**
     * The id of the row of the batch. Null if the call belongs to none.
     */
    jobId: string;
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string;
    /**
     * Row number as in a spreadsheet; the header is row 1.
     */
    row: number;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * The status.
     */
    status: BatchCallStatus;
    /**
     * The result of the last call. Null before it.
     */
    outcome: BatchCallOutcome | null;
    /**
     * The cause for which the row is not called. Null if it is called.
     */
    skipReason: BatchSkipReason | null;
    /**
     * An explanation for users. Null if there is none.
     */
    detail: string | null;
    /**
     * Calls started so far.
     */
    attempt: number;
    /**
     * The call of the last attempt.
     */
    callId: string | null;
    /**
     * The caller id of the last call, or else the one in its row.
     */
    fromNumber: string | null;
    /**
     * The customer.
     */
    customer: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * The id of the customer in your system.
         */
        externalId?: string;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * Variables by name. Texts contain them as `{{name}}`.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
     */
    language: string | null;
    /**
     * The first words of the agent, at most 2,000 characters.
     */
    firstMessage: string | null;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The time of the end. Null before it.
     */
    endedAt: string | null;
};

export type BatchPreview = {
    /**
     * The columns of the file.
     */
    columns: Array<{
        /**
         * The variable or reserved name that the column maps to.
         */
        name: string;
        /**
         * The name of the column in the file.
         */
        header: string;
        /**
         * `phone_number`, `reserved` (a column with a fixed function, such as `timezone`), or `variable`.
         */
        role: 'phone_number' | 'reserved' | 'variable';
    }>;
    /**
     * The rows of the file.
     */
    rows: Array<{
        [key: string]: string;
    }>;
    /**
     * The phone number of each of these rows in E.164, in the same order; null if it is not valid.
     */
    phoneNumbers: Array<string | null>;
    /**
     * The number of rows below the header.
     */
    totalRows: number;
};

export type BatchPreviewInput = {
    /**
     * The content of the CSV file.
     */
    csv?: string;
    /**
     * The rows as objects with the column names as keys.
     */
    rows?: Array<{
        [key: string]: string | number | boolean | null;
    }>;
    /**
     * How many rows to show.
     */
    limit?: number;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
};

export type BatchProgress = {
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string;
    /**
     * The status.
     */
    status: BatchStatus;
    /**
     * The cause for which no call is placed at the moment.
     */
    waitingFor: BatchWaitingReason;
    /**
     * The number of matching records on all pages.
     */
    total: number;
    /**
     * The number of rows that wait for a call.
     */
    pending: number;
    /**
     * The number of rows whose call is being connected.
     */
    dialing: number;
    /**
     * The number of rows with an answered call.
     */
    inProgress: number;
    /**
     * The number of completed rows.
     */
    completed: number;
    /**
     * The number of failed rows.
     */
    failed: number;
    /**
     * The number of skipped rows.
     */
    skipped: number;
    /**
     * The number of cancelled rows.
     */
    cancelled: number;
    /**
     * Jobs in which a person answered.
     */
    connected: number;
    /**
     * Progress in percent, 0 to 100.
     */
    percent: number;
    /**
     * Calls started in the last minute; 0 while the batch is paused.
     */
    callsPerMinute: number;
    /**
     * Estimated at the rate of the last minute; null while the batch is paused, waits for a time, or makes no calls.
     */
    etaSeconds: number | null;
    /**
     * When the next call is due, if the batch waits for its `scheduledAt`, for the calling hours (`window`) or for a retry (`retries`). Otherwise null, also if those hours never open.
     */
    waitingUntil: string | null;
};

export type BatchReport = {
    /**
     * Whether the file can be started unchanged: it has no invalid row and at least one callable row.
     */
    valid: boolean;
    /**
     * The number of rows below the header.
     */
    totalRows: number;
    /**
     * Rows that would be called.
     */
    validRows: number;
    /**
     * The number of invalid rows.
     */
    invalidRows: number;
    /**
     * Rows with a number of an earlier row.
     */
    duplicateRows: number;
    /**
     * Rows with a suppressed number.
     */
    suppressedRows: number;
    /**
     * The batch that was started for this agent with the same numbers within the last 24 hours. The file is then rejected unless `allowRepeat` is true. A batch that was cancelled before its first call does not count.
     */
    repeatOf: string | null;
    /**
     * The columns of the file.
     */
    columns: Array<{
        /**
         * The variable or reserved name that the column maps to.
         */
        name: string;
        /**
         * The name of the column in the file.
         */
        header: string;
        /**
         * `phone_number`, `reserved` (a column with a fixed function, such as `timezone`), or `variable`.
         */
        role: 'phone_number' | 'reserved' | 'variable';
    }>;
    /**
     * Variables in the texts of the flow that have no column, including those with a default.
     */
    variablesMissing: Array<string>;
    /**
     * Columns that the flow speaks and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with the text that is spoken instead; cells of a `date_time` variable that are not recognised as a time and are spoken literally (`unreadable_time`); columns that the flow does not use (`unused_column`); rows without a `timezone` whose number has no known time zone (`timezone_unknown`); rows whose calling window never opens, by the window of the batch and the hours of the workspace and of the law (`window_never_opens`); rows whose `timezone` contradicts their number (`timezone_contradicts_number`); rows with numbers of another batch of the agent that was started within 24 hours (`in_recent_batch`); rows with numbers that neither a trunk nor the test network can reach (`no_trunk`); rows with invisible characters, which are removed (`invisible_characters`); rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`); and rows whose `scheduled_at` is in the past (`scheduled_in_past`). A batch can be started with warnings, unless `timezone_unknown` and `window_never_opens` leave no row to call.
     */
    warnings: Array<{
        /**
         * A constant for programs.
         */
        code: 'missing_column' | 'empty_cells' | 'unreadable_time' | 'unused_column' | 'timezone_unknown' | 'window_never_opens' | 'timezone_contradicts_number' | 'in_recent_batch' | 'no_trunk' | 'invisible_characters' | 'lost_characters' | 'scheduled_in_past' | 'no_model' | 'closed_vocabulary' | 'comparison_never_holds' | 'edge_never_taken' | 'useless_branch' | 'node_type_unavailable';
        /**
         * `columns.<name>`, or `agentId` for warnings about the agent and its flow.
         */
        path: string;
        /**
         * The column; null if the warning is about no column.
         */
        column: string | null;
        /**
         * Number of affected rows that are neither invalid nor duplicates.
         */
        rows: number;
        /**
         * Row numbers of the first affected rows, at most five, as in a spreadsheet; empty if the whole column is affected.
         */
        firstRows: Array<number>;
        /**
         * The text.
         */
        message: string;
    }>;
    /**
     * The first 100.
     */
    errors: Array<{
        /**
         * Row number as in a spreadsheet: the header is row 1, the first row below it row 2. Rows sent as JSON are numbered from 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string | null;
        /**
         * A constant for programs.
         */
        code: string;
        /**
         * The text.
         */
        message: string;
        /**
         * The value.
         */
        value: string | null;
    }>;
    /**
     * Whether the file has more errors than are listed.
     */
    errorsTruncated: boolean;
    /**
     * Rows with the number of an earlier row, `firstRow`: the first 100.
     */
    duplicates: Array<{
        /**
         * Row number as in a spreadsheet: the header is row 1, the first row below it row 2. Rows sent as JSON are numbered from 1.
         */
        row: number;
        /**
         * Row number as in a spreadsheet: the header is row 1, the first row below it row 2. Rows sent as JSON are numbered from 1.
         */
        firstRow: number;
        /**
         * A phone number, E.164.
         */
        phoneNumber: string;
    }>;
    /**
     * Rows with a suppressed number: the first 100.
     */
    suppressed: Array<{
        /**
         * Row number as in a spreadsheet: the header is row 1, the first row below it row 2. Rows sent as JSON are numbered from 1.
         */
        row: number;
    }>;
    /**
     * The first 5 rows, as in the file.
     */
    preview: Array<{
        [key: string]: string;
    }>;
    /**
     * The phone number of each of these rows in E.164, in the same order; null if it is not valid.
     */
    phoneNumbers: Array<string | null>;
};

/**
 * Batch skip reason
 *
 * The cause for which a row is not called.
 *
 * - `invalid_row`: A cell of the row is invalid.
 * - `duplicate`: An earlier row has the same number.
 * - `suppressed`: The number is suppressed.
 * - `not_eligible`: The response of `predialUrl` did not allow the call.
 */
export type BatchSkipReason = 'invalid_row' | 'duplicate' | 'suppressed' | 'not_eligible';

/**
 * Batch status
 *
 * The stage of the batch. `completed`, `cancelled` and `failed` are final.
 *
 * - `validating`: The file is being read.
 * - `scheduled`: The batch waits for `scheduledAt`.
 * - `running`: Calls are placed, as limits and calling hours allow.
 * - `paused`: No new calls are placed. Calls in progress continue.
 * - `completed`: Every row has ended.
 * - `cancelled`: The batch was cancelled. Its pending rows are not called.
 * - `failed`: The batch could not start or continue. `statusDetail` gives the cause.
 */
export type BatchStatus = 'validating' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';

/**
 * Batch waiting reason
 *
 * The cause for which a running batch places no call at the moment.
 *
 * - `none`: The batch is not waiting.
 * - `window`: It is outside the calling hours of the next rows.
 * - `concurrency`: The limit of concurrent calls is reached.
 * - `retries`: Every open row waits for its next attempt.
 */
export type BatchWaitingReason = 'none' | 'window' | 'concurrency' | 'retries';

/**
 * Branch
 *
 * Says nothing. The conditions of its edges decide which node comes next.
 */
export type BranchNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'branch';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        [key: string]: unknown;
    };
};

/**
 * Branch
 *
 * Says nothing. The conditions of its edges decide which node comes next.
 */
export type BranchNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'branch';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config?: {
        [key: string]: never;
    };
};

export type Call = {
    /**
     * Always `success`: the carrier has accepted the call.
     */
    status: 'success';
    /**
     * The id of the call.
     */
    callId: string;
    /**
     * The name of the media session of the call.
     */
    roomName: string;
    /**
     * The number that places the call, E.164.
     */
    fromNumber: string;
    /**
     * The number to call, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was at the start of the call.
     */
    agent: {
        /**
         * The id.
         */
        id: string;
        /**
         * A display name.
         */
        name: string;
        /**
         * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
         */
        model: string;
        /**
         * The voice.
         */
        voice: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * Problems that did not prevent the operation.
     */
    warnings?: Array<string>;
};

export type CallDetail = {
    /**
     * The id of the call.
     */
    callId: string;
    /**
     * The name of the media session of the call.
     */
    roomName: string;
    /**
     * `outbound` from Parley, `inbound` to Parley.
     */
    direction: 'outbound' | 'inbound';
    /**
     * `phone`, or `web` for a call from a browser.
     */
    type: 'phone' | 'web';
    /**
     * The status.
     */
    status: CallStatus;
    /**
     * The cause of the end. Null before the end.
     */
    endReason: CallEndReason | null;
    /**
     * An explanation of the end for users, such as the response of the carrier.
     */
    endDetail: string | null;
    /**
     * The party responsible for the end. Null before the end.
     */
    fault: CallFault | null;
    /**
     * The number that places the call, E.164.
     */
    fromNumber: string;
    /**
     * The number to call, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was at the start of the call.
     */
    agent: {
        /**
         * The id.
         */
        id: string;
        /**
         * A display name.
         */
        name: string;
        /**
         * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
         */
        model: string;
        /**
         * The voice.
         */
        voice: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * The id of the flow.
     */
    flowId: string | null;
    /**
     * The version of the flow at the start of the call.
     */
    flowVersion: number | null;
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string | null;
    /**
     * The id of the row of the batch. Null if the call belongs to none.
     */
    jobId: string | null;
    /**
     * The number of the attempt, from 1.
     */
    attempt: number;
    /**
     * The customer.
     */
    customer: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * The id of the customer in your system.
         */
        externalId?: string;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Variables by name. Texts contain them as `{{name}}`.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The result of the call: a built-in disposition, or one of the workspace.
     */
    disposition: string | null;
    /**
     * The time from answer to end in seconds. Null if the call was not answered.
     */
    durationSeconds: number | null;
    /**
     * The recording. Null if the call was not to be recorded.
     */
    recording: {
        /**
         * Whether the recording can be downloaded now.
         */
        available: boolean;
        /**
         * The length in milliseconds. Null before it is known.
         */
        durationMs: number | null;
        /**
         * Whether a part of the recording is missing or silent.
         */
        truncated: boolean;
        /**
         * The cause of a missing or incomplete recording. Null if it is complete.
         */
        reason: RecordingFault | null;
    } | null;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time at which dialing started. A call of a batch is sent to the carrier up to 300 ms later. Null before it.
     */
    dialedAt: string | null;
    /**
     * The time at which the phone started to ring. Null before it.
     */
    ringingAt: string | null;
    /**
     * The time of the answer. Null if the call was not answered.
     */
    answeredAt: string | null;
    /**
     * The time of the end. Null before it.
     */
    endedAt: string | null;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The spoken words in order.
     */
    transcript: Array<{
        /**
         * The speaker: `agent` or `customer`.
         */
        role: 'agent' | 'customer';
        /**
         * The spoken words. For the agent: only the part that was played.
         */
        content: string;
        /**
         * The start, in milliseconds from the answer of the call.
         */
        startMs: number;
        /**
         * The end, in milliseconds from the answer of the call.
         */
        endMs: number;
        /**
         * Whether the other party interrupted it.
         */
        interrupted: boolean;
        /**
         * Keys of the telephone keypad: 0-9, `*` and `#`.
         */
        digits?: string;
        /**
         * The confidence of the speech recogniser, 0 to 1. Only for the customer.
         */
        confidence?: number;
        /**
         * The id of the node of the flow.
         */
        nodeId?: string;
        /**
         * Present if the speech of the customer was not understood; `content` is then `[unintelligible]`.
         */
        unintelligible?: true;
    }>;
    /**
     * The events of the call in order.
     */
    timeline: Array<{
        /**
         * The event type, such as `recording_started`.
         */
        type: string;
        /**
         * The time of the event.
         */
        at: string;
        /**
         * More information. The fields depend on `type`.
         */
        detail: {
            [key: string]: JsonValue;
        };
    }>;
    /**
     * The response time of each turn by stage.
     */
    latency: Array<{
        /**
         * The number of the turn, from 1.
         */
        turn: number;
        /**
         * The start of the response: the `startMs` of its transcript entry.
         */
        startMs?: number;
        /**
         * The silence before the response in milliseconds: the sum of all stages.
         */
        totalMs: number;
        /**
         * From the arrival of the last audio of the customer until it was processed (jitter buffer), in milliseconds.
         */
        bufferMs: number;
        /**
         * From the end of speech to the end-of-turn decision, in milliseconds.
         */
        endpointingMs: number;
        /**
         * From the end of the turn to the first words of the model or the decision of the flow, in milliseconds.
         */
        thinkingMs: number;
        /**
         * From the first words of the response to the first audio of the voice, in milliseconds.
         */
        speechMs: number;
        /**
         * From the first audio of the voice to its first packet, in milliseconds.
         */
        playoutMs: number;
    }>;
    /**
     * The extracted information. Null before the analysis, or if the agent requests none.
     */
    analysis: {
        /**
         * The summary of the call. Null if none was requested.
         */
        summary: string | null;
        /**
         * Whether the call met the success criteria. Null if there are none.
         */
        success: boolean | null;
        /**
         * The extracted values by name.
         */
        fields: {
            [key: string]: string | number | boolean | null;
        };
    } | null;
    /**
     * The usage of each provider.
     */
    costs: Array<{
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider: string;
        /**
         * The service that was used.
         */
        kind: 'speech-to-text' | 'text-to-speech' | 'language-model' | 'carrier';
        /**
         * The used amount, in `unit`.
         */
        quantity: number;
        /**
         * The unit of `quantity`.
         */
        unit: 'seconds' | 'characters' | 'tokens' | 'minutes';
        /**
         * The cost in US dollars. Null if the price is unknown.
         */
        costUsd: number | null;
    }>;
    /**
     * The variables at the end of the call by name.
     */
    variables: {
        [key: string]: string | number | boolean | null;
    };
};

/**
 * Call end reason
 *
 * The cause of the end of the call.
 *
 * - `customer_hangup`: The customer hung up.
 * - `agent_hangup`: The agent ended the call: the flow reached its end, or the API ended it.
 * - `transferred`: The call was transferred to another number.
 * - `voicemail`: An answering machine took the call.
 * - `no_answer`: The call was not answered within `ringTimeoutSeconds`.
 * - `busy`: The line was busy.
 * - `declined`: The customer declined the call.
 * - `invalid_number`: The number is not assigned or not reachable.
 * - `carrier_error`: The carrier rejected the call, or lost it.
 * - `max_duration`: The call reached `maxDurationSeconds`.
 * - `silence`: The customer said nothing for too long.
 * - `cancelled`: The call was ended by the API, or by a shutdown, before the customer spoke.
 * - `media_timeout`: No audio arrived from the customer.
 * - `provider_error`: Speech recognition, speech synthesis or the language model failed.
 * - `node_lost`: The server that handled the call crashed. The call is not dialed again.
 */
export type CallEndReason = 'customer_hangup' | 'agent_hangup' | 'transferred' | 'voicemail' | 'no_answer' | 'busy' | 'declined' | 'invalid_number' | 'carrier_error' | 'max_duration' | 'silence' | 'cancelled' | 'media_timeout' | 'provider_error' | 'node_lost';

/**
 * Call fault
 *
 * The party responsible for an end that was not intended.
 *
 * - `none`: A normal end.
 * - `customer`: The number cannot be called.
 * - `provider`: The carrier or a speech or model provider failed.
 * - `platform`: Parley failed.
 */
export type CallFault = 'none' | 'customer' | 'provider' | 'platform';

/**
 * Call flow
 *
 * The steps of a phone call.
 */
export type CallFlow = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type: 'call';
    /**
     * `strict` follows the nodes only. `flex` is stored and has no effect yet.
     */
    mode: 'strict' | 'flex';
    /**
     * Instructions for the language model, used in every conversation node.
     */
    globalPrompt: string;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * The paths between nodes.
     */
    edges: Array<FlowEdge>;
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

/**
 * Call flow
 *
 * The steps of a phone call. `type` may be omitted.
 */
export type CallFlowInput = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status?: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type?: 'call';
    /**
     * `strict` follows the nodes only. `flex` is stored and has no effect yet.
     */
    mode?: 'strict' | 'flex';
    /**
     * Instructions for the language model, used in every conversation node.
     */
    globalPrompt?: string;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId?: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables?: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type?: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default?: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes?: Array<FlowNodeInput>;
    /**
     * The paths between nodes.
     */
    edges?: Array<FlowEdgeInput>;
};

export type CallInput = {
    /**
     * The agent that handles the call.
     */
    agentId: string;
    /**
     * E.164: a plus sign, country code and number.
     */
    toNumber: string;
    /**
     * The number that places the call, E.164.
     */
    fromNumber?: string;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
    /**
     * Variables by name. Texts contain them as `{{name}}`.
     */
    dynamic?: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * The customer.
     */
    customer?: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * The id of the customer in your system.
         */
        externalId?: string;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent?: boolean;
    /**
     * Whether the call is recorded.
     */
    record?: boolean;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt?: string;
    /**
     * The call is not placed after this time.
     */
    notAfter?: string;
    /**
     * The call ends after this time, in seconds.
     */
    maxDurationSeconds?: number;
    /**
     * Fields of the agent with other values for this call.
     */
    overrides?: {
        /**
         * A display name.
         */
        name?: string | null;
        /**
         * A note for users. It has no effect.
         */
        description?: string | null;
        /**
         * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
         */
        model?: string | null;
        /**
         * Settings of the language model.
         */
        modelSettings?: {
            /**
             * The sampling temperature of the model; lower values are more predictable.
             */
            temperature?: number | null;
            /**
             * Maximum length of a model response in tokens.
             */
            maxTokens?: number | null;
            /**
             * Models that are used in this order if the model fails or exceeds `timeoutMs`.
             */
            fallbackModels?: Array<string> | null;
            /**
             * Maximum time to wait for a response in milliseconds.
             */
            timeoutMs?: number | null;
        } | null;
        /**
         * The voice.
         */
        voice?: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider?: string | null;
            /**
             * The voice, as the provider names it.
             */
            voiceId?: string | null;
            /**
             * The speaking rate; 1 is normal.
             */
            speed?: number | null;
            /**
             * The volume; 1 is normal.
             */
            volume?: number | null;
            /**
             * Voices that are used in this order if the voice fails.
             */
            fallback?: Array<{
                /**
                 * The provider. `builtin` runs on the server itself.
                 */
                provider: string;
                /**
                 * The voice, as the provider names it.
                 */
                voiceId: string;
            }> | null;
        } | null;
        /**
         * The speech recogniser.
         */
        transcriber?: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider?: string | null;
            /**
             * The model of the recogniser. Null: the default of the provider.
             */
            model?: string | null;
            /**
             * The BCP 47 language of the recogniser. Null: the language of the agent.
             */
            language?: string | null;
            /**
             * Words that the speech recogniser should expect, such as product names.
             */
            keyterms?: Array<string> | null;
        } | null;
        /**
         * The system prompt of the language model, at most 50,000 characters.
         */
        personality?: string | null;
        /**
         * The first words of the agent, at most 2,000 characters.
         */
        firstMessage?: string | null;
        /**
         * The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.
         */
        firstMessageMode?: 'agent' | 'agent-generated' | 'user' | null;
        /**
         * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
         */
        language?: string | null;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string | null;
        /**
         * End-of-turn detection.
         */
        turn?: {
            /**
             * The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.
             */
            endpointing?: 'semantic' | 'silence' | null;
            /**
             * The shortest silence that can end the turn of the customer, in milliseconds.
             */
            minSilenceMs?: number | null;
            /**
             * The turn of the customer ends after this silence in any case, in milliseconds.
             */
            maxSilenceMs?: number | null;
        } | null;
        /**
         * Rules for the customer interrupting the agent (barge-in).
         */
        interruption?: {
            /**
             * Whether the feature is on.
             */
            enabled?: boolean | null;
            /**
             * Speech that is shorter does not interrupt the agent, in milliseconds.
             */
            minSpeechMs?: number | null;
            /**
             * Speech with fewer words does not interrupt the agent.
             */
            minWords?: number | null;
            /**
             * Phrases that do not interrupt the agent.
             */
            ignorePhrases?: Array<string> | null;
            /**
             * Whether the customer can interrupt the first message.
             */
            firstMessage?: boolean | null;
        } | null;
        /**
         * Voicemail detection and handling.
         */
        voicemail?: {
            /**
             * The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.
             */
            detection?: 'off' | 'model' | 'carrier' | null;
            /**
             * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
             */
            action?: 'hangup' | 'leave_message' | 'continue' | null;
            /**
             * The message to leave. It may contain `{{variables}}`.
             */
            message?: string | null;
        } | null;
        /**
         * The limits.
         */
        limits?: {
            /**
             * The call ends after this time, in seconds.
             */
            maxDurationSeconds?: number | null;
            /**
             * Maximum ringing time in seconds.
             */
            ringTimeoutSeconds?: number | null;
            /**
             * The agent asks "Are you still there?" after this silence, in seconds.
             */
            silenceReminderSeconds?: number | null;
            /**
             * Maximum number of reminders, such as "Are you still there?", during silence.
             */
            maxReminders?: number | null;
            /**
             * The call ends after this time without speech, in seconds.
             */
            endAfterSilenceSeconds?: number | null;
        } | null;
        /**
         * Recording settings.
         */
        recording?: {
            /**
             * Whether the feature is on.
             */
            enabled?: boolean | null;
            /**
             * The recording notice: `none`, `stay_on_line` announces the recording, `verbal` asks and records only after a yes.
             */
            consent?: 'none' | 'stay_on_line' | 'verbal' | null;
            /**
             * The text of the recording notice or question.
             */
            consentMessage?: string | null;
        } | null;
        /**
         * HTTP requests that the model can make.
         */
        tools?: Array<{
            /**
             * The name of the function that the model calls.
             */
            name: string;
            /**
             * Explains to the model when to call the function.
             */
            description: string;
            /**
             * A JSON Schema of the arguments.
             */
            parameters?: {
                [key: string]: JsonValue;
            };
            /**
             * The URL.
             */
            url: string;
            /**
             * The HTTP method.
             */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
            /**
             * HTTP headers of the request by name.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Maximum time to wait for a response in milliseconds.
             */
            timeoutMs?: number;
        }> | null;
        /**
         * Information that is extracted after the call.
         */
        analysis?: {
            /**
             * Whether to write a summary.
             */
            summary?: boolean | null;
            /**
             * What makes the call a success. A language model evaluates it.
             */
            successCriteria?: string | null;
            /**
             * The values to extract.
             */
            fields?: Array<{
                /**
                 * The variable that receives the value.
                 */
                name: string;
                /**
                 * The type of the value. `enum` takes one of `choices`.
                 */
                type: 'string' | 'number' | 'boolean' | 'enum';
                /**
                 * Explains to the model what to look for.
                 */
                description?: string;
                /**
                 * The allowed values.
                 */
                choices?: Array<string>;
            }> | null;
        } | null;
    };
};

export type CallRecord = {
    /**
     * The id of the call.
     */
    callId: string;
    /**
     * The name of the media session of the call.
     */
    roomName: string;
    /**
     * `outbound` from Parley, `inbound` to Parley.
     */
    direction: 'outbound' | 'inbound';
    /**
     * `phone`, or `web` for a call from a browser.
     */
    type: 'phone' | 'web';
    /**
     * The status.
     */
    status: CallStatus;
    /**
     * The cause of the end. Null before the end.
     */
    endReason: CallEndReason | null;
    /**
     * An explanation of the end for users, such as the response of the carrier.
     */
    endDetail: string | null;
    /**
     * The party responsible for the end. Null before the end.
     */
    fault: CallFault | null;
    /**
     * The number that places the call, E.164.
     */
    fromNumber: string;
    /**
     * The number to call, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was at the start of the call.
     */
    agent: {
        /**
         * The id.
         */
        id: string;
        /**
         * A display name.
         */
        name: string;
        /**
         * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
         */
        model: string;
        /**
         * The voice.
         */
        voice: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * The id of the flow.
     */
    flowId: string | null;
    /**
     * The version of the flow at the start of the call.
     */
    flowVersion: number | null;
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string | null;
    /**
     * The id of the row of the batch. Null if the call belongs to none.
     */
    jobId: string | null;
    /**
     * The number of the attempt, from 1.
     */
    attempt: number;
    /**
     * The customer.
     */
    customer: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * The id of the customer in your system.
         */
        externalId?: string;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Variables by name. Texts contain them as `{{name}}`.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The result of the call: a built-in disposition, or one of the workspace.
     */
    disposition: string | null;
    /**
     * The time from answer to end in seconds. Null if the call was not answered.
     */
    durationSeconds: number | null;
    /**
     * The recording. Null if the call was not to be recorded.
     */
    recording: {
        /**
         * Whether the recording can be downloaded now.
         */
        available: boolean;
        /**
         * The length in milliseconds. Null before it is known.
         */
        durationMs: number | null;
        /**
         * Whether a part of the recording is missing or silent.
         */
        truncated: boolean;
        /**
         * The cause of a missing or incomplete recording. Null if it is complete.
         */
        reason: RecordingFault | null;
    } | null;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time at which dialing started. A call of a batch is sent to the carrier up to 300 ms later. Null before it.
     */
    dialedAt: string | null;
    /**
     * The time at which the phone started to ring. Null before it.
     */
    ringingAt: string | null;
    /**
     * The time of the answer. Null if the call was not answered.
     */
    answeredAt: string | null;
    /**
     * The time of the end. Null before it.
     */
    endedAt: string | null;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

/**
 * Call status
 *
 * The stage of the call. It only moves forward.
 *
 * - `queued`: The call is accepted and waits to be dialed, now or at `scheduledAt`.
 * - `dialing`: The carrier is asked to connect the call.
 * - `ringing`: The phone rings.
 * - `in_progress`: A person or a machine has answered, and the agent talks and listens.
 * - `ended`: The call is over. `endReason` gives the cause.
 */
export type CallStatus = 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'ended';

export type Conversation = {
    /**
     * The id.
     */
    _id: string;
    /**
     * The user or API key that started it.
     */
    userId: string;
    /**
     * The message flow.
     */
    pathwayId: string;
    /**
     * The agent that handles it; omitted if the flow has none.
     */
    agentId?: string;
    /**
     * The customer.
     */
    customer: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * A phone number, E.164.
         */
        phone?: string;
    };
    /**
     * The messages, oldest first.
     */
    messages: Array<Message>;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * `sms` or `email`.
     */
    channel: 'sms' | 'email';
    /**
     * The status.
     */
    status: ConversationStatus;
    /**
     * The number of messages.
     */
    messageCount: number;
    /**
     * Data of the customer, available as `{{variables}}`.
     */
    customerDetails: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Variables by name. Texts contain them as `{{name}}`.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
};

/**
 * Conversation
 *
 * Lets the language model of the agent talk with the customer until an edge condition holds or `maxTurns` is reached.
 */
export type ConversationNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'conversation';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * Instructions for the language model in this node.
         */
        prompt: string;
        /**
         * The first words of the agent, at most 2,000 characters.
         */
        firstMessage: string;
        /**
         * The node ends after this number of turns.
         */
        maxTurns: number;
    };
};

/**
 * Conversation
 *
 * Lets the language model of the agent talk with the customer until an edge condition holds or `maxTurns` is reached.
 */
export type ConversationNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'conversation';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * Instructions for the language model in this node.
         */
        prompt?: string;
        /**
         * The first words of the agent, at most 2,000 characters.
         */
        firstMessage?: string;
        /**
         * The node ends after this number of turns.
         */
        maxTurns?: number;
    };
};

/**
 * Conversation status
 *
 * Whether new messages join this conversation.
 *
 * - `open`: New messages of the customer join it.
 * - `closed`: No message was sent or received for the `inactivityHours` of the flow.
 */
export type ConversationStatus = 'open' | 'closed';

export type Credentials = {
    /**
     * An email address.
     */
    email: string;
    /**
     * At least 12 characters.
     */
    password: string;
};

export type Deleted = {
    /**
     * The id.
     */
    id: string;
    /**
     * Always true.
     */
    deleted: true;
};

/**
 * Digits
 *
 * Holds if the pressed keys match the pattern.
 */
export type DigitsCondition = {
    /**
     * The condition type.
     */
    type: 'digits';
    /**
     * A pattern of keys, such as `1`, `[1-3]`, `.{4}` or `1|99#`.
     */
    pattern: string;
};

/**
 * Digits
 *
 * Holds if the pressed keys match the pattern.
 */
export type DigitsConditionInput = {
    /**
     * The condition type.
     */
    type: 'digits';
    /**
     * A pattern of keys, such as `1`, `[1-3]`, `.{4}` or `1|99#`.
     */
    pattern: string;
};

export type Disposition = {
    /**
     * The id.
     */
    _id: string;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * The result of the call: a built-in disposition, or one of the workspace.
     */
    disposition: string;
    /**
     * The status.
     */
    status: DispositionStatus;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The number of the attempt, from 1.
     */
    attempt: number;
    /**
     * The id of the agent.
     */
    agentId: string | null;
    /**
     * The name of the agent.
     */
    agentName: string | null;
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string | null;
    /**
     * The call with this disposition; null if it was recorded manually.
     */
    callId: string | null;
    /**
     * The last follow-up call; null if there was none.
     */
    followUpCallId: string | null;
    /**
     * Notes for users, at most 2,000 characters.
     */
    notes: string;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

export type DispositionCode = {
    /**
     * The id.
     */
    id: string;
    /**
     * A constant for programs.
     */
    code: string;
    /**
     * Whether the outcome is final, without a follow-up.
     */
    isTerminal: boolean;
    /**
     * Whether the number is suppressed for calls.
     */
    addsToDnc: boolean;
    /**
     * Default delay of the follow-up in seconds. Null: no default.
     */
    retryDelaySeconds: number | null;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

export type DispositionCodePatch = {
    /**
     * Whether the outcome is final, without a follow-up.
     */
    isTerminal?: boolean;
    /**
     * Whether the number is suppressed for calls.
     */
    addsToDnc?: boolean;
    /**
     * Default delay of the follow-up in seconds. Null: no default.
     */
    retryDelaySeconds?: number | null;
};

export type DispositionInput = {
    /**
     * E.164: a plus sign, country code and number.
     */
    phoneNumber: string;
    /**
     * A built-in disposition, or one that the workspace defines.
     */
    disposition?: string;
    /**
     * The agent of the follow-up call; required unless the disposition is terminal.
     */
    agentId?: string | null;
    /**
     * When the follow-up is due, at most one year ahead. Defaults to `retryDelaySeconds` of the disposition, if it has one. Not allowed with a terminal disposition.
     */
    scheduledAt?: string | null;
    /**
     * Notes for users, at most 2,000 characters.
     */
    notes?: string;
    /**
     * The callee, as in a single call.
     */
    customer?: {
        /**
         * The name of the customer.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * The id of the customer in your system.
         */
        externalId?: string;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * Variables for the flow of the callback, as in a single call.
     */
    dynamic?: {
        [key: string]: string | number | boolean | null;
    };
};

export type DispositionPatch = {
    /**
     * The new time of the follow-up, at most one year ahead.
     */
    scheduledAt?: string;
    /**
     * Cancels the follow-up.
     */
    status?: 'cancelled';
    /**
     * Notes for users, at most 2,000 characters.
     */
    notes?: string;
};

/**
 * Disposition status
 *
 * The stage of the follow-up. A disposition without a follow-up is `completed`.
 *
 * - `pending`: The follow-up waits for `scheduledAt`.
 * - `in_progress`: The follow-up call is in progress.
 * - `completed`: No follow-up is due.
 * - `cancelled`: The follow-up was cancelled.
 * - `expired`: The customer was not reached in the allowed number of calls, or within a week.
 * - `failed`: The server crashed during the follow-up call. The phone may have rung; a user has to decide.
 */
export type DispositionStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'expired' | 'failed';

/**
 * Else
 *
 * Holds if no other edge of the node holds.
 */
export type ElseCondition = {
    /**
     * The condition type.
     */
    type: 'else';
};

/**
 * Else
 *
 * Holds if no other edge of the node holds.
 */
export type ElseConditionInput = {
    /**
     * The condition type.
     */
    type: 'else';
};

/**
 * End
 *
 * Speaks closing words, records a disposition if one is given, and hangs up.
 */
export type EndNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'end';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The text to speak. It may contain `{{variables}}`.
         */
        text: string;
        /**
         * The result of the call: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
    };
};

/**
 * End
 *
 * Speaks closing words, records a disposition if one is given, and hangs up.
 */
export type EndNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'end';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config?: {
        /**
         * The text to speak. It may contain `{{variables}}`.
         */
        text?: string;
        /**
         * The result of the call: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
    };
};

/**
 * Expression
 *
 * Compares variables with values. Give either `all` or `any`.
 */
export type ExpressionCondition = {
    /**
     * The condition type.
     */
    type: 'expression';
    /**
     * Comparisons that must all hold. Give either `all` or `any`.
     */
    all?: Array<FlowComparison>;
    /**
     * Comparisons of which at least one must hold. Give either `all` or `any`.
     */
    any?: Array<FlowComparison>;
};

/**
 * Expression
 *
 * Compares variables with values. Give either `all` or `any`.
 */
export type ExpressionConditionInput = {
    /**
     * The condition type.
     */
    type: 'expression';
    /**
     * Comparisons that must all hold. Give either `all` or `any`.
     */
    all?: Array<FlowComparisonInput>;
    /**
     * Comparisons of which at least one must hold. Give either `all` or `any`.
     */
    any?: Array<FlowComparisonInput>;
};

/**
 * Extract
 *
 * Reads values from the conversation so far and stores them in variables. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type ExtractNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'extract';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The values to extract.
         */
        fields: Array<{
            /**
             * The variable that receives the value.
             */
            name: string;
            /**
             * The type of the value. `enum` takes one of `choices`.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Explains to the model what to look for.
             */
            description: string;
            /**
             * The allowed values.
             */
            choices: Array<string>;
        }>;
    };
};

/**
 * Extract
 *
 * Reads values from the conversation so far and stores them in variables. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type ExtractNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'extract';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The values to extract.
         */
        fields: Array<{
            /**
             * The variable that receives the value.
             */
            name: string;
            /**
             * The type of the value. `enum` takes one of `choices`.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Explains to the model what to look for.
             */
            description?: string;
            /**
             * The allowed values.
             */
            choices?: Array<string>;
        }>;
    };
};

export type FieldFault = {
    /**
     * The path of the invalid field, such as `voice.speed` or `nodes[2].config.text`.
     */
    path: string;
    /**
     * A constant for programs.
     */
    code: string;
    /**
     * How to correct the value.
     */
    message: string;
};

export type FlatError = {
    /**
     * A short description.
     */
    error: string;
    /**
     * The problem and how to solve it.
     */
    details: string;
    /**
     * A constant for programs; see docs/errors.md.
     */
    code: string;
    /**
     * The `x-request-id` of the response. Quote it in a bug report.
     */
    requestId: string;
    /**
     * Every invalid field of the request.
     */
    fields?: Array<FieldFault>;
};

/**
 * Flow
 *
 * A call flow or a message flow. `type` selects which.
 */
export type Flow = ({
    type: 'call';
} & CallFlow) | ({
    type: 'message';
} & MessageFlow);

/**
 * Flow comparison
 *
 * Compares a variable with a value. `exists` and `not_exists` need no `right`.
 */
export type FlowComparison = {
    /**
     * A variable, such as `answer` or `customer.name`.
     */
    left: string;
    /**
     * The operator.
     */
    op: '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'not_contains' | 'exists' | 'not_exists';
    /**
     * The value to compare with. A string may contain `{{variables}}`.
     */
    right?: string | number | boolean | null;
};

/**
 * Flow comparison
 *
 * Compares a variable with a value. `exists` and `not_exists` need no `right`.
 */
export type FlowComparisonInput = {
    /**
     * A variable, such as `answer` or `customer.name`.
     */
    left: string;
    /**
     * The operator.
     */
    op: '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'not_contains' | 'exists' | 'not_exists';
    /**
     * The value to compare with. A string may contain `{{variables}}`.
     */
    right?: string | number | boolean | null;
};

/**
 * Flow condition
 *
 * A test that decides whether an edge is taken or a global node is entered.
 */
export type FlowCondition = ({
    type: 'always';
} & AlwaysCondition) | ({
    type: 'else';
} & ElseCondition) | ({
    type: 'expression';
} & ExpressionCondition) | ({
    type: 'intent';
} & IntentCondition) | ({
    type: 'prompt';
} & PromptCondition) | ({
    type: 'result';
} & ResultCondition) | ({
    type: 'digits';
} & DigitsCondition) | ({
    type: 'timeout';
} & TimeoutCondition);

/**
 * Flow condition
 *
 * A test that decides whether an edge is taken or a global node is entered.
 */
export type FlowConditionInput = ({
    type: 'always';
} & AlwaysConditionInput) | ({
    type: 'else';
} & ElseConditionInput) | ({
    type: 'expression';
} & ExpressionConditionInput) | ({
    type: 'intent';
} & IntentConditionInput) | ({
    type: 'prompt';
} & PromptConditionInput) | ({
    type: 'result';
} & ResultConditionInput) | ({
    type: 'digits';
} & DigitsConditionInput) | ({
    type: 'timeout';
} & TimeoutConditionInput);

/**
 * Flow edge
 *
 * A path from one node to the next, taken if its condition holds.
 */
export type FlowEdge = {
    /**
     * The id of the edge, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * The id of the node at which the edge starts.
     */
    from: string;
    /**
     * The id of the node to which the edge leads.
     */
    to: string;
    /**
     * The order of edges. Lower values are checked first, equal values in the order of the list.
     */
    priority: number;
    /**
     * The condition that must hold for the edge to be taken.
     */
    condition: FlowCondition;
};

/**
 * Flow edge
 *
 * A path from one node to the next, taken if its condition holds.
 */
export type FlowEdgeInput = {
    /**
     * The id of the edge, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * The id of the node at which the edge starts.
     */
    from: string;
    /**
     * The id of the node to which the edge leads.
     */
    to: string;
    /**
     * The order of edges. Lower values are checked first, equal values in the order of the list.
     */
    priority?: number;
    /**
     * The condition that must hold for the edge to be taken.
     */
    condition?: FlowConditionInput;
};

export type FlowInput = CallFlowInput | MessageFlowInput;

/**
 * Flow node
 *
 * One step of a flow. `type` selects what it does.
 */
export type FlowNode = ({
    type: 'say';
} & SayNode) | ({
    type: 'ask';
} & AskNode) | ({
    type: 'conversation';
} & ConversationNode) | ({
    type: 'extract';
} & ExtractNode) | ({
    type: 'branch';
} & BranchNode) | ({
    type: 'http';
} & HttpNode) | ({
    type: 'gather_digits';
} & GatherDigitsNode) | ({
    type: 'press_digits';
} & PressDigitsNode) | ({
    type: 'transfer';
} & TransferNode) | ({
    type: 'schedule_callback';
} & ScheduleCallbackNode) | ({
    type: 'set_disposition';
} & SetDispositionNode) | ({
    type: 'send_message';
} & SendMessageNode) | ({
    type: 'agent_handoff';
} & AgentHandoffNode) | ({
    type: 'wait';
} & WaitNode) | ({
    type: 'end';
} & EndNode);

/**
 * Flow node
 *
 * One step of a flow. `type` selects what it does.
 */
export type FlowNodeInput = ({
    type: 'say';
} & SayNodeInput) | ({
    type: 'ask';
} & AskNodeInput) | ({
    type: 'conversation';
} & ConversationNodeInput) | ({
    type: 'extract';
} & ExtractNodeInput) | ({
    type: 'branch';
} & BranchNodeInput) | ({
    type: 'http';
} & HttpNodeInput) | ({
    type: 'gather_digits';
} & GatherDigitsNodeInput) | ({
    type: 'press_digits';
} & PressDigitsNodeInput) | ({
    type: 'transfer';
} & TransferNodeInput) | ({
    type: 'schedule_callback';
} & ScheduleCallbackNodeInput) | ({
    type: 'set_disposition';
} & SetDispositionNodeInput) | ({
    type: 'send_message';
} & SendMessageNodeInput) | ({
    type: 'agent_handoff';
} & AgentHandoffNodeInput) | ({
    type: 'wait';
} & WaitNodeInput) | ({
    type: 'end';
} & EndNodeInput);

/**
 * Flow status
 *
 * Whether the flow can be used.
 *
 * - `draft`: The flow is being edited. Agents cannot call with it.
 * - `active`: Agents can call or write with the flow.
 * - `archived`: The flow is kept for reference and can no longer be used.
 */
export type FlowStatus = 'draft' | 'active' | 'archived';

/**
 * Gather digits
 *
 * Asks for keys of the telephone keypad (DTMF) and stores them in a variable.
 */
export type GatherDigitsNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'gather_digits';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The question to speak.
         */
        prompt: string;
        /**
         * The variable that stores the answer.
         */
        variable: string;
        /**
         * Minimum number of keys.
         */
        minDigits: number;
        /**
         * Maximum number of keys.
         */
        maxDigits: number;
        /**
         * The key that ends the input. Empty: none.
         */
        terminator: string;
        /**
         * Maximum time to wait for the customer in seconds.
         */
        timeoutSeconds: number;
        /**
         * How many times the question is repeated.
         */
        retries: number;
        /**
         * Spoken in place of `prompt` when the question is repeated.
         */
        reprompt?: string;
        /**
         * Keeps the keys out of transcript, recording, model, database and log. `variable` holds them for conditions, while the call lasts.
         */
        sensitive: boolean;
    };
};

/**
 * Gather digits
 *
 * Asks for keys of the telephone keypad (DTMF) and stores them in a variable.
 */
export type GatherDigitsNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'gather_digits';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The question to speak.
         */
        prompt: string;
        /**
         * The variable that stores the answer.
         */
        variable: string;
        /**
         * Minimum number of keys.
         */
        minDigits?: number;
        /**
         * Maximum number of keys.
         */
        maxDigits?: number;
        /**
         * The key that ends the input. Empty: none.
         */
        terminator?: string;
        /**
         * Maximum time to wait for the customer in seconds.
         */
        timeoutSeconds?: number;
        /**
         * How many times the question is repeated.
         */
        retries?: number;
        /**
         * Spoken in place of `prompt` when the question is repeated.
         */
        reprompt?: string;
        /**
         * Keeps the keys out of transcript, recording, model, database and log. `variable` holds them for conditions, while the call lasts.
         */
        sensitive?: boolean;
    };
};

export type GenerateMessageInput = {
    /**
     * The message flow; it must be active.
     */
    flowId: string;
    /**
     * E.164 for SMS, or an email address.
     */
    to: string;
    /**
     * Custom data, at most 16 KiB. The flow can use the `customerDetails` as variables.
     */
    metadata?: {
        /**
         * Data of the customer, available as `{{variables}}`.
         */
        customerDetails?: {
            [key: string]: string | number | boolean | null;
        };
        [key: string]: JsonValue | {
            [key: string]: string | number | boolean | null;
        } | undefined;
    };
    /**
     * Whether to send without approval, after the delay of the flow if it has one.
     */
    autopilot?: boolean;
    /**
     * Variables of the flow.
     */
    dynamic?: {
        [key: string]: string | number | boolean | null;
    };
};

export type GeneratedMessage = {
    /**
     * Always `success`.
     */
    status: 'success';
    /**
     * A new conversation, or the one that is open with the recipient.
     */
    conversation_id: string;
    /**
     * The id of the new message.
     */
    message_id: string;
    /**
     * The `initiationMessage` of the flow, unfilled.
     */
    message: string;
    /**
     * Variables without a value, and a note that the message is not sent.
     */
    warnings?: Array<string>;
};

/**
 * HTTP request
 *
 * Sends an HTTP request and stores parts of the JSON response in variables. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type HttpNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'http';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The HTTP method.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * The URL.
         */
        url: string;
        /**
         * HTTP headers of the request by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * The JSON body of the request. Texts may contain `{{variables}}`.
         */
        body?: JsonValue;
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs: number;
        /**
         * Variables to fill from the response, each with a JSON pointer (RFC 6901).
         */
        save: {
            [key: string]: string;
        };
    };
};

/**
 * HTTP request
 *
 * Sends an HTTP request and stores parts of the JSON response in variables. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type HttpNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'http';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The HTTP method.
         */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * The URL.
         */
        url: string;
        /**
         * HTTP headers of the request by name.
         */
        headers?: {
            [key: string]: string;
        };
        /**
         * The JSON body of the request. Texts may contain `{{variables}}`.
         */
        body?: JsonValue;
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs?: number;
        /**
         * Variables to fill from the response, each with a JSON pointer (RFC 6901).
         */
        save?: {
            [key: string]: string;
        };
    };
};

export type ImportedInventory = {
    /**
     * The number of rows below the header.
     */
    totalRows: number;
    /**
     * The number of valid rows.
     */
    validRows: number;
    /**
     * The number of invalid rows.
     */
    invalidRows: number;
    /**
     * New numbers.
     */
    added: number;
    /**
     * Numbers that existed before, or appear again in the file. The last row applies.
     */
    updated: number;
    /**
     * Unknown columns.
     */
    ignoredColumns: Array<string>;
    /**
     * At most the first 100.
     */
    errors: Array<{
        /**
         * Row number as in a spreadsheet; the header is row 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string;
        /**
         * A constant for programs.
         */
        code: string;
        /**
         * The text.
         */
        message: string;
        /**
         * The value.
         */
        value: string;
    }>;
    /**
     * Whether the file has more errors than are listed.
     */
    errorsTruncated: boolean;
};

export type ImportedSuppressions = {
    /**
     * The number of rows below the header.
     */
    totalRows: number;
    /**
     * The number of valid rows.
     */
    validRows: number;
    /**
     * The number of invalid rows.
     */
    invalidRows: number;
    /**
     * New suppressions, one per address and channel.
     */
    added: number;
    /**
     * Suppressions that existed before, or appear again in the file.
     */
    known: number;
    /**
     * At most the first 100.
     */
    errors: Array<{
        /**
         * Row number as in a spreadsheet; the header is row 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string;
        /**
         * A constant for programs.
         */
        code: string;
        /**
         * The text.
         */
        message: string;
        /**
         * The value.
         */
        value: string;
    }>;
    /**
     * Whether the file has more errors than are listed.
     */
    errorsTruncated: boolean;
};

/**
 * Intent
 *
 * Holds if the customer says one of the phrases, or presses the keys.
 */
export type IntentCondition = {
    /**
     * The condition type.
     */
    type: 'intent';
    /**
     * Phrases that the customer may say. They are matched without a language model.
     */
    phrases: Array<string>;
    /**
     * Keys that have the same effect as the phrases.
     */
    digits?: string;
};

/**
 * Intent
 *
 * Holds if the customer says one of the phrases, or presses the keys.
 */
export type IntentConditionInput = {
    /**
     * The condition type.
     */
    type: 'intent';
    /**
     * Phrases that the customer may say. They are matched without a language model.
     */
    phrases: Array<string>;
    /**
     * Keys that have the same effect as the phrases.
     */
    digits?: string;
};

export type InventoryImport = {
    /**
     * The file as text, if no file is uploaded.
     */
    csv?: string;
    /**
     * `refuse`: one invalid row rejects the file. `skip`: invalid rows are skipped and the others imported.
     */
    onInvalidRows?: 'refuse' | 'skip';
};

export type InventoryNumber = {
    /**
     * The id.
     */
    id: string;
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country: string;
    /**
     * The type.
     */
    type: 'local' | 'tollFree' | 'mobile';
    /**
     * City; empty if unknown.
     */
    locality: string;
    /**
     * State or region; empty if unknown.
     */
    region: string;
    /**
     * A display name.
     */
    friendlyName: string;
    /**
     * The supplier of the number.
     */
    supplier: string | null;
    /**
     * Monthly price at the supplier.
     */
    monthlyPriceUsd: number | null;
    /**
     * The status.
     */
    status: InventoryStatus;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

/**
 * Inventory status
 *
 * Whether a workspace can acquire the number.
 *
 * - `available`: Any workspace can acquire it.
 * - `acquired`: A workspace owns it.
 */
export type InventoryStatus = 'available' | 'acquired';

export type InvitedUser = {
    /**
     * The id.
     */
    id: string;
    /**
     * An email address.
     */
    email: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * The speaker: `agent` or `customer`.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * The status.
     */
    status: UserStatus;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The time of the last sign-in. Null: never.
     */
    signedInAt: string | null;
    /**
     * When the open invitation expires.
     */
    invitedUntil: string | null;
    /**
     * For `POST /v1/api/invitations/accept`. Returned only once, works once, valid for seven days.
     */
    invitation: string;
};

export type JsonValue = string | number | boolean | null | Array<JsonValue> | {
    [key: string]: JsonValue;
};

export type Key = {
    /**
     * The id.
     */
    id: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * `sk_live_` or `sk_test_`.
     */
    prefix: string;
    /**
     * The last four characters of the key.
     */
    lastFour: string;
    /**
     * A named set of scopes.
     */
    preset: string | null;
    /**
     * The permissions of the key.
     */
    scopes: Array<string>;
    /**
     * Workspaces that the key may access besides its home workspace.
     */
    workspaceIds: Array<string>;
    /**
     * Allowed addresses and CIDR ranges. Empty: any address.
     */
    allowedIps: Array<string>;
    /**
     * The limits.
     */
    limits: {
        /**
         * Maximum number of requests per minute. Null: as many as the plan allows.
         */
        requestsPerMinute: number | null;
        /**
         * Maximum number of concurrent calls. Null: as many as the plan allows.
         */
        concurrentCalls: number | null;
    };
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The key is rejected after this time. Null: it does not expire.
     */
    expiresAt: string | null;
    /**
     * The time of the revocation. Null if the key is valid.
     */
    revokedAt: string | null;
    /**
     * Accurate to one minute.
     */
    lastUsedAt: string | null;
};

export type KeyInput = {
    /**
     * A display name.
     */
    name: string;
    /**
     * The mode.
     */
    mode?: 'live' | 'test';
    /**
     * A named set of scopes.
     */
    preset?: 'full' | 'developer' | 'operator' | 'read-only';
    /**
     * The permissions of the key.
     */
    scopes?: Array<string>;
    /**
     * Workspaces that the key can enter in addition to its own.
     */
    workspaceIds?: Array<string>;
    /**
     * The key is rejected after this time. Null: it does not expire.
     */
    expiresAt?: string | null;
    /**
     * IP addresses and CIDR ranges from which the key can be used. Empty: any address.
     */
    allowedIps?: Array<string>;
    /**
     * The limits.
     */
    limits?: {
        /**
         * Maximum number of requests per minute. Null: as many as the plan allows.
         */
        requestsPerMinute?: number | null;
        /**
         * Maximum number of concurrent calls. Null: as many as the plan allows.
         */
        concurrentCalls?: number | null;
    };
};

export type KeyRotation = {
    /**
     * How long the old key stays valid, in seconds.
     */
    overlapSeconds?: number;
};

export type Message = {
    /**
     * The id.
     */
    _id: string;
    /**
     * `outbound` from Parley, `inbound` to Parley.
     */
    direction: 'outbound' | 'inbound';
    /**
     * Whether the carrier or mail server has accepted it.
     */
    sent: boolean;
    /**
     * The content, with variables filled in.
     */
    message: string;
    /**
     * The status.
     */
    status: MessageStatus;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * `flow`: the text of the flow; `agent`: the model; `person`: a user of the workspace; `customer`: the customer.
     */
    origin: 'flow' | 'agent' | 'person' | 'customer';
    /**
     * The earliest time to send it; null until it is approved.
     */
    scheduledAt: string | null;
    /**
     * Variables of the flow’s text without a value; they were replaced by nothing.
     */
    missingVariables: Array<string>;
    /**
     * The approval or rejection. Null before it.
     */
    decision: {
        /**
         * The user or key that approved or rejected it.
         */
        by: string;
        /**
         * The time of the event.
         */
        at: string;
        /**
         * The reason.
         */
        note: string | null;
        /**
         * The content before it was edited.
         */
        draft: string | null;
    } | null;
    /**
     * Why it could not be sent.
     */
    failure: string | null;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
};

/**
 * Message flow
 *
 * The messages of a conversation by SMS or email.
 */
export type MessageFlow = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type: 'message';
    /**
     * The first message. It may contain `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel: 'auto' | 'sms' | 'email';
    /**
     * The subject of emails.
     */
    subject: string;
    /**
     * The time between approval and sending.
     */
    delay: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * The time in seconds.
         */
        seconds: number;
    };
    /**
     * The id of the agent.
     */
    agentId: string | null;
    /**
     * Whether replies of the agent are sent without approval.
     */
    autopilotReplies: boolean;
    /**
     * The time to wait for further messages before a reply, in seconds.
     */
    replyDebounceSeconds: number;
    /**
     * Maximum number of messages that the agent sends in one conversation.
     */
    maxAutoMessages: number;
    /**
     * Hours in which no message is sent. Null: none.
     */
    quietHours: {
        /**
         * The start of the range, `HH:MM`.
         */
        start: string;
        /**
         * The end of the range, `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone: string;
        /**
         * The handling of messages in quiet hours: `shift` sends them later, `drop` discards them.
         */
        policy: 'shift' | 'drop';
    } | null;
    /**
     * A new conversation starts after this time without a message, in hours.
     */
    inactivityHours: number;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * The paths between nodes.
     */
    edges: Array<FlowEdge>;
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

/**
 * Message flow
 *
 * The messages of a conversation by SMS or email.
 */
export type MessageFlowInput = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status?: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type: 'message';
    /**
     * The first message. It may contain `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel?: 'auto' | 'sms' | 'email';
    /**
     * The subject of emails.
     */
    subject?: string;
    /**
     * The time between approval and sending.
     */
    delay?: {
        /**
         * Whether the feature is on.
         */
        enabled?: boolean;
        /**
         * The time in seconds.
         */
        seconds?: number;
    };
    /**
     * The id of the agent.
     */
    agentId?: string | null;
    /**
     * Whether replies of the agent are sent without approval.
     */
    autopilotReplies?: boolean;
    /**
     * The time to wait for further messages before a reply, in seconds.
     */
    replyDebounceSeconds?: number;
    /**
     * Maximum number of messages that the agent sends in one conversation.
     */
    maxAutoMessages?: number;
    /**
     * Hours in which no message is sent. Null: none.
     */
    quietHours?: {
        /**
         * The start of the range, `HH:MM`.
         */
        start: string;
        /**
         * The end of the range, `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone?: 'recipient' | string;
        /**
         * The handling of messages in quiet hours: `shift` sends them later, `drop` discards them.
         */
        policy?: 'shift' | 'drop';
    } | null;
    /**
     * A new conversation starts after this time without a message, in hours.
     */
    inactivityHours?: number;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId?: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables?: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type?: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default?: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes?: Array<FlowNodeInput>;
    /**
     * The paths between nodes.
     */
    edges?: Array<FlowEdgeInput>;
};

export type MessageInput = {
    /**
     * The text.
     */
    message: string;
};

/**
 * Message status
 *
 * The stage of the message.
 *
 * - `pending_approval`: The message waits until a user approves or rejects it.
 * - `approved`: The message is approved and is sent next.
 * - `scheduled`: The message is sent at `scheduledAt`.
 * - `sending`: The message is being handed to the carrier or mail server.
 * - `sent`: The carrier or mail server has accepted the message.
 * - `delivered`: The carrier reports that the message arrived.
 * - `failed`: The message could not be sent. `failure` gives the cause.
 * - `rejected`: A user rejected the message. It is never sent.
 * - `received`: The customer sent the message.
 */
export type MessageStatus = 'pending_approval' | 'approved' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'failed' | 'rejected' | 'received';

export type NestedError = {
    /**
     * The error.
     */
    error: {
        /**
         * A constant for programs; see docs/errors.md.
         */
        code: string;
        /**
         * The problem and how to solve it.
         */
        message: string;
        /**
         * The `x-request-id` of the response. Quote it in a bug report.
         */
        requestId: string;
        /**
         * Every invalid field of the request.
         */
        fields?: Array<FieldFault>;
    };
};

export type NewDispositionCode = {
    /**
     * A constant for programs.
     */
    code: string;
    /**
     * Whether the outcome is final, without a follow-up.
     */
    isTerminal?: boolean;
    /**
     * Whether the number is suppressed for calls.
     */
    addsToDnc?: boolean;
    /**
     * Default delay of the follow-up in seconds. Null: no default.
     */
    retryDelaySeconds?: number | null;
};

export type NewInventoryNumber = {
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * ISO 3166-1 alpha-2. If `country`, `type`, `locality` or `region` is omitted, it is looked up.
     */
    country?: string;
    /**
     * The type.
     */
    type?: 'local' | 'tollFree' | 'mobile';
    /**
     * The city.
     */
    locality?: string;
    /**
     * The state or region.
     */
    region?: string;
    /**
     * Defaults to the number in international format.
     */
    friendlyName?: string;
    /**
     * The supplier of the number.
     */
    supplier?: string;
    /**
     * Monthly price at the supplier.
     */
    monthlyPriceUsd?: number;
};

export type NewInventoryNumbers = {
    /**
     * The numbers of this page.
     */
    numbers: Array<NewInventoryNumber>;
};

export type NewKey = {
    /**
     * The id.
     */
    id: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * `sk_live_` or `sk_test_`.
     */
    prefix: string;
    /**
     * The last four characters of the key.
     */
    lastFour: string;
    /**
     * A named set of scopes.
     */
    preset: string | null;
    /**
     * The permissions of the key.
     */
    scopes: Array<string>;
    /**
     * Workspaces that the key may access besides its home workspace.
     */
    workspaceIds: Array<string>;
    /**
     * Allowed addresses and CIDR ranges. Empty: any address.
     */
    allowedIps: Array<string>;
    /**
     * The limits.
     */
    limits: {
        /**
         * Maximum number of requests per minute. Null: as many as the plan allows.
         */
        requestsPerMinute: number | null;
        /**
         * Maximum number of concurrent calls. Null: as many as the plan allows.
         */
        concurrentCalls: number | null;
    };
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The key is rejected after this time. Null: it does not expire.
     */
    expiresAt: string | null;
    /**
     * The time of the revocation. Null if the key is valid.
     */
    revokedAt: string | null;
    /**
     * Accurate to one minute.
     */
    lastUsedAt: string | null;
    /**
     * The key itself, returned only once.
     */
    apiKey: string;
};

export type NewOwnedNumber = {
    /**
     * E.164. Calls to it must arrive on one of the trunks of this service.
     */
    phoneNumber: string;
    /**
     * The `source` of an available number: `twilio` or `telnyx` buys the number there, `test-network` takes a number that reaches only the test network, `inventory` takes it from the inventory only. If omitted, the number is taken from the inventory, or added as your own number if it is not there; the operator must allow own numbers.
     */
    source?: string;
    /**
     * A display name.
     */
    friendlyName?: string;
    /**
     * The agent that answers it.
     */
    agentId?: string | null;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

/**
 * Number status
 *
 * Whether the number can be used.
 *
 * - `active`: The number can place and answer calls.
 * - `inactive`: The number stays in the workspace and is not used.
 */
export type NumberStatus = 'active' | 'inactive';

export type OwnedNumber = {
    /**
     * The id.
     */
    id: string;
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * A display name.
     */
    friendlyName: string;
    /**
     * ISO 3166-1 alpha-2.
     */
    country: string | null;
    /**
     * The city.
     */
    locality: string | null;
    /**
     * The state or region.
     */
    region: string | null;
    /**
     * `local`, `tollFree` or `mobile`.
     */
    type: string | null;
    /**
     * Where the number came from: `inventory`, `twilio`, `telnyx`, `test-network`, or `own` for your own number.
     */
    source: string;
    /**
     * The agent that answers it.
     */
    agentId: string | null;
    /**
     * The status.
     */
    status: NumberStatus;
    /**
     * Maximum concurrent batch calls from the number. Null: limited by the plan only.
     */
    maxConcurrency: number | null;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: unknown;
    };
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

export type OwnedNumberPatch = {
    /**
     * A display name.
     */
    friendlyName?: string;
    /**
     * Null: no agent answers it.
     */
    agentId?: string | null;
    /**
     * The status.
     */
    status?: NumberStatus;
    /**
     * Maximum concurrent calls from the number. At the limit, batches use other numbers or wait. Single calls and callbacks count but are not limited. Null: limited by the plan only.
     */
    maxConcurrency?: number | null;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type PasswordChange = {
    /**
     * The current password.
     */
    currentPassword: string;
    /**
     * A new password of 12 to 200 characters of any kind.
     */
    newPassword: string;
};

/**
 * Press digits
 *
 * Sends keys (DTMF) to the other side, for example to operate a phone menu.
 */
export type PressDigitsNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'press_digits';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The keys to send: 0-9, A-D, `*` and `#`. `{{variables}}` are allowed.
         */
        digits: string;
        /**
         * The pause between two keys in milliseconds.
         */
        pauseMs: number;
    };
};

/**
 * Press digits
 *
 * Sends keys (DTMF) to the other side, for example to operate a phone menu.
 */
export type PressDigitsNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'press_digits';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The keys to send: 0-9, A-D, `*` and `#`. `{{variables}}` are allowed.
         */
        digits: string;
        /**
         * The pause between two keys in milliseconds.
         */
        pauseMs?: number;
    };
};

/**
 * Prompt
 *
 * Holds if the language model judges the statement to be true of the conversation. Without a language model it never holds.
 */
export type PromptCondition = {
    /**
     * The condition type.
     */
    type: 'prompt';
    /**
     * A statement that is true or false, such as "The customer has agreed to a visit."
     */
    text: string;
};

/**
 * Prompt
 *
 * Holds if the language model judges the statement to be true of the conversation. Without a language model it never holds.
 */
export type PromptConditionInput = {
    /**
     * The condition type.
     */
    type: 'prompt';
    /**
     * A statement that is true or false, such as "The customer has agreed to a visit."
     */
    text: string;
};

/**
 * Recording fault
 *
 * The cause of a missing or incomplete recording.
 *
 * - `disk_full`: The disk had less than 32 MiB of free space.
 * - `disk_slow`: The disk was too slow: parts are silent, or the end is missing.
 * - `disk_error`: The file could not be written.
 * - `media_failed`: The media thread of the call failed.
 * - `unfinished`: The call ended before the file was complete.
 * - `node_lost`: The server crashed during the call.
 * - `not_announced`: The call ended before the recording notice was played, so nothing was recorded.
 */
export type RecordingFault = 'disk_full' | 'disk_slow' | 'disk_error' | 'media_failed' | 'unfinished' | 'node_lost' | 'not_announced';

/**
 * Result
 *
 * Holds if the node succeeded (`ok: true`) or failed (`ok: false`).
 */
export type ResultCondition = {
    /**
     * The condition type.
     */
    type: 'result';
    /**
     * Whether the node succeeded.
     */
    ok: boolean;
};

/**
 * Result
 *
 * Holds if the node succeeded (`ok: true`) or failed (`ok: false`).
 */
export type ResultConditionInput = {
    /**
     * The condition type.
     */
    type: 'result';
    /**
     * Whether the node succeeded.
     */
    ok: boolean;
};

export type SavedAgent = {
    /**
     * A display name.
     */
    name: string;
    /**
     * `voice` for calls, `messaging` for SMS and email.
     */
    type: 'voice' | 'messaging';
    /**
     * A note for users. It has no effect.
     */
    description: string;
    /**
     * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
     */
    model: string;
    /**
     * Settings of the language model.
     */
    modelSettings: {
        /**
         * The sampling temperature of the model; lower values are more predictable.
         */
        temperature: number;
        /**
         * Maximum length of a model response in tokens.
         */
        maxTokens: number;
        /**
         * Models that are used in this order if the model fails or exceeds `timeoutMs`.
         */
        fallbackModels: Array<string>;
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs: number;
    };
    /**
     * The voice.
     */
    voice: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId: string;
        /**
         * The speaking rate; 1 is normal.
         */
        speed: number;
        /**
         * The volume; 1 is normal.
         */
        volume: number;
        /**
         * Voices that are used in this order if the voice fails.
         */
        fallback: Array<{
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The speech recogniser.
     */
    transcriber: {
        /**
         * The provider. `builtin` runs on the server itself.
         */
        provider: string;
        /**
         * The model of the recogniser. Null: the default of the provider.
         */
        model: string | null;
        /**
         * The BCP 47 language of the recogniser. Null: the language of the agent.
         */
        language: string | null;
        /**
         * Words that the speech recogniser should expect, such as product names.
         */
        keyterms: Array<string>;
    };
    /**
     * The system prompt of the language model, at most 50,000 characters.
     */
    personality: string;
    /**
     * The first words of the agent, at most 2,000 characters.
     */
    firstMessage: string;
    /**
     * The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.
     */
    firstMessageMode: 'agent' | 'agent-generated' | 'user';
    /**
     * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
     */
    language: string;
    /**
     * An IANA time zone. Null: the time zone of the workspace.
     */
    timezone: string;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * End-of-turn detection.
     */
    turn: {
        /**
         * The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.
         */
        endpointing: 'semantic' | 'silence';
        /**
         * The shortest silence that can end the turn of the customer, in milliseconds.
         */
        minSilenceMs: number;
        /**
         * The turn of the customer ends after this silence in any case, in milliseconds.
         */
        maxSilenceMs: number;
    };
    /**
     * Rules for the customer interrupting the agent (barge-in).
     */
    interruption: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * Speech that is shorter does not interrupt the agent, in milliseconds.
         */
        minSpeechMs: number;
        /**
         * Speech with fewer words does not interrupt the agent.
         */
        minWords: number;
        /**
         * Phrases that do not interrupt the agent.
         */
        ignorePhrases: Array<string>;
        /**
         * Whether the customer can interrupt the first message.
         */
        firstMessage: boolean;
    };
    /**
     * Voicemail detection and handling.
     */
    voicemail: {
        /**
         * The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.
         */
        detection: 'off' | 'model' | 'carrier';
        /**
         * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
         */
        action: 'hangup' | 'leave_message' | 'continue';
        /**
         * The message to leave. It may contain `{{variables}}`.
         */
        message: string;
    };
    /**
     * The limits.
     */
    limits: {
        /**
         * The call ends after this time, in seconds.
         */
        maxDurationSeconds: number;
        /**
         * Maximum ringing time in seconds.
         */
        ringTimeoutSeconds: number;
        /**
         * The agent asks "Are you still there?" after this silence, in seconds.
         */
        silenceReminderSeconds: number;
        /**
         * Maximum number of reminders, such as "Are you still there?", during silence.
         */
        maxReminders: number;
        /**
         * The call ends after this time without speech, in seconds.
         */
        endAfterSilenceSeconds: number;
    };
    /**
     * Recording settings.
     */
    recording: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * The recording notice: `none`, `stay_on_line` announces the recording, `verbal` asks and records only after a yes.
         */
        consent: 'none' | 'stay_on_line' | 'verbal';
        /**
         * The text of the recording notice or question.
         */
        consentMessage: string;
    };
    /**
     * HTTP requests that the model can make.
     */
    tools: Array<{
        /**
         * The name of the function that the model calls.
         */
        name: string;
        /**
         * Explains to the model when to call the function.
         */
        description: string;
        /**
         * A JSON Schema of the arguments.
         */
        parameters: {
            [key: string]: JsonValue;
        };
        /**
         * The URL.
         */
        url: string;
        /**
         * The HTTP method.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * HTTP headers of the request by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * Maximum time to wait for a response in milliseconds.
         */
        timeoutMs: number;
    }>;
    /**
     * Information that is extracted after the call.
     */
    analysis: {
        /**
         * Whether to write a summary.
         */
        summary: boolean;
        /**
         * What makes the call a success. A language model evaluates it.
         */
        successCriteria: string;
        /**
         * The values to extract.
         */
        fields: Array<{
            /**
             * The variable that receives the value.
             */
            name: string;
            /**
             * The type of the value. `enum` takes one of `choices`.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Explains to the model what to look for.
             */
            description: string;
            /**
             * The allowed values.
             */
            choices: Array<string>;
        }>;
    };
    /**
     * The owned number that the agent calls from and answers. Null: none.
     */
    phoneNumber: string | null;
    /**
     * The id of the flow.
     */
    flowId: string | null;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel: 'sms' | 'email' | 'auto';
    /**
     * Text that is added below every message.
     */
    signature: string;
    /**
     * Maximum length of a message in characters. Null: the limit of the channel.
     */
    maxLength: number | null;
    /**
     * The status.
     */
    status: AgentStatus;
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
};

/**
 * Saved call flow
 *
 * A call flow with the warnings of the save.
 */
export type SavedCallFlow = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type: 'call';
    /**
     * `strict` follows the nodes only. `flex` is stored and has no effect yet.
     */
    mode: 'strict' | 'flex';
    /**
     * Instructions for the language model, used in every conversation node.
     */
    globalPrompt: string;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * The paths between nodes.
     */
    edges: Array<FlowEdge>;
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
};

/**
 * Saved flow
 *
 * A flow after a create or an update, with its warnings.
 */
export type SavedFlow = ({
    type: 'call';
} & SavedCallFlow) | ({
    type: 'message';
} & SavedMessageFlow);

/**
 * Saved message flow
 *
 * A message flow with the warnings of the save.
 */
export type SavedMessageFlow = {
    /**
     * The name of the flow, 1 to 80 characters.
     */
    name: string;
    /**
     * The status.
     */
    status: FlowStatus;
    /**
     * `call` for phone calls, `message` for SMS and email. It cannot be changed.
     */
    type: 'message';
    /**
     * The first message. It may contain `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: chosen by the form of the address.
     */
    channel: 'auto' | 'sms' | 'email';
    /**
     * The subject of emails.
     */
    subject: string;
    /**
     * The time between approval and sending.
     */
    delay: {
        /**
         * Whether the feature is on.
         */
        enabled: boolean;
        /**
         * The time in seconds.
         */
        seconds: number;
    };
    /**
     * The id of the agent.
     */
    agentId: string | null;
    /**
     * Whether replies of the agent are sent without approval.
     */
    autopilotReplies: boolean;
    /**
     * The time to wait for further messages before a reply, in seconds.
     */
    replyDebounceSeconds: number;
    /**
     * Maximum number of messages that the agent sends in one conversation.
     */
    maxAutoMessages: number;
    /**
     * Hours in which no message is sent. Null: none.
     */
    quietHours: {
        /**
         * The start of the range, `HH:MM`.
         */
        start: string;
        /**
         * The end of the range, `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone: string;
        /**
         * The handling of messages in quiet hours: `shift` sends them later, `drop` discards them.
         */
        policy: 'shift' | 'drop';
    } | null;
    /**
     * A new conversation starts after this time without a message, in hours.
     */
    inactivityHours: number;
    /**
     * The id of the first node. Null: the only node without an incoming edge.
     */
    startNodeId: string | null;
    /**
     * The variables of the flow with their types and defaults.
     */
    variables: {
        [key: string]: {
            /**
             * The type of the values: `string`, `number`, `boolean` or `date_time`.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * The value before anything is stored.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * The paths between nodes.
     */
    edges: Array<FlowEdge>;
    /**
     * The id.
     */
    id: string;
    /**
     * The version. It increases with each change.
     */
    version: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
};

/**
 * Say
 *
 * Speaks a text and goes on.
 */
export type SayNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'say';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The text to speak. It may contain `{{variables}}`.
         */
        text: string;
        /**
         * Whether the customer can interrupt the text.
         */
        interruptible: boolean;
    };
};

/**
 * Say
 *
 * Speaks a text and goes on.
 */
export type SayNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'say';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The text to speak. It may contain `{{variables}}`.
         */
        text: string;
        /**
         * Whether the customer can interrupt the text.
         */
        interruptible?: boolean;
    };
};

/**
 * Schedule callback
 *
 * Agrees on a time with the customer and schedules a call at that time. It asks for the time if `at` holds none.
 */
export type ScheduleCallbackNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'schedule_callback';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The time of the callback: ISO 8601, or a `{{variable}}` that holds a time.
         */
        at: string;
        /**
         * The question for the time.
         */
        prompt: string;
        /**
         * How many times the question is repeated.
         */
        retries: number;
        /**
         * Notes for users, at most 2,000 characters.
         */
        notes: string;
        /**
         * Spoken after the callback is scheduled.
         */
        confirmation: string;
    };
};

/**
 * Schedule callback
 *
 * Agrees on a time with the customer and schedules a call at that time. It asks for the time if `at` holds none.
 */
export type ScheduleCallbackNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'schedule_callback';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The time of the callback: ISO 8601, or a `{{variable}}` that holds a time.
         */
        at: string;
        /**
         * The question for the time.
         */
        prompt?: string;
        /**
         * How many times the question is repeated.
         */
        retries?: number;
        /**
         * Notes for users, at most 2,000 characters.
         */
        notes?: string;
        /**
         * Spoken after the callback is scheduled.
         */
        confirmation?: string;
    };
};

/**
 * Send message
 *
 * Starts a message flow by SMS or email. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type SendMessageNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'send_message';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The id of the message flow.
         */
        flowId: string;
        /**
         * The recipient: a phone number or an email address. `{{variables}}` are allowed.
         */
        to: string;
    };
};

/**
 * Send message
 *
 * Starts a message flow by SMS or email. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type SendMessageNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'send_message';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The id of the message flow.
         */
        flowId: string;
        /**
         * The recipient: a phone number or an email address. `{{variables}}` are allowed.
         */
        to: string;
    };
};

export type Session = {
    /**
     * The id.
     */
    id: string;
    /**
     * The signed-in user.
     */
    user: {
        /**
         * The id.
         */
        id: string;
        /**
         * An email address.
         */
        email: string;
        /**
         * A display name.
         */
        name: string;
        /**
         * The speaker: `agent` or `customer`.
         */
        role: 'owner' | 'admin' | 'operator' | 'viewer';
    };
    /**
     * Scopes of the role, as for API keys.
     */
    scopes: Array<string>;
    /**
     * Home workspace of the user.
     */
    workspaceId: string;
    /**
     * Workspaces that `x-workspace-id` may select.
     */
    workspaceIds: Array<string>;
};

/**
 * Set disposition
 *
 * Records the result of the call. The last recorded disposition counts.
 */
export type SetDispositionNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'set_disposition';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The result of the call: a built-in disposition, or one of the workspace.
         */
        disposition: string;
        /**
         * Notes for users, at most 2,000 characters.
         */
        notes: string;
    };
};

/**
 * Set disposition
 *
 * Records the result of the call. The last recorded disposition counts.
 */
export type SetDispositionNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'set_disposition';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The result of the call: a built-in disposition, or one of the workspace.
         */
        disposition: string;
        /**
         * Notes for users, at most 2,000 characters.
         */
        notes?: string;
    };
};

export type SignedOut = {
    /**
     * Count of ended sessions.
     */
    ended: number;
};

export type StartedBatch = {
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * The status.
     */
    status: BatchStatus;
    /**
     * An explanation of the status for users. Null if there is none.
     */
    statusDetail: string | null;
    /**
     * The cause for which no call is placed at the moment.
     */
    waitingFor: BatchWaitingReason;
    /**
     * The id of the agent.
     */
    agentId: string;
    /**
     * The numbers to call from, in turn. Empty: the number of the agent.
     */
    fromNumbers: Array<string>;
    /**
     * The country of numbers without a country code, ISO 3166-1 alpha-2.
     */
    defaultCountry: string | null;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The hours in which calls may start.
     */
    window: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * The purpose of the calls. Null: the purpose of the agent.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Maximum number of concurrent calls. Null: as many as the plan allows.
     */
    maxConcurrency: number | null;
    /**
     * Concurrent calls of the plan that are reserved for others; null for the setting of the operator.
     */
    reservedConcurrency: number | null;
    /**
     * Maximum number of calls started per second.
     */
    callsPerSecond: number;
    /**
     * Without the query, which may contain a secret.
     */
    predialUrl: string | null;
    /**
     * Rules for further attempts.
     */
    retry: {
        /**
         * Maximum number of attempts, the first included.
         */
        maxAttempts: number;
        /**
         * The outcomes after which another attempt is made.
         */
        on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.
         */
        delays: Array<string>;
    };
    /**
     * Your own data, returned unchanged. At most 16 KiB of JSON.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * The number of rows below the header.
     */
    totalRows: number;
    /**
     * The number of matching records on all pages.
     */
    total: number;
    /**
     * The number of rows that wait for a call.
     */
    pending: number;
    /**
     * The number of rows whose call is being connected.
     */
    dialing: number;
    /**
     * The number of rows with an answered call.
     */
    inProgress: number;
    /**
     * The number of completed rows.
     */
    completed: number;
    /**
     * The number of failed rows.
     */
    failed: number;
    /**
     * The number of skipped rows.
     */
    skipped: number;
    /**
     * The number of cancelled rows.
     */
    cancelled: number;
    /**
     * Jobs in which a person answered.
     */
    connected: number;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The time of the start. Null before it.
     */
    startedAt: string | null;
    /**
     * The time of the end. Null before it.
     */
    endedAt: string | null;
    /**
     * Rows that are called, except those that the warnings `timezone_unknown` and `window_never_opens` count.
     */
    validRows: number;
    /**
     * The number of invalid rows.
     */
    invalidRows: number;
    /**
     * The number of rows with a number of an earlier row.
     */
    duplicateRows: number;
    /**
     * The number of rows with a suppressed number.
     */
    suppressedRows: number;
    /**
     * Variables in the texts of the flow that have no column, including those with a default.
     */
    variablesMissing: Array<string>;
    /**
     * Columns that the flow speaks and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with the text that is spoken instead; cells of a `date_time` variable that are not recognised as a time and are spoken literally (`unreadable_time`); columns that the flow does not use (`unused_column`); rows without a `timezone` whose number has no known time zone (`timezone_unknown`); rows whose calling window never opens, by the window of the batch and the hours of the workspace and of the law (`window_never_opens`); rows whose `timezone` contradicts their number (`timezone_contradicts_number`); rows with numbers of another batch of the agent that was started within 24 hours (`in_recent_batch`); rows with numbers that neither a trunk nor the test network can reach (`no_trunk`); rows with invisible characters, which are removed (`invisible_characters`); rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`); and rows whose `scheduled_at` is in the past (`scheduled_in_past`). A batch can be started with warnings, unless `timezone_unknown` and `window_never_opens` leave no row to call.
     */
    warnings: Array<{
        /**
         * A constant for programs.
         */
        code: 'missing_column' | 'empty_cells' | 'unreadable_time' | 'unused_column' | 'timezone_unknown' | 'window_never_opens' | 'timezone_contradicts_number' | 'in_recent_batch' | 'no_trunk' | 'invisible_characters' | 'lost_characters' | 'scheduled_in_past' | 'no_model' | 'closed_vocabulary' | 'comparison_never_holds' | 'edge_never_taken' | 'useless_branch' | 'node_type_unavailable';
        /**
         * `columns.<name>`, or `agentId` for warnings about the agent and its flow.
         */
        path: string;
        /**
         * The column; null if the warning is about no column.
         */
        column: string | null;
        /**
         * Number of affected rows that are neither invalid nor duplicates.
         */
        rows: number;
        /**
         * Row numbers of the first affected rows, at most five, as in a spreadsheet; empty if the whole column is affected.
         */
        firstRows: Array<number>;
        /**
         * The text.
         */
        message: string;
    }>;
};

export type Suppression = {
    /**
     * The id.
     */
    id: string;
    /**
     * `voice`, `sms` or `email`.
     */
    channel: 'voice' | 'sms' | 'email';
    /**
     * A phone number or an email address.
     */
    address: string;
    /**
     * The reason.
     */
    reason: string;
    /**
     * The call in which the customer opted out.
     */
    callId: string | null;
    /**
     * The user or key that added it; null if a call or a message did.
     */
    createdBy: string | null;
    /**
     * The time of creation.
     */
    createdAt: string;
};

export type SuppressionImport = {
    /**
     * The content of the CSV file.
     */
    csv?: string;
    /**
     * The rows of the file.
     */
    rows?: Array<{
        /**
         * A phone number or an email address.
         */
        address: string;
        /**
         * `sms`, `email`, or `auto`: chosen by the form of the address.
         */
        channel?: 'voice' | 'sms' | 'email' | 'all';
        /**
         * The reason.
         */
        reason?: string;
    }>;
    /**
     * For rows without a channel.
     */
    channel?: 'voice' | 'sms' | 'email' | 'all';
    /**
     * For rows without a reason.
     */
    reason?: string;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: string;
    /**
     * `refuse`: nothing is imported if any row is invalid. `skip`: invalid rows are skipped.
     */
    onInvalidRows?: 'refuse' | 'skip';
};

export type SuppressionInput = {
    /**
     * A phone number with its country code, or an email address.
     */
    address: string;
    /**
     * `voice`, `sms` or `email`.
     */
    channel?: 'voice' | 'sms' | 'email' | 'all';
    /**
     * The reason.
     */
    reason?: string;
};

/**
 * Timeout
 *
 * Holds if the customer says nothing for a time, repeated questions included.
 */
export type TimeoutCondition = {
    /**
     * The condition type.
     */
    type: 'timeout';
    /**
     * The time in seconds.
     */
    seconds: number;
};

/**
 * Timeout
 *
 * Holds if the customer says nothing for a time, repeated questions included.
 */
export type TimeoutConditionInput = {
    /**
     * The condition type.
     */
    type: 'timeout';
    /**
     * The time in seconds.
     */
    seconds: number;
};

/**
 * Transfer
 *
 * Connects the customer with another number. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type TransferNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'transfer';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * A phone number in E.164, or a SIP URI.
         */
        destination: string;
        /**
         * `cold` connects at once; `warm` speaks `briefing` first.
         */
        mode: 'cold' | 'warm';
        /**
         * Spoken to the customer before the transfer.
         */
        message: string;
        /**
         * Spoken to the person who takes the transfer, before the customer is connected.
         */
        briefing: string;
        /**
         * Maximum ringing time at the destination in seconds.
         */
        ringSeconds: number;
        /**
         * Whether to verify that a person has answered before the customer is connected.
         */
        humanCheck: boolean;
    };
};

/**
 * Transfer
 *
 * Connects the customer with another number. This version can save the node and cannot run it: an active flow with it is rejected (400 `flow_invalid`).
 */
export type TransferNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'transfer';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * A phone number in E.164, or a SIP URI.
         */
        destination: string;
        /**
         * `cold` connects at once; `warm` speaks `briefing` first.
         */
        mode?: 'cold' | 'warm';
        /**
         * Spoken to the customer before the transfer.
         */
        message?: string;
        /**
         * Spoken to the person who takes the transfer, before the customer is connected.
         */
        briefing?: string;
        /**
         * Maximum ringing time at the destination in seconds.
         */
        ringSeconds?: number;
        /**
         * Whether to verify that a person has answered before the customer is connected.
         */
        humanCheck?: boolean;
    };
};

export type User = {
    /**
     * The id.
     */
    id: string;
    /**
     * An email address.
     */
    email: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * The speaker: `agent` or `customer`.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * The status.
     */
    status: UserStatus;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * The time of the last sign-in. Null: never.
     */
    signedInAt: string | null;
    /**
     * When the open invitation expires.
     */
    invitedUntil: string | null;
};

export type UserInput = {
    /**
     * An email address.
     */
    email: string;
    /**
     * A display name.
     */
    name?: string;
    /**
     * `owner`: full access. `admin`: full access except to the workspace settings and users. `operator`: runs existing agents, flows and batches. `viewer`: read access.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
};

export type UserPatch = {
    /**
     * A display name.
     */
    name?: string;
    /**
     * `owner`: full access. `admin`: full access except to the workspace settings and users. `operator`: runs existing agents, flows and batches. `viewer`: read access.
     */
    role?: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * The status.
     */
    status?: 'active' | 'disabled';
};

/**
 * User status
 *
 * Whether the user can sign in.
 *
 * - `invited`: The user has not accepted the invitation yet.
 * - `active`: The user can sign in.
 * - `disabled`: The user cannot sign in.
 */
export type UserStatus = 'invited' | 'active' | 'disabled';

/**
 * Wait
 *
 * Is silent for a time and goes on.
 */
export type WaitNode = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowCondition;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'wait';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The time in milliseconds.
         */
        ms: number;
    };
};

/**
 * Wait
 *
 * Is silent for a time and goes on.
 */
export type WaitNodeInput = {
    /**
     * The id of the node, unique in the flow: letters, digits, `_` and `-`, at most 64.
     */
    id: string;
    /**
     * A display name for editors.
     */
    name?: string;
    /**
     * The position in a visual editor.
     */
    position?: {
        /**
         * The horizontal position, in units of the editor.
         */
        x: number;
        /**
         * The vertical position, in units of the editor.
         */
        y: number;
    };
    /**
     * Makes the node global: it is entered from any listening node when the condition holds.
     */
    isGlobal?: {
        /**
         * The condition that must hold for the node to be entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * The node type. It decides which fields `config` has.
     */
    type: 'wait';
    /**
     * The settings of the node. The fields depend on its `type`.
     */
    config: {
        /**
         * The time in milliseconds.
         */
        ms: number;
    };
};

export type Warning = {
    /**
     * Constant per kind of warning, such as `comparison_never_holds`.
     */
    code: string;
    /**
     * The field, as in `fields` of an error: `edges[0].condition.all[0]`.
     */
    path: string;
    /**
     * What is wrong and what to do, for people.
     */
    message: string;
};

export type Workspace = {
    /**
     * The id.
     */
    id: string;
    /**
     * A display name.
     */
    name: string;
    /**
     * The plan. It limits concurrent calls, call starts and requests.
     */
    plan: 'developer' | 'standard' | 'unlimited';
    /**
     * Limits of the plan.
     */
    limits: {
        /**
         * Limit for all keys of the workspace together.
         */
        requestsPerMinute: number;
        /**
         * Maximum number of concurrent calls. Null: as many as the plan allows.
         */
        concurrentCalls: number;
        /**
         * Maximum number of calls started per second.
         */
        callStartsPerSecond: number;
    };
    /**
     * An IANA time zone, such as `America/New_York`.
     */
    timezone: string;
    /**
     * `law` keeps batches and callbacks to the legal hours; `off` does not.
     */
    callingHours: 'law' | 'off';
    /**
     * The hours in which batch calls and callbacks of the workspace may start, in addition to legal calling hours and regardless of `callingHours`. Null: no additional hours.
     */
    callingWindow: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the response, `refuse` rejects them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours: 'warn' | 'refuse';
    /**
     * Prefixes of the E.164 numbers that the workspace may add as its own, set by the operator. `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes: Array<string>;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
};

export type WorkspaceInput = {
    /**
     * A display name.
     */
    name: string;
    /**
     * Set by the operator.
     */
    plan?: 'developer' | 'standard' | 'unlimited';
    /**
     * An IANA time zone, such as `America/New_York`.
     */
    timezone?: string;
    /**
     * `law`: batch calls and callbacks respect the legal calling hours at the location of the callee. `off`: they do not, at the responsibility of the owner. Limits on calls to one person apply in both cases.
     */
    callingHours?: 'law' | 'off';
    /**
     * The hours in which batch calls and callbacks of the workspace may start, in addition to legal calling hours and regardless of `callingHours`. Null: no additional hours.
     */
    callingWindow?: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the response, `refuse` rejects them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours?: 'warn' | 'refuse';
    /**
     * Prefixes of the E.164 numbers that the workspace may add as its own, set by the operator. `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes?: Array<string>;
};

export type WorkspacePatch = {
    /**
     * A display name.
     */
    name?: string;
    /**
     * Set by the operator.
     */
    plan?: 'developer' | 'standard' | 'unlimited';
    /**
     * An IANA time zone, such as `America/New_York`.
     */
    timezone?: string;
    /**
     * `law`: batch calls and callbacks respect the legal calling hours at the location of the callee. `off`: they do not, at the responsibility of the owner. Limits on calls to one person apply in both cases.
     */
    callingHours?: 'law' | 'off';
    /**
     * The hours in which batch calls and callbacks of the workspace may start, in addition to legal calling hours and regardless of `callingHours`. Null: no additional hours.
     */
    callingWindow?: {
        /**
         * An IANA time zone, or `recipient` for the time zone of each customer.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Ranges of the day.
         */
        windows: Array<{
            /**
             * The start of the range, `HH:MM`.
             */
            start: string;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the response, `refuse` rejects them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours?: 'warn' | 'refuse';
    /**
     * Prefixes of the E.164 numbers that the workspace may add as its own, set by the operator. `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes?: Array<string>;
};

export type WrittenDisposition = {
    /**
     * The id.
     */
    _id: string;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * The result of the call: a built-in disposition, or one of the workspace.
     */
    disposition: string;
    /**
     * The status.
     */
    status: DispositionStatus;
    /**
     * The planned time. Null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * The number of the attempt, from 1.
     */
    attempt: number;
    /**
     * The id of the agent.
     */
    agentId: string | null;
    /**
     * The name of the agent.
     */
    agentName: string | null;
    /**
     * The id of the batch. Null if the call belongs to none.
     */
    batchId: string | null;
    /**
     * The call with this disposition; null if it was recorded manually.
     */
    callId: string | null;
    /**
     * The last follow-up call; null if there was none.
     */
    followUpCallId: string | null;
    /**
     * Notes for users, at most 2,000 characters.
     */
    notes: string;
    /**
     * The time of creation.
     */
    createdAt: string;
    /**
     * The time of the last change.
     */
    updatedAt: string;
    /**
     * Problems that did not prevent the operation.
     */
    warnings?: Array<string>;
};

/**
 * The workspace of the request. Default: the workspace of the key.
 */
export type XWorkspaceId = string;

/**
 * The first final response is returned again for 24 hours; the operation is not repeated.
 */
export type IdempotencyKey = string;

/**
 * The page number, from 1. Cannot be combined with `cursor`.
 */
export type Page = number;

/**
 * Records per page, 1 to 1000.
 */
export type Limit = number;

/**
 * The `nextCursor` of the previous page. Cannot be combined with `page`.
 */
export type Cursor = string;

/**
 * Created at this instant or later.
 */
export type CreatedAtFrom = string;

/**
 * Created at this instant or earlier.
 */
export type CreatedAtTo = string;

/**
 * `voice` for calls, `messaging` for SMS and email.
 */
export type Type = 'voice' | 'messaging';

/**
 * The status.
 */
export type Status = AgentStatus;

/**
 * Matches anywhere in the name, ignoring case.
 */
export type Search = string;

/**
 * The agent.
 */
export type AgentIdRequired = string;

/**
 * The flow.
 */
export type FlowIdRequired = string;

/**
 * The id of the agent.
 */
export type AgentId = string;

/**
 * The id of the batch. Null if the call belongs to none.
 */
export type BatchId = string;

/**
 * The cause of the end. Null before the end.
 */
export type EndReason = CallEndReason;

/**
 * Matches the caller or the callee. Include the country code.
 */
export type PhoneNumber = string;

/**
 * `outbound` from Parley, `inbound` to Parley.
 */
export type Direction = 'outbound' | 'inbound';

/**
 * The call.
 */
export type CallIdRequired = string;

/**
 * Only with a `text/csv` body. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
 */
export type DefaultCountry = 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';

/**
 * Only with a `text/csv` body. The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Without it, dates must be in ISO 8601.
 */
export type DateOrder = 'mdy' | 'dmy';

/**
 * Only with a `text/csv` body. Whether to call every row of a repeated number. By default only its first row is called.
 */
export type AllowDuplicates = boolean;

/**
 * Only with a `text/csv` body. The calling window of the batch.
 */
export type Window = {
    /**
     * An IANA time zone, such as `America/New_York`.
     */
    timezone: 'recipient' | string;
    /**
     * Days of the week.
     */
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
    /**
     * Ranges of the day.
     */
    windows: Array<{
        /**
         * The start of the range, `HH:MM`.
         */
        start: string;
        /**
         * The end of the range, `HH:MM`, up to `24:00`.
         */
        end: string;
    }>;
};

/**
 * Only with a `text/csv` body. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
 */
export type Purpose = 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';

/**
 * Only with a `text/csv` body. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
 */
export type Consent = boolean;

/**
 * Only with a `text/csv` body. A display name.
 */
export type Name = string;

/**
 * Only with a `text/csv` body. Caller ids, used in rotation. Defaults to the number of the agent.
 */
export type FromNumbers = Array<string>;

/**
 * Only with a `text/csv` body. No call is made before this instant. Defaults to now.
 */
export type ScheduledAt = string;

/**
 * Only with a `text/csv` body. Maximum number of concurrent calls. Defaults to the limit of the plan.
 */
export type MaxConcurrency = number;

/**
 * Only with a `text/csv` body. How many concurrent calls of the plan this batch reserves for single calls, callbacks and other batches. Defaults to the setting of the operator, a tenth of them. The batch always keeps one call.
 */
export type ReservedConcurrency = number;

/**
 * Only with a `text/csv` body. Maximum number of calls started per second.
 */
export type CallsPerSecond = number;

/**
 * Only with a `text/csv` body. Receives a POST request before each call: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. The call is made only after status 200 with `{"eligible": true}` within 5 seconds. Put a secret into the path or the query to authenticate the request.
 */
export type PredialUrl = string;

/**
 * Only with a `text/csv` body. Rules for further attempts.
 */
export type Retry = {
    /**
     * Maximum number of attempts, the first included.
     */
    maxAttempts: number;
    /**
     * The outcomes after which another attempt is made.
     */
    on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
    /**
     * The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.
     */
    delays: Array<string>;
};

/**
 * Only with a `text/csv` body. `refuse` rejects a file with invalid rows; `skip` ignores these rows.
 */
export type OnInvalidRows = 'refuse' | 'skip';

/**
 * Only with a `text/csv` body. Whether to accept a file that was started for the same agent within the last 24 hours, or one with the same numbers.
 */
export type AllowRepeat = boolean;

/**
 * Only with a `text/csv` body. Your own data, returned unchanged. At most 16 KiB of JSON.
 */
export type Metadata = {
    [key: string]: JsonValue;
};

/**
 * The batch.
 */
export type BatchIdRequired = string;

/**
 * The result of the last call. Null before it.
 */
export type Outcome = BatchCallOutcome;

/**
 * Number of calls begun so far.
 */
export type Attempt = number;

/**
 * `csv` returns all records as a file.
 */
export type Format = 'json' | 'csv' | 'csv-raw';

/**
 * One call of the batch.
 */
export type JobIdRequired = string;

/**
 * Whether calls in progress are ended too.
 */
export type Hangup = 'true' | 'false';

/**
 * The workspace of the request. Default: the workspace of the key.
 */
export type XWorkspaceIdRequired = string;

/**
 * The room of the call.
 */
export type RoomNameRequired = string;

/**
 * The result of the call: a built-in disposition, or one of the workspace.
 */
export type Disposition2 = string;

/**
 * IANA name or UTC. Times in the response have its offset. Does not affect filters.
 */
export type Timezone = string;

/**
 * The disposition.
 */
export type DispositionIdRequired = string;

/**
 * The disposition code.
 */
export type CodeIdRequired = string;

/**
 * The id of the flow.
 */
export type FlowId = string;

/**
 * `sms`, `email`, or `auto`: chosen by the form of the address.
 */
export type Channel = 'sms' | 'email';

/**
 * A phone number in E.164, or an email address in any case.
 */
export type Recipient = string;

/**
 * Conversations with a message in this status, such as `pending_approval` for messages that wait for a person.
 */
export type MessageStatus2 = MessageStatus;

/**
 * The conversation.
 */
export type ConversationIdRequired = string;

/**
 * A message of the conversation.
 */
export type MessageIdRequired = string;

/**
 * A phone number with its country code, or an email address in any case.
 */
export type Address = string;

/**
 * Only with a `text/csv` body. For rows without a reason.
 */
export type Reason = string;

/**
 * The suppression.
 */
export type SuppressionIdRequired = string;

/**
 * ISO 3166-1 alpha-2, such as US, CA, AU, GB.
 */
export type CountryRequired = string;

/**
 * Matches anywhere in the number including the country code: 2 to 16 digits or `*`, which matches any one digit.
 */
export type Contains = string;

/**
 * Only if `filters.supported` lists it. Three digits in countries of +1.
 */
export type AreaCode = string;

/**
 * ISO 3166-1 alpha-2.
 */
export type Country = string;

/**
 * The owned number.
 */
export type NumberIdRequired = string;

/**
 * Number of days up to and including today (UTC), 1 to 90.
 */
export type Days = number;

/**
 * The id of the key, not the key itself.
 */
export type KeyIdRequired = string;

/**
 * The id of the workspace.
 */
export type WorkspaceIdRequired = string;

/**
 * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
 */
export type Action = string;

/**
 * `key`, `user`, or `system` for Parley itself.
 */
export type ActorType = 'key' | 'user' | 'system';

/**
 * The id of the key or user.
 */
export type ActorId = string;

/**
 * The id of the changed resource.
 */
export type SubjectId = string;

/**
 * The speaker: `agent` or `customer`.
 */
export type Role = 'owner' | 'admin' | 'operator' | 'viewer';

/**
 * The id of the user.
 */
export type UserIdRequired = string;

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the secret of the endpoint. For 24 hours after a rotation it has two `v1=`.
 */
export type XServiceSignatureRequired = string;

/**
 * The id of the event, the same in every attempt.
 */
export type WebhookIdRequired = string;

/**
 * Unix time of this attempt in seconds.
 */
export type WebhookTimestampRequired = number;

/**
 * A Standard Webhooks signature: `v1,<base64>`. Several are separated by a space.
 */
export type WebhookSignatureRequired = string;

export type ListAgentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * `voice` for calls, `messaging` for SMS and email.
         */
        type?: 'voice' | 'messaging';
        /**
         * The status.
         */
        status?: AgentStatus;
        /**
         * Matches anywhere in the name, ignoring case.
         */
        search?: string;
    };
    url: '/api/v1/agents';
};

export type ListAgentsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type ListAgentsError = ListAgentsErrors[keyof ListAgentsErrors];

export type ListAgentsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The agents of this page.
             */
            agents: Array<Agent>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListAgentsResponse = ListAgentsResponses[keyof ListAgentsResponses];

export type CreateAgentData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: AgentInput;
    path?: never;
    query?: never;
    url: '/api/v1/agents';
};

export type CreateAgentErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `number_not_owned`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `flow_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type CreateAgentError = CreateAgentErrors[keyof CreateAgentErrors];

export type CreateAgentResponses = {
    /**
     * Success.
     */
    200: SavedAgent;
};

export type CreateAgentResponse = CreateAgentResponses[keyof CreateAgentResponses];

export type DeleteAgentData = {
    body?: never;
    path: {
        /**
         * The agent.
         */
        agentId: string;
    };
    query?: never;
    url: '/api/v1/agents/{agentId}';
};

export type DeleteAgentErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `resource_in_use`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `agent_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type DeleteAgentError = DeleteAgentErrors[keyof DeleteAgentErrors];

export type DeleteAgentResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteAgentResponse = DeleteAgentResponses[keyof DeleteAgentResponses];

export type GetAgentData = {
    body?: never;
    path: {
        /**
         * The agent.
         */
        agentId: string;
    };
    query?: never;
    url: '/api/v1/agents/{agentId}';
};

export type GetAgentErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `agent_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type GetAgentError = GetAgentErrors[keyof GetAgentErrors];

export type GetAgentResponses = {
    /**
     * Success.
     */
    200: Agent;
};

export type GetAgentResponse = GetAgentResponses[keyof GetAgentResponses];

export type UpdateAgentData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: {
        /**
         * A display name.
         */
        name?: string | null;
        /**
         * `voice` for calls, `messaging` for SMS and email.
         */
        type?: 'voice' | 'messaging' | null;
        /**
         * A note for users. It has no effect.
         */
        description?: string | null;
        /**
         * The language model as `provider/model`. `builtin/flow` uses none: the flow decides alone.
         */
        model?: string | null;
        /**
         * Settings of the language model.
         */
        modelSettings?: {
            /**
             * The sampling temperature of the model; lower values are more predictable.
             */
            temperature?: number | null;
            /**
             * Maximum length of a model response in tokens.
             */
            maxTokens?: number | null;
            /**
             * Models that are used in this order if the model fails or exceeds `timeoutMs`.
             */
            fallbackModels?: Array<string> | null;
            /**
             * Maximum time to wait for a response in milliseconds.
             */
            timeoutMs?: number | null;
        } | null;
        /**
         * The voice.
         */
        voice?: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider?: string | null;
            /**
             * The voice, as the provider names it.
             */
            voiceId?: string | null;
            /**
             * The speaking rate; 1 is normal.
             */
            speed?: number | null;
            /**
             * The volume; 1 is normal.
             */
            volume?: number | null;
            /**
             * Voices that are used in this order if the voice fails.
             */
            fallback?: Array<{
                /**
                 * The provider. `builtin` runs on the server itself.
                 */
                provider: string;
                /**
                 * The voice, as the provider names it.
                 */
                voiceId: string;
            }> | null;
        } | null;
        /**
         * The speech recogniser.
         */
        transcriber?: {
            /**
             * The provider. `builtin` runs on the server itself.
             */
            provider?: string | null;
            /**
             * The model of the recogniser. Null: the default of the provider.
             */
            model?: string | null;
            /**
             * The BCP 47 language of the recogniser. Null: the language of the agent.
             */
            language?: string | null;
            /**
             * Words that the speech recogniser should expect, such as product names.
             */
            keyterms?: Array<string> | null;
        } | null;
        /**
         * The system prompt of the language model, at most 50,000 characters.
         */
        personality?: string | null;
        /**
         * The first words of the agent, at most 2,000 characters.
         */
        firstMessage?: string | null;
        /**
         * The party that speaks first: `agent` speaks `firstMessage`, `agent-generated` lets the model write it, `user` waits for the customer.
         */
        firstMessageMode?: 'agent' | 'agent-generated' | 'user' | null;
        /**
         * A BCP 47 language tag, such as `en-US`, that voice and recogniser support.
         */
        language?: string | null;
        /**
         * An IANA time zone, such as `America/New_York`.
         */
        timezone?: string | null;
        /**
         * The purpose of the calls. It selects the calling rules that apply.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
        /**
         * End-of-turn detection.
         */
        turn?: {
            /**
             * The method that detects the end of the turn of the customer: `semantic` uses words and silence, `silence` uses silence only.
             */
            endpointing?: 'semantic' | 'silence' | null;
            /**
             * The shortest silence that can end the turn of the customer, in milliseconds.
             */
            minSilenceMs?: number | null;
            /**
             * The turn of the customer ends after this silence in any case, in milliseconds.
             */
            maxSilenceMs?: number | null;
        } | null;
        /**
         * Rules for the customer interrupting the agent (barge-in).
         */
        interruption?: {
            /**
             * Whether the feature is on.
             */
            enabled?: boolean | null;
            /**
             * Speech that is shorter does not interrupt the agent, in milliseconds.
             */
            minSpeechMs?: number | null;
            /**
             * Speech with fewer words does not interrupt the agent.
             */
            minWords?: number | null;
            /**
             * Phrases that do not interrupt the agent.
             */
            ignorePhrases?: Array<string> | null;
            /**
             * Whether the customer can interrupt the first message.
             */
            firstMessage?: boolean | null;
        } | null;
        /**
         * Voicemail detection and handling.
         */
        voicemail?: {
            /**
             * The method of voicemail detection: `off`, `model` (by the words, length and beep of the greeting), or `carrier`.
             */
            detection?: 'off' | 'model' | 'carrier' | null;
            /**
             * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
             */
            action?: 'hangup' | 'leave_message' | 'continue' | null;
            /**
             * The message to leave. It may contain `{{variables}}`.
             */
            message?: string | null;
        } | null;
        /**
         * The limits.
         */
        limits?: {
            /**
             * The call ends after this time, in seconds.
             */
            maxDurationSeconds?: number | null;
            /**
             * Maximum ringing time in seconds.
             */
            ringTimeoutSeconds?: number | null;
            /**
             * The agent asks "Are you still there?" after this silence, in seconds.
             */
            silenceReminderSeconds?: number | null;
            /**
             * Maximum number of reminders, such as "Are you still there?", during silence.
             */
            maxReminders?: number | null;
            /**
             * The call ends after this time without speech, in seconds.
             */
            endAfterSilenceSeconds?: number | null;
        } | null;
        /**
         * Recording settings.
         */
        recording?: {
            /**
             * Whether the feature is on.
             */
            enabled?: boolean | null;
            /**
             * The recording notice: `none`, `stay_on_line` announces the recording, `verbal` asks and records only after a yes.
             */
            consent?: 'none' | 'stay_on_line' | 'verbal' | null;
            /**
             * The text of the recording notice or question.
             */
            consentMessage?: string | null;
        } | null;
        /**
         * HTTP requests that the model can make.
         */
        tools?: Array<{
            /**
             * The name of the function that the model calls.
             */
            name: string;
            /**
             * Explains to the model when to call the function.
             */
            description: string;
            /**
             * A JSON Schema of the arguments.
             */
            parameters?: {
                [key: string]: JsonValue;
            };
            /**
             * The URL.
             */
            url: string;
            /**
             * The HTTP method.
             */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
            /**
             * HTTP headers of the request by name.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Maximum time to wait for a response in milliseconds.
             */
            timeoutMs?: number;
        }> | null;
        /**
         * Information that is extracted after the call.
         */
        analysis?: {
            /**
             * Whether to write a summary.
             */
            summary?: boolean | null;
            /**
             * What makes the call a success. A language model evaluates it.
             */
            successCriteria?: string | null;
            /**
             * The values to extract.
             */
            fields?: Array<{
                /**
                 * The variable that receives the value.
                 */
                name: string;
                /**
                 * The type of the value. `enum` takes one of `choices`.
                 */
                type: 'string' | 'number' | 'boolean' | 'enum';
                /**
                 * Explains to the model what to look for.
                 */
                description?: string;
                /**
                 * The allowed values.
                 */
                choices?: Array<string>;
            }> | null;
        } | null;
        /**
         * A phone number, E.164.
         */
        phoneNumber?: string | null;
        /**
         * The id of the flow.
         */
        flowId?: string | null;
        /**
         * `sms`, `email`, or `auto`: chosen by the form of the address.
         */
        channel?: 'sms' | 'email' | 'auto' | null;
        /**
         * Text that is added below every message.
         */
        signature?: string | null;
        /**
         * Maximum length of a message in characters. Null: the limit of the channel.
         */
        maxLength?: number | null;
        /**
         * The status.
         */
        status?: AgentStatus | null;
        /**
         * Your own data, returned unchanged. At most 16 KiB of JSON.
         */
        metadata?: {
            [key: string]: JsonValue | null;
        } | null;
    };
    path: {
        /**
         * The agent.
         */
        agentId: string;
    };
    query?: never;
    url: '/api/v1/agents/{agentId}';
};

export type UpdateAgentErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `number_not_owned`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `agent_not_found`, `flow_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type UpdateAgentError = UpdateAgentErrors[keyof UpdateAgentErrors];

export type UpdateAgentResponses = {
    /**
     * Success.
     */
    200: SavedAgent;
};

export type UpdateAgentResponse = UpdateAgentResponses[keyof UpdateAgentResponses];

export type ListFlowsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * `call` (the default), `message`, or `all`.
         */
        type?: 'call' | 'message' | 'all';
        /**
         * The status.
         */
        status?: FlowStatus;
        /**
         * Matches anywhere in the name, ignoring case.
         */
        search?: string;
    };
    url: '/api/v1/flows';
};

export type ListFlowsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type ListFlowsError = ListFlowsErrors[keyof ListFlowsErrors];

export type ListFlowsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The flows of this page.
             */
            flows: Array<Flow>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListFlowsResponse = ListFlowsResponses[keyof ListFlowsResponses];

export type CreateFlowData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values, 4,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: FlowInput;
    path?: never;
    query?: never;
    url: '/api/v1/flows';
};

export type CreateFlowErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `flow_invalid`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `agent_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type CreateFlowError = CreateFlowErrors[keyof CreateFlowErrors];

export type CreateFlowResponses = {
    /**
     * Success.
     */
    200: SavedFlow;
};

export type CreateFlowResponse = CreateFlowResponses[keyof CreateFlowResponses];

export type DeleteFlowData = {
    body?: never;
    path: {
        /**
         * The flow.
         */
        flowId: string;
    };
    query?: never;
    url: '/api/v1/flows/{flowId}';
};

export type DeleteFlowErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `resource_in_use`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `flow_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type DeleteFlowError = DeleteFlowErrors[keyof DeleteFlowErrors];

export type DeleteFlowResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteFlowResponse = DeleteFlowResponses[keyof DeleteFlowResponses];

export type GetFlowData = {
    body?: never;
    path: {
        /**
         * The flow.
         */
        flowId: string;
    };
    query?: never;
    url: '/api/v1/flows/{flowId}';
};

export type GetFlowErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `flow_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type GetFlowError = GetFlowErrors[keyof GetFlowErrors];

export type GetFlowResponses = {
    /**
     * Success.
     */
    200: Flow;
};

export type GetFlowResponse = GetFlowResponses[keyof GetFlowResponses];

export type UpdateFlowData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values, 4,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: {
        /**
         * A display name.
         */
        name?: string | null;
        /**
         * The status.
         */
        status?: FlowStatus | null;
        /**
         * `strict` follows the nodes only. `flex` is stored and has no effect yet.
         */
        mode?: 'strict' | 'flex' | null;
        /**
         * Instructions for the language model, used in every conversation node.
         */
        globalPrompt?: string | null;
        /**
         * The id of the first node. Null: the only node without an incoming edge.
         */
        startNodeId?: string | null;
        /**
         * The variables of the flow with their types and defaults.
         */
        variables?: {
            [key: string]: {
                /**
                 * The type of the values: `string`, `number`, `boolean` or `date_time`.
                 */
                type?: 'string' | 'number' | 'boolean' | 'date_time';
                /**
                 * The value before anything is stored.
                 */
                default?: string | number | boolean | null;
            } | null;
        } | null;
        /**
         * The steps of the flow.
         */
        nodes?: Array<FlowNodeInput> | null;
        /**
         * The paths between nodes.
         */
        edges?: Array<FlowEdgeInput> | null;
        /**
         * The first message. It may contain `{{variables}}`.
         */
        initiationMessage?: string | null;
        /**
         * `sms`, `email`, or `auto`: chosen by the form of the address.
         */
        channel?: 'auto' | 'sms' | 'email' | null;
        /**
         * The subject of emails.
         */
        subject?: string | null;
        /**
         * The time between approval and sending.
         */
        delay?: {
            /**
             * Whether the feature is on.
             */
            enabled?: boolean | null;
            /**
             * The time in seconds.
             */
            seconds?: number | null;
        } | null;
        /**
         * The id of the agent.
         */
        agentId?: string | null;
        /**
         * Whether replies of the agent are sent without approval.
         */
        autopilotReplies?: boolean | null;
        /**
         * The time to wait for further messages before a reply, in seconds.
         */
        replyDebounceSeconds?: number | null;
        /**
         * Maximum number of messages that the agent sends in one conversation.
         */
        maxAutoMessages?: number | null;
        /**
         * Hours in which no message is sent. Null: none.
         */
        quietHours?: {
            /**
             * The start of the range, `HH:MM`.
             */
            start?: string | null;
            /**
             * The end of the range, `HH:MM`, up to `24:00`.
             */
            end?: string | null;
            /**
             * An IANA time zone, or `recipient` for the time zone of each customer.
             */
            timezone?: 'recipient' | string | null;
            /**
             * The handling of messages in quiet hours: `shift` sends them later, `drop` discards them.
             */
            policy?: 'shift' | 'drop' | null;
        } | null;
        /**
         * A new conversation starts after this time without a message, in hours.
         */
        inactivityHours?: number | null;
    };
    path: {
        /**
         * The flow.
         */
        flowId: string;
    };
    query?: never;
    url: '/api/v1/flows/{flowId}';
};

export type UpdateFlowErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `flow_invalid`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `flow_not_found`, `agent_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type UpdateFlowError = UpdateFlowErrors[keyof UpdateFlowErrors];

export type UpdateFlowResponses = {
    /**
     * Success.
     */
    200: SavedFlow;
};

export type UpdateFlowResponse = UpdateFlowResponses[keyof UpdateFlowResponses];

export type SendCallData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: CallInput;
    path?: never;
    query?: never;
    url: '/api/v1/calls/call';
};

export type SendCallErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `agent_inactive`, `agent_no_phone_number`, `agent_no_active_flow`, `number_not_owned`, `no_model`, `invalid_number`, `no_trunk`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `opted_out`, `outside_calling_hours`
     */
    403: FlatError;
    /**
     * `agent_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`, `concurrency_limit_reached`
     */
    429: FlatError;
    /**
     * `internal_error`, `UNKNOWN_ERROR`
     */
    500: FlatError;
    /**
     * `draining`
     */
    503: FlatError;
};

export type SendCallError = SendCallErrors[keyof SendCallErrors];

export type SendCallResponses = {
    /**
     * Success.
     */
    200: Call;
};

export type SendCallResponse = SendCallResponses[keyof SendCallResponses];

export type ListCallsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The id of the agent.
         */
        agentId?: string;
        /**
         * The id of the batch. Null if the call belongs to none.
         */
        batchId?: string;
        /**
         * The status.
         */
        status?: CallStatus;
        /**
         * The cause of the end. Null before the end.
         */
        endReason?: CallEndReason;
        /**
         * Matches the caller or the callee. Include the country code.
         */
        phoneNumber?: string;
        /**
         * `outbound` from Parley, `inbound` to Parley.
         */
        direction?: 'outbound' | 'inbound';
    };
    url: '/api/v1/calls';
};

export type ListCallsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type ListCallsError = ListCallsErrors[keyof ListCallsErrors];

export type ListCallsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The calls of this page.
             */
            calls: Array<CallRecord>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListCallsResponse = ListCallsResponses[keyof ListCallsResponses];

export type GetCallData = {
    body?: never;
    path: {
        /**
         * The call.
         */
        callId: string;
    };
    query?: never;
    url: '/api/v1/calls/{callId}';
};

export type GetCallErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `call_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type GetCallError = GetCallErrors[keyof GetCallErrors];

export type GetCallResponses = {
    /**
     * Success.
     */
    200: CallDetail;
};

export type GetCallResponse = GetCallResponses[keyof GetCallResponses];

export type GetRecordingData = {
    body?: never;
    path: {
        /**
         * The call.
         */
        callId: string;
    };
    query?: never;
    url: '/api/v1/calls/{callId}/recording';
};

export type GetRecordingErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`, `invalid_range`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `call_not_found`, `recording_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type GetRecordingError = GetRecordingErrors[keyof GetRecordingErrors];

export type GetRecordingResponses = {
    /**
     * The whole file.
     */
    200: Blob | File;
    /**
     * The part that the Range header requests.
     */
    206: Blob | File;
};

export type GetRecordingResponse = GetRecordingResponses[keyof GetRecordingResponses];

export type EndCallData = {
    body?: never;
    path: {
        /**
         * The call.
         */
        callId: string;
    };
    query?: never;
    url: '/api/v1/calls/{callId}/end';
};

export type EndCallErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `call_already_ended`
     */
    400: FlatError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: FlatError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: FlatError;
    /**
     * `call_not_found`
     */
    404: FlatError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: FlatError;
    /**
     * `internal_error`
     */
    500: FlatError;
};

export type EndCallError = EndCallErrors[keyof EndCallErrors];

export type EndCallResponses = {
    /**
     * Success.
     */
    200: CallDetail;
};

export type EndCallResponse = EndCallResponses[keyof EndCallResponses];

export type GetBatchTemplateData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Adds the columns that the agent's flow uses, filled with their defaults.
         */
        agentId?: string;
    };
    url: '/v1/api/batch-calls/template';
};

export type GetBatchTemplateErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `agent_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetBatchTemplateError = GetBatchTemplateErrors[keyof GetBatchTemplateErrors];

export type GetBatchTemplateResponses = {
    /**
     * The file, in UTF-8.
     */
    200: Blob | File;
};

export type GetBatchTemplateResponse = GetBatchTemplateResponses[keyof GetBatchTemplateResponses];

export type ValidateBatchData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values. Objects, arrays and their members count as values.
     */
    body: BatchCheck;
    path?: never;
    query?: {
        /**
         * Only with a `text/csv` body. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
        /**
         * Only with a `text/csv` body. The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Without it, dates must be in ISO 8601.
         */
        dateOrder?: 'mdy' | 'dmy';
        /**
         * Only with a `text/csv` body. Whether to call every row of a repeated number. By default only its first row is called.
         */
        allowDuplicates?: boolean;
        /**
         * Only with a `text/csv` body. The agent whose flow the columns are checked against.
         */
        agentId?: string;
        /**
         * Only with a `text/csv` body. The calling window of the batch.
         */
        window?: {
            /**
             * An IANA time zone, such as `America/New_York`.
             */
            timezone: 'recipient' | string;
            /**
             * Days of the week.
             */
            days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
            /**
             * Ranges of the day.
             */
            windows: Array<{
                /**
                 * The start of the range, `HH:MM`.
                 */
                start: string;
                /**
                 * The end of the range, `HH:MM`, up to `24:00`.
                 */
                end: string;
            }>;
        };
        /**
         * Only with a `text/csv` body. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
        /**
         * Only with a `text/csv` body. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
         */
        consent?: boolean;
    };
    url: '/v1/api/batch-calls/validate';
};

export type ValidateBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_form`, `csv_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `agent_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`, `upload_limit_reached`, `storage_full`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ValidateBatchError = ValidateBatchErrors[keyof ValidateBatchErrors];

export type ValidateBatchResponses = {
    /**
     * Success.
     */
    200: BatchReport;
};

export type ValidateBatchResponse = ValidateBatchResponses[keyof ValidateBatchResponses];

export type PreviewBatchData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values. Objects, arrays and their members count as values.
     */
    body: BatchPreviewInput;
    path?: never;
    query?: {
        /**
         * Only with a `text/csv` body. How many rows to show.
         */
        limit?: number;
        /**
         * Only with a `text/csv` body. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
    };
    url: '/v1/api/batch-calls/preview';
};

export type PreviewBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_form`, `csv_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`, `upload_limit_reached`, `storage_full`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type PreviewBatchError = PreviewBatchErrors[keyof PreviewBatchErrors];

export type PreviewBatchResponses = {
    /**
     * Success.
     */
    200: BatchPreview;
};

export type PreviewBatchResponse = PreviewBatchResponses[keyof PreviewBatchResponses];

export type ListBatchesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The status.
         */
        status?: BatchStatus;
        /**
         * The id of the agent.
         */
        agentId?: string;
        /**
         * Matches anywhere in the name, ignoring case.
         */
        search?: string;
    };
    url: '/v1/api/batch-calls';
};

export type ListBatchesErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListBatchesError = ListBatchesErrors[keyof ListBatchesErrors];

export type ListBatchesResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The batches of this page.
             */
            batches: Array<Batch>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListBatchesResponse = ListBatchesResponses[keyof ListBatchesResponses];

export type StartBatchData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values. Objects, arrays and their members count as values.
     */
    body: BatchInput;
    path?: never;
    query?: {
        /**
         * Only with a `text/csv` body. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
        /**
         * Only with a `text/csv` body. The order of day and month in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Without it, dates must be in ISO 8601.
         */
        dateOrder?: 'mdy' | 'dmy';
        /**
         * Only with a `text/csv` body. Whether to call every row of a repeated number. By default only its first row is called.
         */
        allowDuplicates?: boolean;
        /**
         * Only with a `text/csv` body. The id of the agent.
         */
        agentId?: string;
        /**
         * Only with a `text/csv` body. A display name.
         */
        name?: string;
        /**
         * Only with a `text/csv` body. Caller ids, used in rotation. Defaults to the number of the agent.
         */
        fromNumbers?: Array<string>;
        /**
         * Only with a `text/csv` body. No call is made before this instant. Defaults to now.
         */
        scheduledAt?: string;
        /**
         * Only with a `text/csv` body. The hours in which calls may start.
         */
        window?: {
            /**
             * An IANA time zone, such as `America/New_York`.
             */
            timezone: 'recipient' | string;
            /**
             * Days of the week.
             */
            days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
            /**
             * Ranges of the day.
             */
            windows: Array<{
                /**
                 * The start of the range, `HH:MM`.
                 */
                start: string;
                /**
                 * The end of the range, `HH:MM`, up to `24:00`.
                 */
                end: string;
            }>;
        };
        /**
         * Only with a `text/csv` body. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
        /**
         * Only with a `text/csv` body. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
         */
        consent?: boolean;
        /**
         * Only with a `text/csv` body. Maximum number of concurrent calls. Defaults to the limit of the plan.
         */
        maxConcurrency?: number;
        /**
         * Only with a `text/csv` body. How many concurrent calls of the plan this batch reserves for single calls, callbacks and other batches. Defaults to the setting of the operator, a tenth of them. The batch always keeps one call.
         */
        reservedConcurrency?: number;
        /**
         * Only with a `text/csv` body. Maximum number of calls started per second.
         */
        callsPerSecond?: number;
        /**
         * Only with a `text/csv` body. Receives a POST request before each call: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. The call is made only after status 200 with `{"eligible": true}` within 5 seconds. Put a secret into the path or the query to authenticate the request.
         */
        predialUrl?: string;
        /**
         * Only with a `text/csv` body. Rules for further attempts.
         */
        retry?: {
            /**
             * Maximum number of attempts, the first included.
             */
            maxAttempts: number;
            /**
             * The outcomes after which another attempt is made.
             */
            on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
            /**
             * The waiting times before further attempts, such as `30m` or `2h`. The last one repeats.
             */
            delays: Array<string>;
        };
        /**
         * Only with a `text/csv` body. `refuse` rejects a file with invalid rows; `skip` ignores these rows.
         */
        onInvalidRows?: 'refuse' | 'skip';
        /**
         * Only with a `text/csv` body. Whether to accept a file that was started for the same agent within the last 24 hours, or one with the same numbers.
         */
        allowRepeat?: boolean;
        /**
         * Only with a `text/csv` body. Your own data, returned unchanged. At most 16 KiB of JSON.
         */
        metadata?: {
            [key: string]: JsonValue;
        };
    };
    url: '/v1/api/batch-calls';
};

export type StartBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_form`, `csv_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `agent_inactive`, `agent_no_phone_number`, `agent_no_active_flow`, `no_model`, `number_not_owned`, `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `batch_rows_invalid`, `batch_repeated`, `batch_nothing_to_call`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `agent_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`, `upload_limit_reached`, `storage_full`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type StartBatchError = StartBatchErrors[keyof StartBatchErrors];

export type StartBatchResponses = {
    /**
     * Success.
     */
    200: StartedBatch;
};

export type StartBatchResponse = StartBatchResponses[keyof StartBatchResponses];

export type CancelBatchData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: {
        /**
         * Whether calls in progress are ended too.
         */
        hangup?: 'true' | 'false';
    };
    url: '/v1/api/batch-calls/{batchId}';
};

export type CancelBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `batch_not_cancellable`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CancelBatchError = CancelBatchErrors[keyof CancelBatchErrors];

export type CancelBatchResponses = {
    /**
     * Success.
     */
    200: Batch;
};

export type CancelBatchResponse = CancelBatchResponses[keyof CancelBatchResponses];

export type GetBatchData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}';
};

export type GetBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetBatchError = GetBatchErrors[keyof GetBatchErrors];

export type GetBatchResponses = {
    /**
     * Success.
     */
    200: Batch;
};

export type GetBatchResponse = GetBatchResponses[keyof GetBatchResponses];

export type GetBatchProgressData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}/status';
};

export type GetBatchProgressErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetBatchProgressError = GetBatchProgressErrors[keyof GetBatchProgressErrors];

export type GetBatchProgressResponses = {
    /**
     * Success.
     */
    200: BatchProgress;
};

export type GetBatchProgressResponse = GetBatchProgressResponses[keyof GetBatchProgressResponses];

export type FollowBatchData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}/events';
};

export type FollowBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`, `stream_limit_reached`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type FollowBatchError = FollowBatchErrors[keyof FollowBatchErrors];

export type FollowBatchResponses = {
    /**
     * Each event has an ascending `id` and the counts as JSON.
     */
    200: BatchProgress;
};

export type FollowBatchResponse = FollowBatchResponses[keyof FollowBatchResponses];

export type ListBatchCallsData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The status.
         */
        status?: BatchCallStatus;
        /**
         * The result of the last call. Null before it.
         */
        outcome?: BatchCallOutcome;
        /**
         * With its country code: `+12025550100`.
         */
        phoneNumber?: string;
        /**
         * Number of calls begun so far.
         */
        attempt?: number;
        /**
         * Matches anywhere in the number, or in the customer's name, email or external id.
         */
        search?: string;
        /**
         * `csv` returns all records as a file.
         */
        format?: 'json' | 'csv' | 'csv-raw';
    };
    url: '/v1/api/batch-calls/{batchId}/calls';
};

export type ListBatchCallsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListBatchCallsError = ListBatchCallsErrors[keyof ListBatchCallsErrors];

export type ListBatchCallsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The calls of this page.
             */
            calls: Array<BatchJob>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListBatchCallsResponse = ListBatchCallsResponses[keyof ListBatchCallsResponses];

export type GetBatchCallData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
        /**
         * One call of the batch.
         */
        jobId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}/calls/{jobId}';
};

export type GetBatchCallErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`, `job_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetBatchCallError = GetBatchCallErrors[keyof GetBatchCallErrors];

export type GetBatchCallResponses = {
    /**
     * Success.
     */
    200: BatchJob;
};

export type GetBatchCallResponse = GetBatchCallResponses[keyof GetBatchCallResponses];

export type PauseBatchData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}/pause';
};

export type PauseBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `batch_ended`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type PauseBatchError = PauseBatchErrors[keyof PauseBatchErrors];

export type PauseBatchResponses = {
    /**
     * Success.
     */
    200: Batch;
};

export type PauseBatchResponse = PauseBatchResponses[keyof PauseBatchResponses];

export type ResumeBatchData = {
    body?: never;
    path: {
        /**
         * The batch.
         */
        batchId: string;
    };
    query?: never;
    url: '/v1/api/batch-calls/{batchId}/resume';
};

export type ResumeBatchErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `batch_ended`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `batch_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ResumeBatchError = ResumeBatchErrors[keyof ResumeBatchErrors];

export type ResumeBatchResponses = {
    /**
     * Success.
     */
    200: Batch;
};

export type ResumeBatchResponse = ResumeBatchResponses[keyof ResumeBatchResponses];

export type ListActiveCallsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v2/api/active-calls';
};

export type ListActiveCallsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListActiveCallsError = ListActiveCallsErrors[keyof ListActiveCallsErrors];

export type ListActiveCallsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: Array<ActiveCall>;
        /**
         * The number of results.
         */
        count: number;
        /**
         * The server's time.
         */
        timestamp: string;
    };
};

export type ListActiveCallsResponse = ListActiveCallsResponses[keyof ListActiveCallsResponses];

export type GetActiveCallData = {
    body?: never;
    path: {
        /**
         * The room of the call.
         */
        roomName: string;
    };
    query?: never;
    url: '/v2/api/active-calls/{roomName}';
};

export type GetActiveCallErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `call_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetActiveCallError = GetActiveCallErrors[keyof GetActiveCallErrors];

export type GetActiveCallResponses = {
    /**
     * Success.
     */
    200: ActiveCallDetail;
};

export type GetActiveCallResponse = GetActiveCallResponses[keyof GetActiveCallResponses];

export type ListDispositionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * With its country code: `+12025550100`.
         */
        phoneNumber?: string;
        /**
         * The id of the batch. Null if the call belongs to none.
         */
        batchId?: string;
        /**
         * The id of the agent.
         */
        agentId?: string;
        /**
         * The status.
         */
        status?: DispositionStatus;
        /**
         * The result of the call: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
        /**
         * The number of the attempt, from 1.
         */
        attempt?: number;
        /**
         * Matches anywhere in the number, disposition, agent name and notes.
         */
        search?: string;
        /**
         * IANA name or UTC. Times in the response have its offset. Does not affect filters.
         */
        timezone?: string;
    };
    url: '/v1/api/call-dispositions';
};

export type ListDispositionsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`, `invalid_timezone`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListDispositionsError = ListDispositionsErrors[keyof ListDispositionsErrors];

export type ListDispositionsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The dispositions of this page.
             */
            dispositions: Array<Disposition>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListDispositionsResponse = ListDispositionsResponses[keyof ListDispositionsResponses];

export type CreateDispositionData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: DispositionInput;
    path?: never;
    query?: never;
    url: '/v1/api/call-dispositions';
};

export type CreateDispositionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `invalid_number`, `unknown_disposition`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `opted_out`
     */
    403: NestedError;
    /**
     * `agent_not_found`, `disposition_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateDispositionError = CreateDispositionErrors[keyof CreateDispositionErrors];

export type CreateDispositionResponses = {
    /**
     * Success.
     */
    200: WrittenDisposition;
};

export type CreateDispositionResponse = CreateDispositionResponses[keyof CreateDispositionResponses];

export type GetDispositionData = {
    body?: never;
    path: {
        /**
         * The disposition.
         */
        dispositionId: string;
    };
    query?: {
        /**
         * IANA name or UTC. Times in the response have its offset. Does not affect filters.
         */
        timezone?: string;
    };
    url: '/v1/api/call-dispositions/{dispositionId}';
};

export type GetDispositionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`, `invalid_timezone`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetDispositionError = GetDispositionErrors[keyof GetDispositionErrors];

export type GetDispositionResponses = {
    /**
     * Success.
     */
    200: Disposition;
};

export type GetDispositionResponse = GetDispositionResponses[keyof GetDispositionResponses];

export type UpdateDispositionData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: DispositionPatch;
    path: {
        /**
         * The disposition.
         */
        dispositionId: string;
    };
    query?: never;
    url: '/v1/api/call-dispositions/{dispositionId}';
};

export type UpdateDispositionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `disposition_settled`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type UpdateDispositionError = UpdateDispositionErrors[keyof UpdateDispositionErrors];

export type UpdateDispositionResponses = {
    /**
     * Success.
     */
    200: WrittenDisposition;
};

export type UpdateDispositionResponse = UpdateDispositionResponses[keyof UpdateDispositionResponses];

export type ListDispositionCodesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
    };
    url: '/v1/api/disposition-codes';
};

export type ListDispositionCodesErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListDispositionCodesError = ListDispositionCodesErrors[keyof ListDispositionCodesErrors];

export type ListDispositionCodesResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The disposition codes of this page.
             */
            dispositionCodes: Array<DispositionCode>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListDispositionCodesResponse = ListDispositionCodesResponses[keyof ListDispositionCodesResponses];

export type CreateDispositionCodeData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: NewDispositionCode;
    path?: never;
    query?: never;
    url: '/v1/api/disposition-codes';
};

export type CreateDispositionCodeErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `disposition_code_taken`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_code_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateDispositionCodeError = CreateDispositionCodeErrors[keyof CreateDispositionCodeErrors];

export type CreateDispositionCodeResponses = {
    /**
     * Success.
     */
    200: DispositionCode;
};

export type CreateDispositionCodeResponse = CreateDispositionCodeResponses[keyof CreateDispositionCodeResponses];

export type DeleteDispositionCodeData = {
    body?: never;
    path: {
        /**
         * The disposition code.
         */
        codeId: string;
    };
    query?: never;
    url: '/v1/api/disposition-codes/{codeId}';
};

export type DeleteDispositionCodeErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_code_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type DeleteDispositionCodeError = DeleteDispositionCodeErrors[keyof DeleteDispositionCodeErrors];

export type DeleteDispositionCodeResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteDispositionCodeResponse = DeleteDispositionCodeResponses[keyof DeleteDispositionCodeResponses];

export type GetDispositionCodeData = {
    body?: never;
    path: {
        /**
         * The disposition code.
         */
        codeId: string;
    };
    query?: never;
    url: '/v1/api/disposition-codes/{codeId}';
};

export type GetDispositionCodeErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_code_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetDispositionCodeError = GetDispositionCodeErrors[keyof GetDispositionCodeErrors];

export type GetDispositionCodeResponses = {
    /**
     * Success.
     */
    200: DispositionCode;
};

export type GetDispositionCodeResponse = GetDispositionCodeResponses[keyof GetDispositionCodeResponses];

export type UpdateDispositionCodeData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: DispositionCodePatch;
    path: {
        /**
         * The disposition code.
         */
        codeId: string;
    };
    query?: never;
    url: '/v1/api/disposition-codes/{codeId}';
};

export type UpdateDispositionCodeErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `disposition_code_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type UpdateDispositionCodeError = UpdateDispositionCodeErrors[keyof UpdateDispositionCodeErrors];

export type UpdateDispositionCodeResponses = {
    /**
     * Success.
     */
    200: DispositionCode;
};

export type UpdateDispositionCodeResponse = UpdateDispositionCodeResponses[keyof UpdateDispositionCodeResponses];

export type GenerateMessageData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: GenerateMessageInput;
    path?: never;
    query?: never;
    url: '/v1/api/conversations/message/generate';
};

export type GenerateMessageErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `flow_not_active`, `invalid_recipient`, `recipient_channel_mismatch`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `opted_out`
     */
    403: NestedError;
    /**
     * `flow_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GenerateMessageError = GenerateMessageErrors[keyof GenerateMessageErrors];

export type GenerateMessageResponses = {
    /**
     * Success.
     */
    200: GeneratedMessage;
};

export type GenerateMessageResponse = GenerateMessageResponses[keyof GenerateMessageResponses];

export type ListConversationsByFlowData = {
    body?: never;
    path: {
        /**
         * The flow.
         */
        flowId: string;
    };
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Conversations per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
    };
    url: '/v1/api/conversations/flow/{flowId}';
};

export type ListConversationsByFlowErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `flow_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListConversationsByFlowError = ListConversationsByFlowErrors[keyof ListConversationsByFlowErrors];

export type ListConversationsByFlowResponses = {
    /**
     * Success.
     */
    200: Array<Conversation>;
};

export type ListConversationsByFlowResponse = ListConversationsByFlowResponses[keyof ListConversationsByFlowResponses];

export type ListConversationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The id of the flow.
         */
        flowId?: string;
        /**
         * The id of the agent.
         */
        agentId?: string;
        /**
         * `sms`, `email`, or `auto`: chosen by the form of the address.
         */
        channel?: 'sms' | 'email';
        /**
         * A phone number in E.164, or an email address in any case.
         */
        recipient?: string;
        /**
         * The status.
         */
        status?: ConversationStatus;
        /**
         * Conversations with a message in this status, such as `pending_approval` for messages that wait for a person.
         */
        messageStatus?: MessageStatus;
    };
    url: '/v1/api/conversations';
};

export type ListConversationsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListConversationsError = ListConversationsErrors[keyof ListConversationsErrors];

export type ListConversationsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The conversations of this page.
             */
            conversations: Array<Conversation>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListConversationsResponse = ListConversationsResponses[keyof ListConversationsResponses];

export type GetConversationData = {
    body?: never;
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
    };
    query?: never;
    url: '/v1/api/conversations/{conversationId}';
};

export type GetConversationErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `conversation_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetConversationError = GetConversationErrors[keyof GetConversationErrors];

export type GetConversationResponses = {
    /**
     * Success.
     */
    200: Conversation;
};

export type GetConversationResponse = GetConversationResponses[keyof GetConversationResponses];

export type WriteMessageData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: MessageInput;
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
    };
    query?: never;
    url: '/v1/api/conversations/{conversationId}/messages';
};

export type WriteMessageErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `conversation_closed`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `opted_out`
     */
    403: NestedError;
    /**
     * `conversation_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type WriteMessageError = WriteMessageErrors[keyof WriteMessageErrors];

export type WriteMessageResponses = {
    /**
     * Success.
     */
    200: Message;
};

export type WriteMessageResponse = WriteMessageResponses[keyof WriteMessageResponses];

export type ApproveMessageData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body?: {
        /**
         * The text.
         */
        message?: string;
    };
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
        /**
         * A message of the conversation.
         */
        messageId: string;
    };
    query?: never;
    url: '/v1/api/conversations/{conversationId}/messages/{messageId}/approve';
};

export type ApproveMessageErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `message_settled`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `opted_out`
     */
    403: NestedError;
    /**
     * `conversation_not_found`, `message_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ApproveMessageError = ApproveMessageErrors[keyof ApproveMessageErrors];

export type ApproveMessageResponses = {
    /**
     * Success.
     */
    200: Message;
};

export type ApproveMessageResponse = ApproveMessageResponses[keyof ApproveMessageResponses];

export type RejectMessageData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body?: {
        /**
         * The reason.
         */
        reason?: string;
    };
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
        /**
         * A message of the conversation.
         */
        messageId: string;
    };
    query?: never;
    url: '/v1/api/conversations/{conversationId}/messages/{messageId}/reject';
};

export type RejectMessageErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `message_settled`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `conversation_not_found`, `message_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type RejectMessageError = RejectMessageErrors[keyof RejectMessageErrors];

export type RejectMessageResponses = {
    /**
     * Success.
     */
    200: Message;
};

export type RejectMessageResponse = RejectMessageResponses[keyof RejectMessageResponses];

export type ListSuppressionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * `sms`, `email`, or `auto`: chosen by the form of the address.
         */
        channel?: 'voice' | 'sms' | 'email';
        /**
         * A phone number with its country code, or an email address in any case.
         */
        address?: string;
        /**
         * Prefix of the address, such as `+1202` or `ada@`.
         */
        search?: string;
    };
    url: '/v1/api/suppressions';
};

export type ListSuppressionsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListSuppressionsError = ListSuppressionsErrors[keyof ListSuppressionsErrors];

export type ListSuppressionsResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The suppressions of this page.
             */
            suppressions: Array<Suppression>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListSuppressionsResponse = ListSuppressionsResponses[keyof ListSuppressionsResponses];

export type CreateSuppressionData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: SuppressionInput;
    path?: never;
    query?: never;
    url: '/v1/api/suppressions';
};

export type CreateSuppressionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `invalid_recipient`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateSuppressionError = CreateSuppressionErrors[keyof CreateSuppressionErrors];

export type CreateSuppressionResponses = {
    /**
     * Success.
     */
    200: AddedSuppressions;
};

export type CreateSuppressionResponse = CreateSuppressionResponses[keyof CreateSuppressionResponses];

export type ImportSuppressionsData = {
    /**
     * JSON is limited to 1 MiB, 100,000 values, 10,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: SuppressionImport;
    path?: never;
    query?: {
        /**
         * Only with a `text/csv` body. For rows without a channel.
         */
        channel?: 'voice' | 'sms' | 'email' | 'all';
        /**
         * Only with a `text/csv` body. For rows without a reason.
         */
        reason?: string;
        /**
         * Only with a `text/csv` body. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: string;
        /**
         * Only with a `text/csv` body. `refuse`: nothing is imported if any row is invalid. `skip`: invalid rows are skipped.
         */
        onInvalidRows?: 'refuse' | 'skip';
    };
    url: '/v1/api/suppressions/import';
};

export type ImportSuppressionsErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_form`, `csv_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `csv_malformed`, `csv_empty`, `csv_invalid_header`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`, `upload_limit_reached`, `storage_full`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ImportSuppressionsError = ImportSuppressionsErrors[keyof ImportSuppressionsErrors];

export type ImportSuppressionsResponses = {
    /**
     * Success.
     */
    200: ImportedSuppressions;
};

export type ImportSuppressionsResponse = ImportSuppressionsResponses[keyof ImportSuppressionsResponses];

export type DeleteSuppressionData = {
    body?: never;
    path: {
        /**
         * The suppression.
         */
        suppressionId: string;
    };
    query?: never;
    url: '/v1/api/suppressions/{suppressionId}';
};

export type DeleteSuppressionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `suppression_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type DeleteSuppressionError = DeleteSuppressionErrors[keyof DeleteSuppressionErrors];

export type DeleteSuppressionResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteSuppressionResponse = DeleteSuppressionResponses[keyof DeleteSuppressionResponses];

export type GetSuppressionData = {
    body?: never;
    path: {
        /**
         * The suppression.
         */
        suppressionId: string;
    };
    query?: never;
    url: '/v1/api/suppressions/{suppressionId}';
};

export type GetSuppressionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `suppression_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetSuppressionError = GetSuppressionErrors[keyof GetSuppressionErrors];

export type GetSuppressionResponses = {
    /**
     * Success.
     */
    200: Suppression;
};

export type GetSuppressionResponse = GetSuppressionResponses[keyof GetSuppressionResponses];

export type SearchNumbersData = {
    body?: never;
    path?: never;
    query: {
        /**
         * ISO 3166-1 alpha-2, such as US, CA, AU, GB.
         */
        country: string;
        /**
         * Required for every country but AU.
         */
        type?: 'local' | 'tollFree' | 'mobile';
        /**
         * Matches anywhere in the number including the country code: 2 to 16 digits or `*`, which matches any one digit.
         */
        contains?: string;
        /**
         * Only if `filters.supported` lists it. Three digits in countries of +1.
         */
        areaCode?: string;
        /**
         * Maximum count of numbers, 1 to 1000.
         */
        limit?: number;
    };
    url: '/v1/api/telephony/available-numbers';
};

export type SearchNumbersErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `workspace_required`, `invalid_query`, `invalid_country`, `unsupported_filter`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`, `number_source_failed`
     */
    500: NestedError;
};

export type SearchNumbersError = SearchNumbersErrors[keyof SearchNumbersErrors];

export type SearchNumbersResponses = {
    /**
     * Success.
     */
    200: AvailableNumbers;
};

export type SearchNumbersResponse = SearchNumbersResponses[keyof SearchNumbersResponses];

export type ListNumbersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The id of the agent.
         */
        agentId?: string;
        /**
         * The status.
         */
        status?: NumberStatus;
        /**
         * ISO 3166-1 alpha-2.
         */
        country?: string;
        /**
         * Matches anywhere in the number or its name.
         */
        search?: string;
    };
    url: '/v1/api/telephony/numbers';
};

export type ListNumbersErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListNumbersError = ListNumbersErrors[keyof ListNumbersErrors];

export type ListNumbersResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The numbers of this page.
             */
            numbers: Array<OwnedNumber>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListNumbersResponse = ListNumbersResponses[keyof ListNumbersResponses];

export type CreateNumberData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: NewOwnedNumber;
    path?: never;
    query?: never;
    url: '/v1/api/telephony/numbers';
};

export type CreateNumberErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `invalid_number`, `number_taken`, `number_not_available`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `number_not_assigned`
     */
    403: NestedError;
    /**
     * `agent_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`, `number_source_failed`
     */
    500: NestedError;
};

export type CreateNumberError = CreateNumberErrors[keyof CreateNumberErrors];

export type CreateNumberResponses = {
    /**
     * Success.
     */
    200: OwnedNumber;
};

export type CreateNumberResponse = CreateNumberResponses[keyof CreateNumberResponses];

export type DeleteNumberData = {
    body?: never;
    path: {
        /**
         * The owned number.
         */
        numberId: string;
    };
    query?: never;
    url: '/v1/api/telephony/numbers/{numberId}';
};

export type DeleteNumberErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `number_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type DeleteNumberError = DeleteNumberErrors[keyof DeleteNumberErrors];

export type DeleteNumberResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteNumberResponse = DeleteNumberResponses[keyof DeleteNumberResponses];

export type GetNumberData = {
    body?: never;
    path: {
        /**
         * The owned number.
         */
        numberId: string;
    };
    query?: never;
    url: '/v1/api/telephony/numbers/{numberId}';
};

export type GetNumberErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `number_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetNumberError = GetNumberErrors[keyof GetNumberErrors];

export type GetNumberResponses = {
    /**
     * Success.
     */
    200: OwnedNumber;
};

export type GetNumberResponse = GetNumberResponses[keyof GetNumberResponses];

export type UpdateNumberData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: OwnedNumberPatch;
    path: {
        /**
         * The owned number.
         */
        numberId: string;
    };
    query?: never;
    url: '/v1/api/telephony/numbers/{numberId}';
};

export type UpdateNumberErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `number_not_found`, `agent_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type UpdateNumberError = UpdateNumberErrors[keyof UpdateNumberErrors];

export type UpdateNumberResponses = {
    /**
     * Success.
     */
    200: OwnedNumber;
};

export type UpdateNumberResponse = UpdateNumberResponses[keyof UpdateNumberResponses];

export type GetAnswerRateData = {
    body?: never;
    path: {
        /**
         * The owned number.
         */
        numberId: string;
    };
    query?: {
        /**
         * Number of days up to and including today (UTC), 1 to 90.
         */
        days?: number;
    };
    url: '/v1/api/telephony/numbers/{numberId}/answer-rate';
};

export type GetAnswerRateErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `number_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetAnswerRateError = GetAnswerRateErrors[keyof GetAnswerRateErrors];

export type GetAnswerRateResponses = {
    /**
     * Success.
     */
    200: AnswerRate;
};

export type GetAnswerRateResponse = GetAnswerRateResponses[keyof GetAnswerRateResponses];

export type ListAnswerRatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Number of days up to and including today (UTC), 1 to 90.
         */
        days?: number;
        /**
         * Maximum count of numbers, 1 to 1000.
         */
        limit?: number;
    };
    url: '/v1/api/telephony/answer-rates';
};

export type ListAnswerRatesErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListAnswerRatesError = ListAnswerRatesErrors[keyof ListAnswerRatesErrors];

export type ListAnswerRatesResponses = {
    /**
     * Success.
     */
    200: AnswerRates;
};

export type ListAnswerRatesResponse = ListAnswerRatesResponses[keyof ListAnswerRatesResponses];

export type ListInventoryData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * ISO 3166-1 alpha-2.
         */
        country?: string;
        /**
         * The type.
         */
        type?: 'local' | 'tollFree' | 'mobile';
        /**
         * The status.
         */
        status?: InventoryStatus;
        /**
         * With its country code: `+12025550100`.
         */
        phoneNumber?: string;
    };
    url: '/v1/api/telephony/inventory';
};

export type ListInventoryErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListInventoryError = ListInventoryErrors[keyof ListInventoryErrors];

export type ListInventoryResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The numbers of this page.
             */
            numbers: Array<InventoryNumber>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListInventoryResponse = ListInventoryResponses[keyof ListInventoryResponses];

export type AddInventoryNumbersData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: NewInventoryNumbers;
    path?: never;
    query?: never;
    url: '/v1/api/telephony/inventory';
};

export type AddInventoryNumbersErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `number_not_assigned`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type AddInventoryNumbersError = AddInventoryNumbersErrors[keyof AddInventoryNumbersErrors];

export type AddInventoryNumbersResponses = {
    /**
     * Success.
     */
    200: AddedInventory;
};

export type AddInventoryNumbersResponse = AddInventoryNumbersResponses[keyof AddInventoryNumbersResponses];

export type ImportInventoryData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: InventoryImport;
    path?: never;
    query?: {
        /**
         * Only with a `text/csv` body. `refuse`: one invalid row rejects the file. `skip`: invalid rows are skipped and the others imported.
         */
        onInvalidRows?: 'refuse' | 'skip';
    };
    url: '/v1/api/telephony/inventory/import';
};

export type ImportInventoryErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_form`, `csv_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `number_not_assigned`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`, `upload_limit_reached`, `storage_full`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ImportInventoryError = ImportInventoryErrors[keyof ImportInventoryErrors];

export type ImportInventoryResponses = {
    /**
     * Success.
     */
    200: ImportedInventory;
};

export type ImportInventoryResponse = ImportInventoryResponses[keyof ImportInventoryResponses];

export type DeleteInventoryNumberData = {
    body?: never;
    path: {
        /**
         * The number in the inventory.
         */
        numberId: string;
    };
    query?: never;
    url: '/v1/api/telephony/inventory/{numberId}';
};

export type DeleteInventoryNumberErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `resource_in_use`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `number_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type DeleteInventoryNumberError = DeleteInventoryNumberErrors[keyof DeleteInventoryNumberErrors];

export type DeleteInventoryNumberResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteInventoryNumberResponse = DeleteInventoryNumberResponses[keyof DeleteInventoryNumberResponses];

export type ListKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * Matches anywhere in the name.
         */
        search?: string;
    };
    url: '/v1/api/keys';
};

export type ListKeysErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListKeysError = ListKeysErrors[keyof ListKeysErrors];

export type ListKeysResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The keys of this page.
             */
            keys: Array<Key>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListKeysResponse = ListKeysResponses[keyof ListKeysResponses];

export type CreateKeyData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: KeyInput;
    path?: never;
    query?: never;
    url: '/v1/api/keys';
};

export type CreateKeyErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateKeyError = CreateKeyErrors[keyof CreateKeyErrors];

export type CreateKeyResponses = {
    /**
     * Success.
     */
    200: NewKey;
};

export type CreateKeyResponse = CreateKeyResponses[keyof CreateKeyResponses];

export type RevokeKeyData = {
    body?: never;
    path: {
        /**
         * The id of the key, not the key itself.
         */
        keyId: string;
    };
    query?: never;
    url: '/v1/api/keys/{keyId}';
};

export type RevokeKeyErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `key_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type RevokeKeyError = RevokeKeyErrors[keyof RevokeKeyErrors];

export type RevokeKeyResponses = {
    /**
     * Success.
     */
    200: Key;
};

export type RevokeKeyResponse = RevokeKeyResponses[keyof RevokeKeyResponses];

export type GetKeyData = {
    body?: never;
    path: {
        /**
         * The id of the key, not the key itself.
         */
        keyId: string;
    };
    query?: never;
    url: '/v1/api/keys/{keyId}';
};

export type GetKeyErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `key_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetKeyError = GetKeyErrors[keyof GetKeyErrors];

export type GetKeyResponses = {
    /**
     * Success.
     */
    200: Key;
};

export type GetKeyResponse = GetKeyResponses[keyof GetKeyResponses];

export type RotateKeyData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body?: KeyRotation;
    path: {
        /**
         * The id of the key, not the key itself.
         */
        keyId: string;
    };
    query?: never;
    url: '/v1/api/keys/{keyId}/rotate';
};

export type RotateKeyErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `key_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type RotateKeyError = RotateKeyErrors[keyof RotateKeyErrors];

export type RotateKeyResponses = {
    /**
     * Success.
     */
    200: NewKey;
};

export type RotateKeyResponse = RotateKeyResponses[keyof RotateKeyResponses];

export type ListWorkspacesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * Matches anywhere in the name.
         */
        search?: string;
    };
    url: '/v1/api/workspaces';
};

export type ListWorkspacesErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListWorkspacesError = ListWorkspacesErrors[keyof ListWorkspacesErrors];

export type ListWorkspacesResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The workspaces of this page.
             */
            workspaces: Array<Workspace>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListWorkspacesResponse = ListWorkspacesResponses[keyof ListWorkspacesResponses];

export type CreateWorkspaceData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: WorkspaceInput;
    path?: never;
    query?: never;
    url: '/v1/api/workspaces';
};

export type CreateWorkspaceErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `operator_only`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateWorkspaceError = CreateWorkspaceErrors[keyof CreateWorkspaceErrors];

export type CreateWorkspaceResponses = {
    /**
     * Success.
     */
    200: Workspace;
};

export type CreateWorkspaceResponse = CreateWorkspaceResponses[keyof CreateWorkspaceResponses];

export type GetWorkspaceData = {
    body?: never;
    path: {
        /**
         * The id of the workspace.
         */
        workspaceId: string;
    };
    query?: never;
    url: '/v1/api/workspaces/{workspaceId}';
};

export type GetWorkspaceErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `workspace_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetWorkspaceError = GetWorkspaceErrors[keyof GetWorkspaceErrors];

export type GetWorkspaceResponses = {
    /**
     * Success.
     */
    200: Workspace;
};

export type GetWorkspaceResponse = GetWorkspaceResponses[keyof GetWorkspaceResponses];

export type UpdateWorkspaceData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: WorkspacePatch;
    path: {
        /**
         * The id of the workspace.
         */
        workspaceId: string;
    };
    query?: never;
    url: '/v1/api/workspaces/{workspaceId}';
};

export type UpdateWorkspaceErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`, `operator_only`
     */
    403: NestedError;
    /**
     * `workspace_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type UpdateWorkspaceError = UpdateWorkspaceErrors[keyof UpdateWorkspaceErrors];

export type UpdateWorkspaceResponses = {
    /**
     * Success.
     */
    200: Workspace;
};

export type UpdateWorkspaceResponse = UpdateWorkspaceResponses[keyof UpdateWorkspaceResponses];

export type ListAuditLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The action when voicemail answers: `hangup` ends the call, `leave_message` speaks `message` after the beep, `continue` runs the flow.
         */
        action?: string;
        /**
         * `key`, `user`, or `system` for Parley itself.
         */
        actorType?: 'key' | 'user' | 'system';
        /**
         * The id of the key or user.
         */
        actorId?: string;
        /**
         * The id of the changed resource.
         */
        subjectId?: string;
    };
    url: '/v1/api/audit-log';
};

export type ListAuditLogErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListAuditLogError = ListAuditLogErrors[keyof ListAuditLogErrors];

export type ListAuditLogResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The entries of this page.
             */
            entries: Array<AuditEntry>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListAuditLogResponse = ListAuditLogResponses[keyof ListAuditLogResponses];

export type ListUsersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The page number, from 1. Cannot be combined with `cursor`.
         */
        page?: number;
        /**
         * Records per page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the previous page. Cannot be combined with `page`.
         */
        cursor?: string;
        /**
         * Created at this instant or later.
         */
        createdAtFrom?: string;
        /**
         * Created at this instant or earlier.
         */
        createdAtTo?: string;
        /**
         * The speaker: `agent` or `customer`.
         */
        role?: 'owner' | 'admin' | 'operator' | 'viewer';
        /**
         * The status.
         */
        status?: UserStatus;
        /**
         * Matches anywhere in the name or the email address.
         */
        search?: string;
    };
    url: '/v1/api/users';
};

export type ListUsersErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ListUsersError = ListUsersErrors[keyof ListUsersErrors];

export type ListUsersResponses = {
    /**
     * Success.
     */
    200: {
        /**
         * The result.
         */
        data: {
            /**
             * The users of this page.
             */
            users: Array<User>;
            /**
             * The number of matching records on all pages.
             */
            total: number;
            /**
             * The page number, from 1.
             */
            page: number;
            /**
             * The number of records per page.
             */
            limit: number;
            /**
             * The number of pages.
             */
            totalPages: number;
            /**
             * Null on the last page.
             */
            nextCursor: string | null;
        };
    };
};

export type ListUsersResponse = ListUsersResponses[keyof ListUsersResponses];

export type CreateUserData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: UserInput;
    path?: never;
    query?: never;
    url: '/v1/api/users';
};

export type CreateUserErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`, `email_taken`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type CreateUserError = CreateUserErrors[keyof CreateUserErrors];

export type CreateUserResponses = {
    /**
     * Success.
     */
    200: InvitedUser;
};

export type CreateUserResponse = CreateUserResponses[keyof CreateUserResponses];

export type DeleteUserData = {
    body?: never;
    path: {
        /**
         * The id of the user.
         */
        userId: string;
    };
    query?: never;
    url: '/v1/api/users/{userId}';
};

export type DeleteUserErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `last_owner`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `user_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type DeleteUserError = DeleteUserErrors[keyof DeleteUserErrors];

export type DeleteUserResponses = {
    /**
     * Success.
     */
    200: Deleted;
};

export type DeleteUserResponse = DeleteUserResponses[keyof DeleteUserResponses];

export type GetUserData = {
    body?: never;
    path: {
        /**
         * The id of the user.
         */
        userId: string;
    };
    query?: never;
    url: '/v1/api/users/{userId}';
};

export type GetUserErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `user_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetUserError = GetUserErrors[keyof GetUserErrors];

export type GetUserResponses = {
    /**
     * Success.
     */
    200: User;
};

export type GetUserResponse = GetUserResponses[keyof GetUserResponses];

export type UpdateUserData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: UserPatch;
    path: {
        /**
         * The id of the user.
         */
        userId: string;
    };
    query?: never;
    url: '/v1/api/users/{userId}';
};

export type UpdateUserErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `last_owner`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `user_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type UpdateUserError = UpdateUserErrors[keyof UpdateUserErrors];

export type UpdateUserResponses = {
    /**
     * Success.
     */
    200: User;
};

export type UpdateUserResponse = UpdateUserResponses[keyof UpdateUserResponses];

export type InviteUserData = {
    body?: never;
    path: {
        /**
         * The id of the user.
         */
        userId: string;
    };
    query?: never;
    url: '/v1/api/users/{userId}/invitation';
};

export type InviteUserErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `insufficient_scope`
     */
    403: NestedError;
    /**
     * `user_not_found`
     */
    404: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type InviteUserError = InviteUserErrors[keyof InviteUserErrors];

export type InviteUserResponses = {
    /**
     * Success.
     */
    200: InvitedUser;
};

export type InviteUserResponse = InviteUserResponses[keyof InviteUserResponses];

export type SignOutEverywhereData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/api/sessions';
};

export type SignOutEverywhereErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `session_required`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type SignOutEverywhereError = SignOutEverywhereErrors[keyof SignOutEverywhereErrors];

export type SignOutEverywhereResponses = {
    /**
     * Success.
     */
    200: SignedOut;
};

export type SignOutEverywhereResponse = SignOutEverywhereResponses[keyof SignOutEverywhereResponses];

export type SignInData = {
    /**
     * JSON is limited to 4 KiB, 100 values. Objects, arrays and their members count as values.
     */
    body: Credentials;
    path?: never;
    query?: never;
    url: '/v1/api/sessions';
};

export type SignInErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `invalid_credentials`
     */
    401: NestedError;
    /**
     * `cross_site_request`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type SignInError = SignInErrors[keyof SignInErrors];

export type SignInResponses = {
    /**
     * Success.
     */
    200: Session;
};

export type SignInResponse = SignInResponses[keyof SignInResponses];

export type SignOutData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/api/sessions/current';
};

export type SignOutErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `session_required`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type SignOutError = SignOutErrors[keyof SignOutErrors];

export type SignOutResponses = {
    /**
     * Success.
     */
    200: SignedOut;
};

export type SignOutResponse = SignOutResponses[keyof SignOutResponses];

export type GetSessionData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/v1/api/sessions/current';
};

export type GetSessionErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_query`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `session_required`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type GetSessionError = GetSessionErrors[keyof GetSessionErrors];

export type GetSessionResponses = {
    /**
     * Success.
     */
    200: Session;
};

export type GetSessionResponse = GetSessionResponses[keyof GetSessionResponses];

export type ChangePasswordData = {
    /**
     * JSON is limited to 1 MiB, 20,000 values, 2,000 entries in one list. Objects, arrays and their members count as values.
     */
    body: PasswordChange;
    path?: never;
    query?: never;
    url: '/v1/api/sessions/current/password';
};

export type ChangePasswordErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `idempotency_in_progress`, `idempotency_key_reused`, `invalid_idempotency_key`
     */
    400: NestedError;
    /**
     * `missing_api_key`, `invalid_api_key`, `api_key_expired`, `api_key_revoked`, `session_expired`, `invalid_credentials`
     */
    401: NestedError;
    /**
     * `cross_site_request`, `ip_not_allowed`, `workspace_forbidden`, `session_required`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type ChangePasswordError = ChangePasswordErrors[keyof ChangePasswordErrors];

export type ChangePasswordResponses = {
    /**
     * Success.
     */
    200: Session;
};

export type ChangePasswordResponse = ChangePasswordResponses[keyof ChangePasswordResponses];

export type AcceptInvitationData = {
    /**
     * JSON is limited to 4 KiB, 100 values. Objects, arrays and their members count as values.
     */
    body: AcceptedInvitation;
    path?: never;
    query?: never;
    url: '/v1/api/invitations/accept';
};

export type AcceptInvitationErrors = {
    /**
     * `invalid_http`, `unsupported_media_type`, `invalid_request`, `invalid_json`, `body_too_large`, `invalid_query`, `invalid_invitation`
     */
    400: NestedError;
    /**
     * `cross_site_request`
     */
    403: NestedError;
    /**
     * `rate_limited`, `overloaded`
     */
    429: NestedError;
    /**
     * `internal_error`
     */
    500: NestedError;
};

export type AcceptInvitationError = AcceptInvitationErrors[keyof AcceptInvitationErrors];

export type AcceptInvitationResponses = {
    /**
     * Success.
     */
    200: Session;
};

export type AcceptInvitationResponse = AcceptInvitationResponses[keyof AcceptInvitationResponses];

export type OnCallRingingWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.ringing';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
    };
};

export type OnCallRingingWebhookRequest = {
    body: OnCallRingingWebhookPayload;
    key: 'call.ringing';
    path?: never;
    query?: never;
};

export type OnCallAnsweredWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.answered';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
    };
};

export type OnCallAnsweredWebhookRequest = {
    body: OnCallAnsweredWebhookPayload;
    key: 'call.answered';
    path?: never;
    query?: never;
};

export type OnCallStartedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.started';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
    };
};

export type OnCallStartedWebhookRequest = {
    body: OnCallStartedWebhookPayload;
    key: 'call.started';
    path?: never;
    query?: never;
};

export type OnCallTransferredWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.transferred';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
        destination: string;
    };
};

export type OnCallTransferredWebhookRequest = {
    body: OnCallTransferredWebhookPayload;
    key: 'call.transferred';
    path?: never;
    query?: never;
};

export type OnCallCompletedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.completed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
        duration: number;
        endReason: string;
        fault: string;
        disposition: string;
    };
};

export type OnCallCompletedWebhookRequest = {
    body: OnCallCompletedWebhookPayload;
    key: 'call.completed';
    path?: never;
    query?: never;
};

export type OnCallFailedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.failed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
        duration: number;
        endReason: string;
        fault: string;
        disposition: string;
    };
};

export type OnCallFailedWebhookRequest = {
    body: OnCallFailedWebhookPayload;
    key: 'call.failed';
    path?: never;
    query?: never;
};

export type OnCallAnalyzedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'call.analyzed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
        analysis: {
            [key: string]: unknown;
        };
    };
};

export type OnCallAnalyzedWebhookRequest = {
    body: OnCallAnalyzedWebhookPayload;
    key: 'call.analyzed';
    path?: never;
    query?: never;
};

export type OnRecordingReadyWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'recording.ready';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        callId: string;
        agentId: string;
        status: string;
        direction: string;
        fromNumber: string;
        toNumber: string;
        batchId: string | null;
        jobId: string | null;
        sequence: number;
        durationMs: number;
    };
};

export type OnRecordingReadyWebhookRequest = {
    body: OnRecordingReadyWebhookPayload;
    key: 'recording.ready';
    path?: never;
    query?: never;
};

export type OnSmsSentWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'sms.sent';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
    };
};

export type OnSmsSentWebhookRequest = {
    body: OnSmsSentWebhookPayload;
    key: 'sms.sent';
    path?: never;
    query?: never;
};

export type OnSmsDeliveredWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'sms.delivered';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
    };
};

export type OnSmsDeliveredWebhookRequest = {
    body: OnSmsDeliveredWebhookPayload;
    key: 'sms.delivered';
    path?: never;
    query?: never;
};

export type OnSmsFailedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'sms.failed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
    };
};

export type OnSmsFailedWebhookRequest = {
    body: OnSmsFailedWebhookPayload;
    key: 'sms.failed';
    path?: never;
    query?: never;
};

export type OnSmsReceivedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'sms.received';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
        from: string;
        message: string;
    };
};

export type OnSmsReceivedWebhookRequest = {
    body: OnSmsReceivedWebhookPayload;
    key: 'sms.received';
    path?: never;
    query?: never;
};

export type OnEmailSentWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'email.sent';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
    };
};

export type OnEmailSentWebhookRequest = {
    body: OnEmailSentWebhookPayload;
    key: 'email.sent';
    path?: never;
    query?: never;
};

export type OnEmailFailedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'email.failed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
    };
};

export type OnEmailFailedWebhookRequest = {
    body: OnEmailFailedWebhookPayload;
    key: 'email.failed';
    path?: never;
    query?: never;
};

export type OnEmailReceivedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'email.received';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
        from: string;
        message: string;
    };
};

export type OnEmailReceivedWebhookRequest = {
    body: OnEmailReceivedWebhookPayload;
    key: 'email.received';
    path?: never;
    query?: never;
};

export type OnMessageApprovalRequiredWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'message.approval_required';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        messageId: string;
        flowId: string;
        to: string;
        status: string;
        sequence: number;
        agentId: string;
        channel: string;
        message: string;
    };
};

export type OnMessageApprovalRequiredWebhookRequest = {
    body: OnMessageApprovalRequiredWebhookPayload;
    key: 'message.approval_required';
    path?: never;
    query?: never;
};

export type OnConversationOptedOutWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'conversation.opted_out';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        conversationId: string;
        flowId: string;
        agentId: string;
        channel: string;
        address: string;
        sequence: number;
    };
};

export type OnConversationOptedOutWebhookRequest = {
    body: OnConversationOptedOutWebhookPayload;
    key: 'conversation.opted_out';
    path?: never;
    query?: never;
};

export type OnDispositionCreatedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'disposition.created';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        dispositionId: string;
        disposition: string;
        status: string;
        scheduledAt: string;
        callId: string;
        agentId: string;
        phoneNumber: string;
        sequence: number;
    };
};

export type OnDispositionCreatedWebhookRequest = {
    body: OnDispositionCreatedWebhookPayload;
    key: 'disposition.created';
    path?: never;
    query?: never;
};

export type OnDispositionDueWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'disposition.due';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        dispositionId: string;
        disposition: string;
        status: string;
        scheduledAt: string;
        callId: string;
        agentId: string;
        phoneNumber: string;
        sequence: number;
        followUpCallId: string;
    };
};

export type OnDispositionDueWebhookRequest = {
    body: OnDispositionDueWebhookPayload;
    key: 'disposition.due';
    path?: never;
    query?: never;
};

export type OnBatchStartedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'batch.started';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        batchId: string;
        agentId: string;
        total: number;
        pending: number;
        dialing: number;
        inProgress: number;
        completed: number;
        failed: number;
        skipped: number;
        cancelled: number;
        connected: number;
        sequence: number;
    };
};

export type OnBatchStartedWebhookRequest = {
    body: OnBatchStartedWebhookPayload;
    key: 'batch.started';
    path?: never;
    query?: never;
};

export type OnBatchCompletedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'batch.completed';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        batchId: string;
        agentId: string;
        total: number;
        pending: number;
        dialing: number;
        inProgress: number;
        completed: number;
        failed: number;
        skipped: number;
        cancelled: number;
        connected: number;
        sequence: number;
    };
};

export type OnBatchCompletedWebhookRequest = {
    body: OnBatchCompletedWebhookPayload;
    key: 'batch.completed';
    path?: never;
    query?: never;
};

export type OnBatchCancelledWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'batch.cancelled';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        batchId: string;
        agentId: string;
        total: number;
        pending: number;
        dialing: number;
        inProgress: number;
        completed: number;
        failed: number;
        skipped: number;
        cancelled: number;
        connected: number;
        sequence: number;
    };
};

export type OnBatchCancelledWebhookRequest = {
    body: OnBatchCancelledWebhookPayload;
    key: 'batch.cancelled';
    path?: never;
    query?: never;
};

export type OnNumberAcquiredWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'number.acquired';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        numberId: string;
        phoneNumber: string;
        sequence: number;
    };
};

export type OnNumberAcquiredWebhookRequest = {
    body: OnNumberAcquiredWebhookPayload;
    key: 'number.acquired';
    path?: never;
    query?: never;
};

export type OnAgentCreatedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'agent.created';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        agentId: string;
        name: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnAgentCreatedWebhookRequest = {
    body: OnAgentCreatedWebhookPayload;
    key: 'agent.created';
    path?: never;
    query?: never;
};

export type OnAgentUpdatedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'agent.updated';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        agentId: string;
        name: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnAgentUpdatedWebhookRequest = {
    body: OnAgentUpdatedWebhookPayload;
    key: 'agent.updated';
    path?: never;
    query?: never;
};

export type OnAgentDeletedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'agent.deleted';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        agentId: string;
        name: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnAgentDeletedWebhookRequest = {
    body: OnAgentDeletedWebhookPayload;
    key: 'agent.deleted';
    path?: never;
    query?: never;
};

export type OnFlowCreatedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'flow.created';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        flowId: string;
        name: string;
        type: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnFlowCreatedWebhookRequest = {
    body: OnFlowCreatedWebhookPayload;
    key: 'flow.created';
    path?: never;
    query?: never;
};

export type OnFlowUpdatedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'flow.updated';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        flowId: string;
        name: string;
        type: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnFlowUpdatedWebhookRequest = {
    body: OnFlowUpdatedWebhookPayload;
    key: 'flow.updated';
    path?: never;
    query?: never;
};

export type OnFlowDeletedWebhookPayload = {
    /**
     * The id of the event, `evt_…`.
     */
    id: string;
    /**
     * The event type.
     */
    event: 'flow.deleted';
    /**
     * The time of the event.
     */
    createdAt: string;
    /**
     * The workspace of the event.
     */
    workspaceId: string;
    /**
     * The resource. `sequence` orders the events of one resource.
     */
    data: {
        flowId: string;
        name: string;
        type: string;
        status: string;
        version: number;
        sequence: number;
    };
};

export type OnFlowDeletedWebhookRequest = {
    body: OnFlowDeletedWebhookPayload;
    key: 'flow.deleted';
    path?: never;
    query?: never;
};
