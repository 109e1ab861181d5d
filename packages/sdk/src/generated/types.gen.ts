// @ts-nocheck -- made by packages/sdk-generator

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type Webhooks = OnCallRingingWebhookRequest | OnCallAnsweredWebhookRequest | OnCallStartedWebhookRequest | OnCallTransferredWebhookRequest | OnCallCompletedWebhookRequest | OnCallFailedWebhookRequest | OnCallAnalyzedWebhookRequest | OnRecordingReadyWebhookRequest | OnSmsSentWebhookRequest | OnSmsDeliveredWebhookRequest | OnSmsFailedWebhookRequest | OnSmsReceivedWebhookRequest | OnEmailSentWebhookRequest | OnEmailFailedWebhookRequest | OnEmailReceivedWebhookRequest | OnMessageApprovalRequiredWebhookRequest | OnConversationOptedOutWebhookRequest | OnDispositionCreatedWebhookRequest | OnDispositionDueWebhookRequest | OnBatchStartedWebhookRequest | OnBatchCompletedWebhookRequest | OnBatchCancelledWebhookRequest | OnNumberAcquiredWebhookRequest | OnAgentCreatedWebhookRequest | OnAgentUpdatedWebhookRequest | OnAgentDeletedWebhookRequest | OnFlowCreatedWebhookRequest | OnFlowUpdatedWebhookRequest | OnFlowDeletedWebhookRequest;

export type AcceptedInvitation = {
    /**
     * As the owner was shown it.
     */
    invitation: string;
    /**
     * A new password of 12 to 200 characters, of whatever kind.
     */
    password: string;
    /**
     * Its name, for people.
     */
    name?: string;
};

export type ActiveCall = {
    /**
     * Its id.
     */
    id: string;
    /**
     * Names the media session of the call.
     */
    roomName: string;
    /**
     * Their number, E.164.
     */
    customerPhone: string;
    /**
     * Where it is known.
     */
    customerName?: string;
    /**
     * The name of the agent that talks.
     */
    aiAgentName: string;
    /**
     * Seconds until now.
     */
    duration: number;
    /**
     * How the customer sounds, by their words.
     */
    sentiment: 'positive' | 'neutral' | 'negative';
    /**
     * Always `active`.
     */
    status: 'active';
    /**
     * What was said last.
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
     * Who is in the call.
     */
    participants: Array<{
        /**
         * Who it is.
         */
        identity: string;
        /**
         * Whether it is the agent.
         */
        isAgent: boolean;
        /**
         * When they came.
         */
        joinedAt: string;
    }>;
};

export type ActiveCallDetail = {
    /**
     * Its id.
     */
    id: string;
    /**
     * Names the media session of the call.
     */
    roomName: string;
    /**
     * Their number, E.164.
     */
    customerPhone: string;
    /**
     * Where it is known.
     */
    customerName?: string;
    /**
     * The name of the agent that talks.
     */
    aiAgentName: string;
    /**
     * Seconds until now.
     */
    duration: number;
    /**
     * How the customer sounds, by their words.
     */
    sentiment: 'positive' | 'neutral' | 'negative';
    /**
     * What was said, in order.
     */
    transcript: Array<{
        /**
         * Who spoke.
         */
        role: 'agent' | 'customer';
        /**
         * What was said, as far as it was heard.
         */
        content: string;
    }>;
    /**
     * Who is in the call.
     */
    participants: Array<{
        /**
         * Who it is.
         */
        identity: string;
        /**
         * Whether it is the agent.
         */
        isAgent: boolean;
        /**
         * When they came.
         */
        joinedAt: string;
        /**
         * Your own data, given back as it came; at most 16 KiB.
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
     * Numbers that were there already.
     */
    updated: number;
};

export type AddedSuppressions = {
    /**
     * How many of them are new. Of the others the first reason stands.
     */
    added: number;
    /**
     * One for each channel.
     */
    suppressions: Array<Suppression>;
};

export type Agent = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * `voice` for calls, `messaging` for SMS and email.
     */
    type: 'voice' | 'messaging';
    /**
     * For people; it changes nothing.
     */
    description: string;
    /**
     * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
     */
    model: string;
    /**
     * How the language model is asked.
     */
    modelSettings: {
        /**
         * How freely the model chooses its words.
         */
        temperature: number;
        /**
         * Longest answer of the model.
         */
        maxTokens: number;
        /**
         * Models to use in this order where the first one fails or is slow.
         */
        fallbackModels: Array<string>;
        /**
         * Longest wait for an answer.
         */
        timeoutMs: number;
    };
    /**
     * How it sounds.
     */
    voice: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId: string;
        /**
         * 1 is the voice’s own.
         */
        speed: number;
        /**
         * 1 is the voice’s own.
         */
        volume: number;
        /**
         * Voices to use in this order where the first one fails.
         */
        fallback: Array<{
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The recogniser.
     */
    transcriber: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider: string;
        /**
         * Null: the provider’s own default.
         */
        model: string | null;
        /**
         * BCP 47, what the recogniser listens to; null: the agent’s.
         */
        language: string | null;
        /**
         * Words that the recogniser should expect.
         */
        keyterms: Array<string>;
    };
    /**
     * The system prompt, at most 50,000 characters.
     */
    personality: string;
    /**
     * Said first, at most 2,000 characters.
     */
    firstMessage: string;
    /**
     * Who begins: the agent with `firstMessage`, the model with words of its own, or the customer.
     */
    firstMessageMode: 'agent' | 'agent-generated' | 'user';
    /**
     * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
     */
    language: string;
    /**
     * An IANA time zone; null: the workspace’s.
     */
    timezone: string;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * When the customer’s turn is over.
     */
    turn: {
        /**
         * How the end of a turn is found: by what was said, or by silence alone.
         */
        endpointing: 'semantic' | 'silence';
        /**
         * The shortest silence that may end a turn.
         */
        minSilenceMs: number;
        /**
         * After so long a silence the turn is over in any case.
         */
        maxSilenceMs: number;
    };
    /**
     * When the customer’s speech stops the agent’s.
     */
    interruption: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Speech shorter than this interrupts nothing.
         */
        minSpeechMs: number;
        /**
         * Fewer words than this interrupt nothing.
         */
        minWords: number;
        /**
         * Words that interrupt nothing.
         */
        ignorePhrases: Array<string>;
        /**
         * Whether the first message may be interrupted.
         */
        firstMessage: boolean;
    };
    /**
     * What to do when a machine answers.
     */
    voicemail: {
        /**
         * Who finds out that a machine has answered: nobody, a model, or the carrier.
         */
        detection: 'off' | 'model' | 'carrier';
        /**
         * What to do at a voicemail: hang up, leave `message`, or talk on.
         */
        action: 'hangup' | 'leave_message' | 'continue';
        /**
         * What is said or written.
         */
        message: string;
    };
    /**
     * Bounds.
     */
    limits: {
        /**
         * The call ends after so many seconds.
         */
        maxDurationSeconds: number;
        /**
         * How long the phone may ring.
         */
        ringTimeoutSeconds: number;
        /**
         * After so many seconds of silence the agent asks whether somebody is there.
         */
        silenceReminderSeconds: number;
        /**
         * How often the agent asks whether somebody is there.
         */
        maxReminders: number;
        /**
         * The call ends after so many seconds in which nobody spoke.
         */
        endAfterSilenceSeconds: number;
    };
    /**
     * Whether and how calls are recorded.
     */
    recording: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Whether the call begins by asking: `stay_on_line` tells, `verbal` waits for a yes.
         */
        consent: 'none' | 'stay_on_line' | 'verbal';
        /**
         * What is told or asked.
         */
        consentMessage: string;
    };
    /**
     * HTTP requests that the model may make.
     */
    tools: Array<{
        /**
         * What the model calls it by.
         */
        name: string;
        /**
         * Tells the model when to use it.
         */
        description: string;
        /**
         * JSON Schema of the arguments.
         */
        parameters: {
            [key: string]: JsonValue;
        };
        /**
         * The address.
         */
        url: string;
        /**
         * The method of the request.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * Headers of the request, by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * Longest wait for an answer.
         */
        timeoutMs: number;
    }>;
    /**
     * What is to be found out from a call when it has ended.
     */
    analysis: {
        /**
         * A summary; asked for by true.
         */
        summary: boolean;
        /**
         * What makes a call a success, for the model that judges it.
         */
        successCriteria: string;
        /**
         * What is to be found out.
         */
        fields: Array<{
            /**
             * The variable that it fills.
             */
            name: string;
            /**
             * What kind it is.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Tells what to look for.
             */
            description: string;
            /**
             * The values that it may have.
             */
            choices: Array<string>;
        }>;
    };
    /**
     * The owned number that it calls from and answers; null: none.
     */
    phoneNumber: string | null;
    /**
     * The flow.
     */
    flowId: string | null;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'sms' | 'email' | 'auto';
    /**
     * Put below every message.
     */
    signature: string;
    /**
     * Longest message in characters; null: what the channel takes.
     */
    maxLength: number | null;
    /**
     * Only an active agent calls and answers.
     */
    status: 'active' | 'inactive';
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type AgentInput = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * `voice` for calls, `messaging` for SMS and email.
     */
    type?: 'voice' | 'messaging';
    /**
     * For people; it changes nothing.
     */
    description?: string;
    /**
     * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
     */
    model?: string;
    /**
     * How the language model is asked.
     */
    modelSettings?: {
        /**
         * How freely the model chooses its words.
         */
        temperature?: number;
        /**
         * Longest answer of the model.
         */
        maxTokens?: number;
        /**
         * Models to use in this order where the first one fails or is slow.
         */
        fallbackModels?: Array<string>;
        /**
         * Longest wait for an answer.
         */
        timeoutMs?: number;
    };
    /**
     * How it sounds.
     */
    voice?: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider?: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId?: string;
        /**
         * 1 is the voice’s own.
         */
        speed?: number;
        /**
         * 1 is the voice’s own.
         */
        volume?: number;
        /**
         * Voices to use in this order where the first one fails.
         */
        fallback?: Array<{
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The recogniser.
     */
    transcriber?: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider?: string;
        /**
         * Null: the provider’s own default.
         */
        model?: string | null;
        /**
         * BCP 47, what the recogniser listens to; null: the agent’s.
         */
        language?: string | null;
        /**
         * Words that the recogniser should expect.
         */
        keyterms?: Array<string>;
    };
    /**
     * The system prompt, at most 50,000 characters.
     */
    personality?: string;
    /**
     * Said first, at most 2,000 characters.
     */
    firstMessage?: string;
    /**
     * Who begins: the agent with `firstMessage`, the model with words of its own, or the customer.
     */
    firstMessageMode?: 'agent' | 'agent-generated' | 'user';
    /**
     * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
     */
    language?: string;
    /**
     * An IANA time zone; null: the workspace’s.
     */
    timezone?: string | null;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * When the customer’s turn is over.
     */
    turn?: {
        /**
         * How the end of a turn is found: by what was said, or by silence alone.
         */
        endpointing?: 'semantic' | 'silence';
        /**
         * The shortest silence that may end a turn.
         */
        minSilenceMs?: number;
        /**
         * After so long a silence the turn is over in any case.
         */
        maxSilenceMs?: number;
    };
    /**
     * When the customer’s speech stops the agent’s.
     */
    interruption?: {
        /**
         * Whether it is on.
         */
        enabled?: boolean;
        /**
         * Speech shorter than this interrupts nothing.
         */
        minSpeechMs?: number;
        /**
         * Fewer words than this interrupt nothing.
         */
        minWords?: number;
        /**
         * Words that interrupt nothing.
         */
        ignorePhrases?: Array<string>;
        /**
         * Whether the first message may be interrupted.
         */
        firstMessage?: boolean;
    };
    /**
     * What to do when a machine answers.
     */
    voicemail?: {
        /**
         * Who finds out that a machine has answered: nobody, a model, or the carrier.
         */
        detection?: 'off' | 'model' | 'carrier';
        /**
         * What to do at a voicemail: hang up, leave `message`, or talk on.
         */
        action?: 'hangup' | 'leave_message' | 'continue';
        /**
         * What is said or written.
         */
        message?: string;
    };
    /**
     * Bounds.
     */
    limits?: {
        /**
         * The call ends after so many seconds.
         */
        maxDurationSeconds?: number;
        /**
         * How long the phone may ring.
         */
        ringTimeoutSeconds?: number;
        /**
         * After so many seconds of silence the agent asks whether somebody is there.
         */
        silenceReminderSeconds?: number;
        /**
         * How often the agent asks whether somebody is there.
         */
        maxReminders?: number;
        /**
         * The call ends after so many seconds in which nobody spoke.
         */
        endAfterSilenceSeconds?: number;
    };
    /**
     * Whether and how calls are recorded.
     */
    recording?: {
        /**
         * Whether it is on.
         */
        enabled?: boolean;
        /**
         * Whether the call begins by asking: `stay_on_line` tells, `verbal` waits for a yes.
         */
        consent?: 'none' | 'stay_on_line' | 'verbal';
        /**
         * What is told or asked.
         */
        consentMessage?: string;
    };
    /**
     * HTTP requests that the model may make.
     */
    tools?: Array<{
        /**
         * What the model calls it by.
         */
        name: string;
        /**
         * Tells the model when to use it.
         */
        description: string;
        /**
         * JSON Schema of the arguments.
         */
        parameters?: {
            [key: string]: JsonValue;
        };
        /**
         * The address.
         */
        url: string;
        /**
         * The method of the request.
         */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * Headers of the request, by name.
         */
        headers?: {
            [key: string]: string;
        };
        /**
         * Longest wait for an answer.
         */
        timeoutMs?: number;
    }>;
    /**
     * What is to be found out from a call when it has ended.
     */
    analysis?: {
        /**
         * A summary; asked for by true.
         */
        summary?: boolean;
        /**
         * What makes a call a success, for the model that judges it.
         */
        successCriteria?: string;
        /**
         * What is to be found out.
         */
        fields?: Array<{
            /**
             * The variable that it fills.
             */
            name: string;
            /**
             * What kind it is.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Tells what to look for.
             */
            description?: string;
            /**
             * The values that it may have.
             */
            choices?: Array<string>;
        }>;
    };
    /**
     * The owned number that it calls from and answers; null: none.
     */
    phoneNumber?: string | null;
    /**
     * The flow.
     */
    flowId?: string | null;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel?: 'sms' | 'email' | 'auto';
    /**
     * Put below every message.
     */
    signature?: string;
    /**
     * Longest message in characters; null: what the channel takes.
     */
    maxLength?: number | null;
    /**
     * Only an active agent calls and answers.
     */
    status?: 'active' | 'inactive';
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type AnswerRate = {
    /**
     * The number.
     */
    numberId: string;
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * The first day, by the clocks of UTC.
     */
    firstDay: string;
    /**
     * Today, by the clocks of UTC.
     */
    lastDay: string;
    /**
     * Calls that the carrier was asked for and that were not called off.
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
     * `answered` of `calls`, to three places; null without calls.
     */
    answerRate: number | null;
    /**
     * Every day, also those without calls.
     */
    days: Array<{
        /**
         * The day, by the clocks of UTC.
         */
        date: string;
        /**
         * Calls that the carrier was asked for and that were not called off.
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
         * `answered` of `calls`, to three places; null without calls.
         */
        answerRate: number | null;
    }>;
};

export type AnswerRates = {
    /**
     * The first day, by the clocks of UTC.
     */
    firstDay: string;
    /**
     * Today, by the clocks of UTC.
     */
    lastDay: string;
    /**
     * Numbers that were called from.
     */
    total: number;
    /**
     * The numbers of this page.
     */
    numbers: Array<{
        /**
         * Null: not a number of the workspace any more.
         */
        numberId: string | null;
        /**
         * E.164.
         */
        phoneNumber: string;
        /**
         * Calls that the carrier was asked for and that were not called off.
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
         * `answered` of `calls`, to three places; null without calls.
         */
        answerRate: number | null;
    }>;
};

export type AuditEntry = {
    /**
     * Its id.
     */
    id: string;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * What did it.
     */
    actorType: 'key' | 'user' | 'system';
    /**
     * The key or user that did it.
     */
    actorId: string | null;
    /**
     * The operation, by its `operationId`; also `signIn` and `signInRefused`.
     */
    action: string;
    /**
     * What it was done to.
     */
    subjectId: string | null;
    /**
     * Such as `before` and `after` of what was changed.
     */
    details: {
        [key: string]: unknown;
    };
    /**
     * Where it came from.
     */
    ip: string | null;
    /**
     * The `x-request-id` of the answer; quote it when you report a fault.
     */
    requestId: string | null;
};

export type AvailableNumber = {
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * For people.
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
     * Whom it is bought from; to be sent when it is acquired. Absent in the own inventory.
     */
    source?: string;
};

export type AvailableNumbers = {
    /**
     * The numbers of this page.
     */
    numbers: Array<AvailableNumber>;
    /**
     * What the search can be narrowed by.
     */
    filters: {
        /**
         * By what this country can be searched.
         */
        supported: Array<'contains' | 'areaCode'>;
    };
};

export type Batch = {
    /**
     * The batch that it belongs to; null where none.
     */
    batchId: string;
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Where it stands.
     */
    status: 'validating' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
    /**
     * A sentence for people; null where there is nothing to say.
     */
    statusDetail: string | null;
    /**
     * What it waits for.
     */
    waitingFor: 'none' | 'window' | 'concurrency' | 'retries';
    /**
     * The agent.
     */
    agentId: string;
    /**
     * Numbers to call from; none: the agent’s.
     */
    fromNumbers: Array<string>;
    /**
     * The country of numbers that name none.
     */
    defaultCountry: string | null;
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * When it may call.
     */
    window: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * What its calls are for; null: that of the agent.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Calls at once; null: as many as the plan allows.
     */
    maxConcurrency: number | null;
    /**
     * Of the plan's calls at once, how many it leaves to others; null: as the operator has it.
     */
    reservedConcurrency: number | null;
    /**
     * Calls started in a second.
     */
    callsPerSecond: number;
    /**
     * Without its query, which may hold a secret.
     */
    predialUrl: string | null;
    /**
     * Whether and when to try again.
     */
    retry: {
        /**
         * Tries in all.
         */
        maxAttempts: number;
        /**
         * Which outcomes are tried again.
         */
        on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * How long to wait before each further try.
         */
        delays: Array<string>;
    };
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * Rows below the header.
     */
    totalRows: number;
    /**
     * How many match, on all pages.
     */
    total: number;
    /**
     * Not begun.
     */
    pending: number;
    /**
     * Being dialed.
     */
    dialing: number;
    /**
     * Under way.
     */
    inProgress: number;
    /**
     * Ended well.
     */
    completed: number;
    /**
     * Ended badly.
     */
    failed: number;
    /**
     * Left out.
     */
    skipped: number;
    /**
     * Called off.
     */
    cancelled: number;
    /**
     * A person answered.
     */
    connected: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When it began; null before.
     */
    startedAt: string | null;
    /**
     * When it ended; null before.
     */
    endedAt: string | null;
};

export type BatchCheck = {
    /**
     * The file as a text.
     */
    csv?: string;
    /**
     * The rows as objects, named as the columns are.
     */
    rows?: Array<{
        [key: string]: string | number | boolean | null;
    }>;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
    /**
     * Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.
     */
    dateOrder?: 'mdy' | 'dmy';
    /**
     * Call a number as often as it stands in the file. Otherwise only its first row is called.
     */
    allowDuplicates?: boolean;
    /**
     * The agent whose flow the columns are held to.
     */
    agentId?: string;
    /**
     * The window that the batch is to have.
     */
    window?: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
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
     * The file as a text.
     */
    csv?: string;
    /**
     * The rows as objects, named as the columns are.
     */
    rows?: Array<{
        [key: string]: string | number | boolean | null;
    }>;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
    /**
     * Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.
     */
    dateOrder?: 'mdy' | 'dmy';
    /**
     * Call a number as often as it stands in the file. Otherwise only its first row is called.
     */
    allowDuplicates?: boolean;
    /**
     * The agent.
     */
    agentId: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Numbers to call from, in turn. Left out: that of the agent.
     */
    fromNumbers?: Array<string>;
    /**
     * No call before this instant. Left out: now.
     */
    scheduledAt?: string;
    /**
     * When it may call.
     */
    window?: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
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
     * Calls at once. Left out: as many as the plan allows.
     */
    maxConcurrency?: number;
    /**
     * How many of the plan's calls at once this batch leaves to single calls, callbacks and other batches. Left out: a tenth of them, as the operator has set it. One call is always the batch's.
     */
    reservedConcurrency?: number;
    /**
     * Calls started in a second.
     */
    callsPerSecond?: number;
    /**
     * Asked by POST before each call whether it may be made: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. Only 200 with `{"eligible": true}` within 5 seconds lets the call be made. Put a secret of yours into the path or the query to know who asks.
     */
    predialUrl?: string;
    /**
     * Whether and when to try again.
     */
    retry?: {
        /**
         * Tries in all.
         */
        maxAttempts?: number;
        /**
         * Which outcomes are tried again.
         */
        on?: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * How long to wait before each further try.
         */
        delays?: Array<string>;
    };
    /**
     * What to do with rows that cannot be used.
     */
    onInvalidRows?: 'refuse' | 'skip';
    /**
     * Take a file that was started for the same agent within the last 24 hours, or one with the same numbers.
     */
    allowRepeat?: boolean;
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type BatchJob = {
    /**
     * The job of the batch; null where none.
     */
    jobId: string;
    /**
     * The batch that it belongs to; null where none.
     */
    batchId: string;
    /**
     * As a spreadsheet shows it; the header is row 1.
     */
    row: number;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * Where it stands.
     */
    status: 'pending' | 'dialing' | 'in_progress' | 'completed' | 'failed' | 'skipped' | 'cancelled';
    /**
     * How the call turned out; null before.
     */
    outcome: 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'transferred' | 'opted_out' | 'invalid_number' | 'dnc' | 'unknown' | null;
    /**
     * Why it was left out; null where it was not.
     */
    skipReason: 'invalid_row' | 'duplicate' | 'suppressed' | 'not_eligible' | null;
    /**
     * More about it; what, depends on the type.
     */
    detail: string | null;
    /**
     * Calls begun so far.
     */
    attempt: number;
    /**
     * Of the last attempt.
     */
    callId: string | null;
    /**
     * The number that it was called from last, or else that its row asks for.
     */
    fromNumber: string | null;
    /**
     * Who is on the other side.
     */
    customer: {
        /**
         * What they are called.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * What they are called in your own books.
         */
        externalId?: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: string;
        /**
         * ISO 3166-2, such as `US-OR`: where the person lives, if known. Its calling rules apply in addition to those of the number.
         */
        region?: string;
    };
    /**
     * Variables for `{{…}}`, by name.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
     */
    language: string | null;
    /**
     * Said first, at most 2,000 characters.
     */
    firstMessage: string | null;
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When it ended; null before.
     */
    endedAt: string | null;
};

export type BatchPreview = {
    /**
     * The columns of the file.
     */
    columns: Array<{
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * As it stands in the file.
         */
        header: string;
        /**
         * Who spoke.
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
     * Rows below the header.
     */
    totalRows: number;
};

export type BatchPreviewInput = {
    /**
     * The file as a text.
     */
    csv?: string;
    /**
     * The rows as objects, named as the columns are.
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
     * The batch that it belongs to; null where none.
     */
    batchId: string;
    /**
     * Where it stands.
     */
    status: 'validating' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
    /**
     * What it waits for.
     */
    waitingFor: 'none' | 'window' | 'concurrency' | 'retries';
    /**
     * How many match, on all pages.
     */
    total: number;
    /**
     * Not begun.
     */
    pending: number;
    /**
     * Being dialed.
     */
    dialing: number;
    /**
     * Under way.
     */
    inProgress: number;
    /**
     * Ended well.
     */
    completed: number;
    /**
     * Ended badly.
     */
    failed: number;
    /**
     * Left out.
     */
    skipped: number;
    /**
     * Called off.
     */
    cancelled: number;
    /**
     * A person answered.
     */
    connected: number;
    /**
     * How much is done, 0 to 100.
     */
    percent: number;
    /**
     * Calls begun in the last minute; 0 while it is paused.
     */
    callsPerMinute: number;
    /**
     * At the pace of the last minute; null while it is paused, waits until an hour, or nothing is called.
     */
    etaSeconds: number | null;
    /**
     * When its next call is due, where it waits for that: for its `scheduledAt`, for the calling hours (`window`) or for another attempt (`retries`). Else null, also where those hours never open.
     */
    waitingUntil: string | null;
};

export type BatchReport = {
    /**
     * Whether it can be started as it is: no invalid row, and one that may be called some day.
     */
    valid: boolean;
    /**
     * Rows below the header.
     */
    totalRows: number;
    /**
     * Rows that would be called.
     */
    validRows: number;
    /**
     * Rows that cannot be used.
     */
    invalidRows: number;
    /**
     * Rows with a number that an earlier row has.
     */
    duplicateRows: number;
    /**
     * Rows with a number that may not be called.
     */
    suppressedRows: number;
    /**
     * The batch that was started for this agent with the same numbers within the last 24 hours; it is refused then, unless `allowRepeat` is sent. One that was cancelled before it called anybody does not count.
     */
    repeatOf: string | null;
    /**
     * The columns of the file.
     */
    columns: Array<{
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * As it stands in the file.
         */
        header: string;
        /**
         * Who spoke.
         */
        role: 'phone_number' | 'reserved' | 'variable';
    }>;
    /**
     * What the agent's flow says and no column gives, also where the flow has a default for it.
     */
    variablesMissing: Array<string>;
    /**
     * Columns that the flow speaks of and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with what is said instead; cells for a `date_time` of the flow that are told as they stand, since they are not understood (`unreadable_time`); columns that the flow uses nowhere (`unused_column`); rows without a `timezone` whose number tells none (`zone_unknown`), rows that may never be called in the window of the batch and the hours of the workspace (`never_open`), rows whose `timezone` is in another country than their number (`timezone_contradicts_number`), rows with numbers that another batch of the agent calls or has called, started within 24 hours (`in_recent_batch`), rows with numbers that no trunk carries, nor the test network (`no_trunk`), rows with invisible characters, which are removed (`invisible_characters`), rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`), and rows whose `scheduled_at` is in the past (`scheduled_in_past`). None of them keeps a batch from being started, unless `zone_unknown` and `never_open` leave nobody to call.
     */
    warnings: Array<{
        /**
         * For programs.
         */
        code: 'missing_column' | 'empty_cells' | 'unreadable_time' | 'unused_column' | 'zone_unknown' | 'never_open' | 'timezone_contradicts_number' | 'in_recent_batch' | 'no_trunk' | 'invisible_characters' | 'lost_characters' | 'scheduled_in_past' | 'no_model' | 'closed_vocabulary' | 'comparison_never_holds' | 'edge_never_taken' | 'useless_branch' | 'node_type_unavailable';
        /**
         * `columns.<name>`, or `agentId` for what the agent and its flow make of any file.
         */
        path: string;
        /**
         * Null if it concerns no column.
         */
        column: string | null;
        /**
         * How many rows it concerns, of those that are neither invalid nor duplicates.
         */
        rows: number;
        /**
         * The first of them, five at most, as a spreadsheet numbers them; none where it concerns the column as a whole.
         */
        firstRows: Array<number>;
        /**
         * What is said or written.
         */
        message: string;
    }>;
    /**
     * The first 100.
     */
    errors: Array<{
        /**
         * As a spreadsheet numbers it: the header is row 1, the first row below it row 2. Rows that are sent as JSON are numbered from 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string | null;
        /**
         * For programs.
         */
        code: string;
        /**
         * What is said or written.
         */
        message: string;
        /**
         * The value that is stored.
         */
        value: string | null;
    }>;
    /**
     * Whether there are more faults than are listed.
     */
    errorsTruncated: boolean;
    /**
     * Rows with the number of an earlier row, `firstRow`: the first 100.
     */
    duplicates: Array<{
        /**
         * As a spreadsheet numbers it: the header is row 1, the first row below it row 2. Rows that are sent as JSON are numbered from 1.
         */
        row: number;
        /**
         * As a spreadsheet numbers it: the header is row 1, the first row below it row 2. Rows that are sent as JSON are numbered from 1.
         */
        firstRow: number;
        /**
         * A phone number, E.164.
         */
        phoneNumber: string;
    }>;
    /**
     * Rows with a number that may not be called: the first 100.
     */
    suppressed: Array<{
        /**
         * As a spreadsheet numbers it: the header is row 1, the first row below it row 2. Rows that are sent as JSON are numbered from 1.
         */
        row: number;
    }>;
    /**
     * The first 5 rows, as the file writes them.
     */
    preview: Array<{
        [key: string]: string;
    }>;
    /**
     * The phone number of each of these rows in E.164, in the same order; null if it is not valid.
     */
    phoneNumbers: Array<string | null>;
};

export type Call = {
    /**
     * `success`: the carrier has taken the call.
     */
    status: 'success';
    /**
     * The call.
     */
    callId: string;
    /**
     * Names the media session of the call.
     */
    roomName: string;
    /**
     * The number that calls, E.164.
     */
    fromNumber: string;
    /**
     * The number that is called, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was when the call began.
     */
    agent: {
        /**
         * Its id.
         */
        id: string;
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
         */
        model: string;
        /**
         * How it sounds.
         */
        voice: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * What was done all the same and deserves a look.
     */
    warnings?: Array<string>;
};

export type CallDetail = {
    /**
     * The call.
     */
    callId: string;
    /**
     * Names the media session of the call.
     */
    roomName: string;
    /**
     * `outbound` from us, `inbound` to us.
     */
    direction: 'outbound' | 'inbound';
    /**
     * `phone`, or `web` for a call from a browser.
     */
    type: 'phone' | 'web';
    /**
     * Where it stands.
     */
    status: 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'ended';
    /**
     * Why it ended; null before.
     */
    endReason: 'customer_hangup' | 'agent_hangup' | 'transferred' | 'voicemail' | 'no_answer' | 'busy' | 'declined' | 'invalid_number' | 'carrier_error' | 'max_duration' | 'silence' | 'cancelled' | 'media_timeout' | 'provider_error' | 'node_lost' | null;
    /**
     * A sentence for people: the network’s own words, or what went wrong.
     */
    endDetail: string | null;
    /**
     * Whose fault the end was; null before it.
     */
    fault: 'none' | 'customer' | 'provider' | 'platform' | null;
    /**
     * The number that calls, E.164.
     */
    fromNumber: string;
    /**
     * The number that is called, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was when the call began.
     */
    agent: {
        /**
         * Its id.
         */
        id: string;
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
         */
        model: string;
        /**
         * How it sounds.
         */
        voice: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * The flow.
     */
    flowId: string | null;
    /**
     * The version of the flow that it began with.
     */
    flowVersion: number | null;
    /**
     * The batch that it belongs to; null where none.
     */
    batchId: string | null;
    /**
     * The job of the batch; null where none.
     */
    jobId: string | null;
    /**
     * Which try it is, from 1.
     */
    attempt: number;
    /**
     * Who is on the other side.
     */
    customer: {
        /**
         * What they are called.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * What they are called in your own books.
         */
        externalId?: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
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
     * Variables for `{{…}}`, by name.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * How it turned out: a built-in disposition, or one of the workspace.
     */
    disposition: string | null;
    /**
     * From answer to end; null where nobody answered.
     */
    durationSeconds: number | null;
    /**
     * Null where the call was not to be recorded.
     */
    recording: {
        /**
         * Whether it can be fetched now.
         */
        available: boolean;
        /**
         * How long it is; null before it is there.
         */
        durationMs: number | null;
        /**
         * Whether a part of the recording is missing or silent that should have been recorded.
         */
        truncated: boolean;
        /**
         * Why.
         */
        reason: 'disk_full' | 'disk_slow' | 'disk_error' | 'media_failed' | 'unfinished' | 'node_lost' | 'not_announced' | null;
    } | null;
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it was taken up to be dialed; the carrier is asked at once, for a row of a batch up to 300 ms later. Null before.
     */
    dialedAt: string | null;
    /**
     * When it rang; null before.
     */
    ringingAt: string | null;
    /**
     * When it was answered; null if it was not.
     */
    answeredAt: string | null;
    /**
     * When it ended; null before.
     */
    endedAt: string | null;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * What was said, in order.
     */
    transcript: Array<{
        /**
         * Who spoke.
         */
        role: 'agent' | 'customer';
        /**
         * What was said, as far as it was heard.
         */
        content: string;
        /**
         * From the answer of the call.
         */
        startMs: number;
        /**
         * From the answer of the call.
         */
        endMs: number;
        /**
         * Whether the other side cut it short.
         */
        interrupted: boolean;
        /**
         * Keys of a telephone: 0-9 * #.
         */
        digits?: string;
        /**
         * How sure the recogniser was, 0 to 1; of the customer’s words only.
         */
        confidence?: number;
        /**
         * The node of the flow that it belongs to.
         */
        nodeId?: string;
        /**
         * Present if the speech of the customer was not understood; `content` is then `[unintelligible]`.
         */
        unintelligible?: true;
    }>;
    /**
     * What happened, in order.
     */
    timeline: Array<{
        /**
         * What happened.
         */
        type: string;
        /**
         * When.
         */
        at: string;
        /**
         * More about it; what, depends on the type.
         */
        detail: {
            [key: string]: JsonValue;
        };
    }>;
    /**
     * The silence before each answer, by stage.
     */
    latency: Array<{
        /**
         * Which turn, from 1.
         */
        turn: number;
        /**
         * When the answer began: the `startMs` of the agent’s entry in the transcript.
         */
        startMs?: number;
        /**
         * What the customer heard of silence; the stages add up to it.
         */
        totalMs: number;
        /**
         * From the arrival of the customer’s last sound until it was heard: the jitter buffer.
         */
        bufferMs: number;
        /**
         * From the end of speech until the turn was decided to be over.
         */
        endpointingMs: number;
        /**
         * Until the first words of a model, or the flow’s decision.
         */
        thinkingMs: number;
        /**
         * Until the first audio of the voice.
         */
        speechMs: number;
        /**
         * Until the first packet left.
         */
        playoutMs: number;
    }>;
    /**
     * What was found out from the call; null before, or where nothing was asked.
     */
    analysis: {
        /**
         * A summary; asked for by true.
         */
        summary: string | null;
        /**
         * Whether the criteria were met; null where none were given.
         */
        success: boolean | null;
        /**
         * What is to be found out.
         */
        fields: {
            [key: string]: string | number | boolean | null;
        };
    } | null;
    /**
     * What each provider was used for.
     */
    costs: Array<{
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider: string;
        /**
         * What it was used for.
         */
        kind: 'speech-to-text' | 'text-to-speech' | 'language-model' | 'carrier';
        /**
         * How much, in `unit`s.
         */
        quantity: number;
        /**
         * What the quantity counts.
         */
        unit: 'seconds' | 'characters' | 'tokens' | 'minutes';
        /**
         * US dollars; null where the price is not known.
         */
        costUsd: number | null;
    }>;
    /**
     * What was known at the end, by name.
     */
    variables: {
        [key: string]: string | number | boolean | null;
    };
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
     * The number that calls, E.164.
     */
    fromNumber?: string;
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
    /**
     * Variables for `{{…}}`, by name.
     */
    dynamic?: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Who is on the other side.
     */
    customer?: {
        /**
         * What they are called.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * What they are called in your own books.
         */
        externalId?: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
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
     * When it is to happen; null: at once, or never.
     */
    scheduledAt?: string;
    /**
     * The call is not placed any more after this instant.
     */
    notAfter?: string;
    /**
     * The call ends after so many seconds.
     */
    maxDurationSeconds?: number;
    /**
     * Fields of the agent that are other for this call.
     */
    overrides?: {
        /**
         * Its name, for people.
         */
        name?: string | null;
        /**
         * For people; it changes nothing.
         */
        description?: string | null;
        /**
         * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
         */
        model?: string | null;
        /**
         * How the language model is asked.
         */
        modelSettings?: {
            /**
             * How freely the model chooses its words.
             */
            temperature?: number | null;
            /**
             * Longest answer of the model.
             */
            maxTokens?: number | null;
            /**
             * Models to use in this order where the first one fails or is slow.
             */
            fallbackModels?: Array<string> | null;
            /**
             * Longest wait for an answer.
             */
            timeoutMs?: number | null;
        } | null;
        /**
         * How it sounds.
         */
        voice?: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider?: string | null;
            /**
             * The voice, as the provider names it.
             */
            voiceId?: string | null;
            /**
             * 1 is the voice’s own.
             */
            speed?: number | null;
            /**
             * 1 is the voice’s own.
             */
            volume?: number | null;
            /**
             * Voices to use in this order where the first one fails.
             */
            fallback?: Array<{
                /**
                 * Who provides it; `builtin` is this machine.
                 */
                provider: string;
                /**
                 * The voice, as the provider names it.
                 */
                voiceId: string;
            }> | null;
        } | null;
        /**
         * The recogniser.
         */
        transcriber?: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider?: string | null;
            /**
             * Null: the provider’s own default.
             */
            model?: string | null;
            /**
             * BCP 47, what the recogniser listens to; null: the agent’s.
             */
            language?: string | null;
            /**
             * Words that the recogniser should expect.
             */
            keyterms?: Array<string> | null;
        } | null;
        /**
         * The system prompt, at most 50,000 characters.
         */
        personality?: string | null;
        /**
         * Said first, at most 2,000 characters.
         */
        firstMessage?: string | null;
        /**
         * Who begins: the agent with `firstMessage`, the model with words of its own, or the customer.
         */
        firstMessageMode?: 'agent' | 'agent-generated' | 'user' | null;
        /**
         * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
         */
        language?: string | null;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: string | null;
        /**
         * When the customer’s turn is over.
         */
        turn?: {
            /**
             * How the end of a turn is found: by what was said, or by silence alone.
             */
            endpointing?: 'semantic' | 'silence' | null;
            /**
             * The shortest silence that may end a turn.
             */
            minSilenceMs?: number | null;
            /**
             * After so long a silence the turn is over in any case.
             */
            maxSilenceMs?: number | null;
        } | null;
        /**
         * When the customer’s speech stops the agent’s.
         */
        interruption?: {
            /**
             * Whether it is on.
             */
            enabled?: boolean | null;
            /**
             * Speech shorter than this interrupts nothing.
             */
            minSpeechMs?: number | null;
            /**
             * Fewer words than this interrupt nothing.
             */
            minWords?: number | null;
            /**
             * Words that interrupt nothing.
             */
            ignorePhrases?: Array<string> | null;
            /**
             * Whether the first message may be interrupted.
             */
            firstMessage?: boolean | null;
        } | null;
        /**
         * What to do when a machine answers.
         */
        voicemail?: {
            /**
             * Who finds out that a machine has answered: nobody, a model, or the carrier.
             */
            detection?: 'off' | 'model' | 'carrier' | null;
            /**
             * What to do at a voicemail: hang up, leave `message`, or talk on.
             */
            action?: 'hangup' | 'leave_message' | 'continue' | null;
            /**
             * What is said or written.
             */
            message?: string | null;
        } | null;
        /**
         * Bounds.
         */
        limits?: {
            /**
             * The call ends after so many seconds.
             */
            maxDurationSeconds?: number | null;
            /**
             * How long the phone may ring.
             */
            ringTimeoutSeconds?: number | null;
            /**
             * After so many seconds of silence the agent asks whether somebody is there.
             */
            silenceReminderSeconds?: number | null;
            /**
             * How often the agent asks whether somebody is there.
             */
            maxReminders?: number | null;
            /**
             * The call ends after so many seconds in which nobody spoke.
             */
            endAfterSilenceSeconds?: number | null;
        } | null;
        /**
         * Whether and how calls are recorded.
         */
        recording?: {
            /**
             * Whether it is on.
             */
            enabled?: boolean | null;
            /**
             * Whether the call begins by asking: `stay_on_line` tells, `verbal` waits for a yes.
             */
            consent?: 'none' | 'stay_on_line' | 'verbal' | null;
            /**
             * What is told or asked.
             */
            consentMessage?: string | null;
        } | null;
        /**
         * HTTP requests that the model may make.
         */
        tools?: Array<{
            /**
             * What the model calls it by.
             */
            name: string;
            /**
             * Tells the model when to use it.
             */
            description: string;
            /**
             * JSON Schema of the arguments.
             */
            parameters?: {
                [key: string]: JsonValue;
            };
            /**
             * The address.
             */
            url: string;
            /**
             * The method of the request.
             */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
            /**
             * Headers of the request, by name.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Longest wait for an answer.
             */
            timeoutMs?: number;
        }> | null;
        /**
         * What is to be found out from a call when it has ended.
         */
        analysis?: {
            /**
             * A summary; asked for by true.
             */
            summary?: boolean | null;
            /**
             * What makes a call a success, for the model that judges it.
             */
            successCriteria?: string | null;
            /**
             * What is to be found out.
             */
            fields?: Array<{
                /**
                 * The variable that it fills.
                 */
                name: string;
                /**
                 * What kind it is.
                 */
                type: 'string' | 'number' | 'boolean' | 'enum';
                /**
                 * Tells what to look for.
                 */
                description?: string;
                /**
                 * The values that it may have.
                 */
                choices?: Array<string>;
            }> | null;
        } | null;
    };
};

export type CallRecord = {
    /**
     * The call.
     */
    callId: string;
    /**
     * Names the media session of the call.
     */
    roomName: string;
    /**
     * `outbound` from us, `inbound` to us.
     */
    direction: 'outbound' | 'inbound';
    /**
     * `phone`, or `web` for a call from a browser.
     */
    type: 'phone' | 'web';
    /**
     * Where it stands.
     */
    status: 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'ended';
    /**
     * Why it ended; null before.
     */
    endReason: 'customer_hangup' | 'agent_hangup' | 'transferred' | 'voicemail' | 'no_answer' | 'busy' | 'declined' | 'invalid_number' | 'carrier_error' | 'max_duration' | 'silence' | 'cancelled' | 'media_timeout' | 'provider_error' | 'node_lost' | null;
    /**
     * A sentence for people: the network’s own words, or what went wrong.
     */
    endDetail: string | null;
    /**
     * Whose fault the end was; null before it.
     */
    fault: 'none' | 'customer' | 'provider' | 'platform' | null;
    /**
     * The number that calls, E.164.
     */
    fromNumber: string;
    /**
     * The number that is called, E.164.
     */
    toNumber: string;
    /**
     * The agent, as it was when the call began.
     */
    agent: {
        /**
         * Its id.
         */
        id: string;
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
         */
        model: string;
        /**
         * How it sounds.
         */
        voice: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        };
    };
    /**
     * The flow.
     */
    flowId: string | null;
    /**
     * The version of the flow that it began with.
     */
    flowVersion: number | null;
    /**
     * The batch that it belongs to; null where none.
     */
    batchId: string | null;
    /**
     * The job of the batch; null where none.
     */
    jobId: string | null;
    /**
     * Which try it is, from 1.
     */
    attempt: number;
    /**
     * Who is on the other side.
     */
    customer: {
        /**
         * What they are called.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * What they are called in your own books.
         */
        externalId?: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
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
     * Variables for `{{…}}`, by name.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * How it turned out: a built-in disposition, or one of the workspace.
     */
    disposition: string | null;
    /**
     * From answer to end; null where nobody answered.
     */
    durationSeconds: number | null;
    /**
     * Null where the call was not to be recorded.
     */
    recording: {
        /**
         * Whether it can be fetched now.
         */
        available: boolean;
        /**
         * How long it is; null before it is there.
         */
        durationMs: number | null;
        /**
         * Whether a part of the recording is missing or silent that should have been recorded.
         */
        truncated: boolean;
        /**
         * Why.
         */
        reason: 'disk_full' | 'disk_slow' | 'disk_error' | 'media_failed' | 'unfinished' | 'node_lost' | 'not_announced' | null;
    } | null;
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it was taken up to be dialed; the carrier is asked at once, for a row of a batch up to 300 ms later. Null before.
     */
    dialedAt: string | null;
    /**
     * When it rang; null before.
     */
    ringingAt: string | null;
    /**
     * When it was answered; null if it was not.
     */
    answeredAt: string | null;
    /**
     * When it ended; null before.
     */
    endedAt: string | null;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type Conversation = {
    /**
     * Its id.
     */
    _id: string;
    /**
     * Who began it: a user, or the API key of a program.
     */
    userId: string;
    /**
     * The message flow.
     */
    pathwayId: string;
    /**
     * The agent that handles it; left out where the flow has none.
     */
    agentId?: string;
    /**
     * Who is on the other side.
     */
    customer: {
        /**
         * What they are called.
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
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'sms' | 'email';
    /**
     * Closed when nothing was written for the `inactivityHours` of the flow.
     */
    status: 'open' | 'closed';
    /**
     * How many messages it has.
     */
    messageCount: number;
    /**
     * What is known of them, for `{{variables}}`.
     */
    customerDetails: {
        [key: string]: string | number | boolean | null;
    };
    /**
     * Variables for `{{…}}`, by name.
     */
    dynamic: {
        [key: string]: string | number | boolean | null;
    };
};

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
     * Its id.
     */
    id: string;
    /**
     * Always true.
     */
    deleted: true;
};

export type Disposition = {
    /**
     * Its id.
     */
    _id: string;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * How it turned out: a built-in disposition, or one of the workspace.
     */
    disposition: string;
    /**
     * Where it stands.
     */
    status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'expired' | 'failed';
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * Which try it is, from 1.
     */
    attempt: number;
    /**
     * The agent.
     */
    agentId: string | null;
    /**
     * The name of the agent.
     */
    agentName: string | null;
    /**
     * The batch that it belongs to; null where none.
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
     * For people, at most 2,000 characters.
     */
    notes: string;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type DispositionCode = {
    /**
     * Its id.
     */
    id: string;
    /**
     * For programs.
     */
    code: string;
    /**
     * Nothing is to follow.
     */
    isTerminal: boolean;
    /**
     * The number may not be called again.
     */
    addsToDnc: boolean;
    /**
     * After which time another attempt makes sense; null where none does.
     */
    retryDelaySeconds: number | null;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type DispositionCodePatch = {
    /**
     * Nothing is to follow.
     */
    isTerminal?: boolean;
    /**
     * The number may not be called again.
     */
    addsToDnc?: boolean;
    /**
     * After which time another attempt makes sense; null where none does.
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
     * For people, at most 2,000 characters.
     */
    notes?: string;
    /**
     * The callee, as in a single call.
     */
    customer?: {
        /**
         * What they are called.
         */
        name?: string;
        /**
         * An email address.
         */
        email?: string;
        /**
         * What they are called in your own books.
         */
        externalId?: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
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
     * For people, at most 2,000 characters.
     */
    notes?: string;
};

export type FieldFault = {
    /**
     * Where the fault is, such as `voice.speed` or `nodes[2].config.text`.
     */
    path: string;
    /**
     * For programs.
     */
    code: string;
    /**
     * What to do about it.
     */
    message: string;
};

export type FlatError = {
    /**
     * A short sentence.
     */
    error: string;
    /**
     * What is wrong and what to do.
     */
    details: string;
    /**
     * For programs; listed in docs/errors.md.
     */
    code: string;
    /**
     * The `x-request-id` of the answer; quote it when you report a fault.
     */
    requestId: string;
    /**
     * Every fault of what was sent.
     */
    fields?: Array<FieldFault>;
};

export type Flow = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Only an active flow is used.
     */
    status: 'draft' | 'active' | 'archived';
    /**
     * `call` for calls, `message` for SMS and email.
     */
    type: 'call';
    /**
     * `strict` keeps to the nodes; `flex` lets the model talk around them.
     */
    mode: 'strict' | 'flex';
    /**
     * Told to the model in every node.
     */
    globalPrompt: string;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId: string | null;
    /**
     * Variables and what they hold at the start.
     */
    variables: {
        [key: string]: {
            /**
             * What it holds.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * What leads from one node to the next.
     */
    edges: Array<FlowEdge>;
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
} | {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Only an active flow is used.
     */
    status: 'draft' | 'active' | 'archived';
    /**
     * `call` for calls, `message` for SMS and email.
     */
    type: 'message';
    /**
     * The first message; it may hold `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'auto' | 'sms' | 'email';
    /**
     * Of emails.
     */
    subject: string;
    /**
     * Whether a message waits before it is sent.
     */
    delay: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Seconds.
         */
        seconds: number;
    };
    /**
     * The agent.
     */
    agentId: string | null;
    /**
     * Whether the agent answers without anybody’s approval.
     */
    autopilotReplies: boolean;
    /**
     * How long to wait for more messages before answering.
     */
    replyDebounceSeconds: number;
    /**
     * Messages that the agent may send in one conversation.
     */
    maxAutoMessages: number;
    /**
     * When nothing is sent; null: always allowed.
     */
    quietHours: {
        /**
         * `HH:MM`.
         */
        start: string;
        /**
         * `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone: string;
        /**
         * What happens to a message in quiet hours: it waits, or is dropped.
         */
        policy: 'shift' | 'drop';
    } | null;
    /**
     * After so many quiet hours a new conversation begins.
     */
    inactivityHours: number;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId: string | null;
    /**
     * Variables and what they hold at the start.
     */
    variables: {
        [key: string]: {
            /**
             * What it holds.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * What leads from one node to the next.
     */
    edges: Array<FlowEdge>;
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type FlowComparison = {
    /**
     * A variable, such as `answer` or `customer.name`.
     */
    left: string;
    /**
     * How the two are compared.
     */
    op: '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'not_contains' | 'exists' | 'not_exists';
    /**
     * What it is compared with; it may hold `{{variables}}`.
     */
    right?: string | number | boolean | null;
};

export type FlowComparisonInput = {
    /**
     * A variable, such as `answer` or `customer.name`.
     */
    left: string;
    /**
     * How the two are compared.
     */
    op: '==' | '!=' | '>' | '>=' | '<' | '<=' | 'contains' | 'not_contains' | 'exists' | 'not_exists';
    /**
     * What it is compared with; it may hold `{{variables}}`.
     */
    right?: string | number | boolean | null;
};

export type FlowCondition = {
    /**
     * What kind it is.
     */
    type: 'always';
} | {
    /**
     * What kind it is.
     */
    type: 'else';
} | {
    /**
     * What kind it is.
     */
    type: 'expression';
    /**
     * Comparisons that must all hold; either this or `any`.
     */
    all?: Array<FlowComparison>;
    /**
     * Comparisons of which one must hold; either this or `all`.
     */
    any?: Array<FlowComparison>;
} | {
    /**
     * What kind it is.
     */
    type: 'intent';
    /**
     * Ways to say it; matched without a model.
     */
    phrases: Array<string>;
    /**
     * Keys that mean the same.
     */
    digits?: string;
} | {
    /**
     * What kind it is.
     */
    type: 'prompt';
    /**
     * What must be so, for the model that judges it.
     */
    text: string;
} | {
    /**
     * What kind it is.
     */
    type: 'result';
    /**
     * Whether the step succeeded.
     */
    ok: boolean;
} | {
    /**
     * What kind it is.
     */
    type: 'digits';
    /**
     * Keys: digits, `*`, `#`, and `x` for any.
     */
    pattern: string;
} | {
    /**
     * What kind it is.
     */
    type: 'timeout';
    /**
     * Seconds.
     */
    seconds: number;
};

export type FlowConditionInput = {
    /**
     * What kind it is.
     */
    type: 'always';
} | {
    /**
     * What kind it is.
     */
    type: 'else';
} | {
    /**
     * What kind it is.
     */
    type: 'expression';
    /**
     * Comparisons that must all hold; either this or `any`.
     */
    all?: Array<FlowComparisonInput>;
    /**
     * Comparisons of which one must hold; either this or `all`.
     */
    any?: Array<FlowComparisonInput>;
} | {
    /**
     * What kind it is.
     */
    type: 'intent';
    /**
     * Ways to say it; matched without a model.
     */
    phrases: Array<string>;
    /**
     * Keys that mean the same.
     */
    digits?: string;
} | {
    /**
     * What kind it is.
     */
    type: 'prompt';
    /**
     * What must be so, for the model that judges it.
     */
    text: string;
} | {
    /**
     * What kind it is.
     */
    type: 'result';
    /**
     * Whether the step succeeded.
     */
    ok: boolean;
} | {
    /**
     * What kind it is.
     */
    type: 'digits';
    /**
     * Keys: digits, `*`, `#`, and `x` for any.
     */
    pattern: string;
} | {
    /**
     * What kind it is.
     */
    type: 'timeout';
    /**
     * Seconds.
     */
    seconds: number;
};

export type FlowEdge = {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * The node that it leads from.
     */
    from: string;
    /**
     * The node that it leads to.
     */
    to: string;
    /**
     * Lower is tried first; equal ones in the order in which they are written.
     */
    priority: number;
    /**
     * When it is taken.
     */
    condition: FlowCondition;
};

export type FlowEdgeInput = {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * The node that it leads from.
     */
    from: string;
    /**
     * The node that it leads to.
     */
    to: string;
    /**
     * Lower is tried first; equal ones in the order in which they are written.
     */
    priority?: number;
    /**
     * When it is taken.
     */
    condition?: FlowConditionInput;
};

export type FlowInput = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Only an active flow is used.
     */
    status?: 'draft' | 'active' | 'archived';
    /**
     * `call` for calls, `message` for SMS and email.
     */
    type?: 'call';
    /**
     * `strict` keeps to the nodes; `flex` lets the model talk around them.
     */
    mode?: 'strict' | 'flex';
    /**
     * Told to the model in every node.
     */
    globalPrompt?: string;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId?: string | null;
    /**
     * Variables and what they hold at the start.
     */
    variables?: {
        [key: string]: {
            /**
             * What it holds.
             */
            type?: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default?: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes?: Array<FlowNodeInput>;
    /**
     * What leads from one node to the next.
     */
    edges?: Array<FlowEdgeInput>;
} | {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Only an active flow is used.
     */
    status?: 'draft' | 'active' | 'archived';
    /**
     * `call` for calls, `message` for SMS and email.
     */
    type: 'message';
    /**
     * The first message; it may hold `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel?: 'auto' | 'sms' | 'email';
    /**
     * Of emails.
     */
    subject?: string;
    /**
     * Whether a message waits before it is sent.
     */
    delay?: {
        /**
         * Whether it is on.
         */
        enabled?: boolean;
        /**
         * Seconds.
         */
        seconds?: number;
    };
    /**
     * The agent.
     */
    agentId?: string | null;
    /**
     * Whether the agent answers without anybody’s approval.
     */
    autopilotReplies?: boolean;
    /**
     * How long to wait for more messages before answering.
     */
    replyDebounceSeconds?: number;
    /**
     * Messages that the agent may send in one conversation.
     */
    maxAutoMessages?: number;
    /**
     * When nothing is sent; null: always allowed.
     */
    quietHours?: {
        /**
         * `HH:MM`.
         */
        start: string;
        /**
         * `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: 'recipient' | string;
        /**
         * What happens to a message in quiet hours: it waits, or is dropped.
         */
        policy?: 'shift' | 'drop';
    } | null;
    /**
     * After so many quiet hours a new conversation begins.
     */
    inactivityHours?: number;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId?: string | null;
    /**
     * Variables and what they hold at the start.
     */
    variables?: {
        [key: string]: {
            /**
             * What it holds.
             */
            type?: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default?: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes?: Array<FlowNodeInput>;
    /**
     * What leads from one node to the next.
     */
    edges?: Array<FlowEdgeInput>;
};

export type FlowNode = {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'say';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said.
         */
        text: string;
        /**
         * Whether the customer may cut it short.
         */
        interruptible: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'ask';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * Where the answer is stored.
         */
        variable: string;
        /**
         * What kind of answer is understood.
         */
        expect: 'text' | 'yes_no' | 'number' | 'date_time' | 'digits' | 'choice';
        /**
         * The values that it may have.
         */
        choices: Array<{
            /**
             * The value that is stored.
             */
            value: string;
            /**
             * Ways to say it; matched without a model.
             */
            phrases: Array<string>;
        }>;
        /**
         * Keys at least.
         */
        minDigits?: number;
        /**
         * Keys at most.
         */
        maxDigits?: number;
        /**
         * How often it is asked again.
         */
        retries: number;
        /**
         * Said instead of the prompt when it is asked again.
         */
        reprompt?: string;
        /**
         * Longest wait for the customer.
         */
        timeoutSeconds: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'conversation';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * Said first, at most 2,000 characters.
         */
        firstMessage: string;
        /**
         * After so many turns the node is left.
         */
        maxTurns: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'extract';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is to be found out.
         */
        fields: Array<{
            /**
             * The variable that it fills.
             */
            name: string;
            /**
             * What kind it is.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Tells what to look for.
             */
            description: string;
            /**
             * The values that it may have.
             */
            choices: Array<string>;
        }>;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'branch';
    /**
     * What it does, by its type.
     */
    config: {
        [key: string]: unknown;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'http';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The method of the request.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * The address.
         */
        url: string;
        /**
         * Headers of the request, by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * Sent as JSON; texts in it may hold `{{variables}}`.
         */
        body?: JsonValue;
        /**
         * Longest wait for an answer.
         */
        timeoutMs: number;
        /**
         * Variables to fill, each with a JSON pointer into the answer.
         */
        save: {
            [key: string]: string;
        };
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'gather_digits';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * Where the answer is stored.
         */
        variable: string;
        /**
         * Keys at least.
         */
        minDigits: number;
        /**
         * Keys at most.
         */
        maxDigits: number;
        /**
         * The key that ends the input; empty: none.
         */
        terminator: string;
        /**
         * Longest wait for the customer.
         */
        timeoutSeconds: number;
        /**
         * How often it is asked again.
         */
        retries: number;
        /**
         * Said instead of the prompt when it is asked again.
         */
        reprompt?: string;
        /**
         * Keeps the keys out of transcript, recording, model, database and log. `variable` holds them for conditions, while the call lasts.
         */
        sensitive: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'press_digits';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * Keys of a telephone: 0-9 * #.
         */
        digits: string;
        /**
         * Between two keys.
         */
        pauseMs: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'transfer';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * A number in E.164, or a SIP address.
         */
        destination: string;
        /**
         * How it is done.
         */
        mode: 'cold' | 'warm';
        /**
         * What is said or written.
         */
        message: string;
        /**
         * Told to whoever takes over, before the customer is connected.
         */
        briefing: string;
        /**
         * How long it may ring there.
         */
        ringSeconds: number;
        /**
         * Whether to make sure that a person has answered before connecting.
         */
        humanCheck: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'schedule_callback';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * When to call back: ISO 8601, or a `{{variable}}` that holds it.
         */
        at: string;
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * How often it is asked again.
         */
        retries: number;
        /**
         * For people, at most 2,000 characters.
         */
        notes: string;
        /**
         * Said once the callback is recorded.
         */
        confirmation: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'set_disposition';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * How it turned out: a built-in disposition, or one of the workspace.
         */
        disposition: string;
        /**
         * For people, at most 2,000 characters.
         */
        notes: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'send_message';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The flow.
         */
        flowId: string;
        /**
         * A number or an email address.
         */
        to: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'agent_handoff';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The agent.
         */
        agentId: string;
        /**
         * What is said or written.
         */
        message: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'wait';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * Milliseconds.
         */
        ms: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowCondition;
    };
    /**
     * What kind it is.
     */
    type: 'end';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said.
         */
        text: string;
        /**
         * How it turned out: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
    };
};

export type FlowNodeInput = {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'say';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said.
         */
        text: string;
        /**
         * Whether the customer may cut it short.
         */
        interruptible?: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'ask';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * Where the answer is stored.
         */
        variable: string;
        /**
         * What kind of answer is understood.
         */
        expect?: 'text' | 'yes_no' | 'number' | 'date_time' | 'digits' | 'choice';
        /**
         * The values that it may have.
         */
        choices?: Array<{
            /**
             * The value that is stored.
             */
            value: string;
            /**
             * Ways to say it; matched without a model.
             */
            phrases?: Array<string>;
        }>;
        /**
         * Keys at least.
         */
        minDigits?: number;
        /**
         * Keys at most.
         */
        maxDigits?: number;
        /**
         * How often it is asked again.
         */
        retries?: number;
        /**
         * Said instead of the prompt when it is asked again.
         */
        reprompt?: string;
        /**
         * Longest wait for the customer.
         */
        timeoutSeconds?: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'conversation';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt?: string;
        /**
         * Said first, at most 2,000 characters.
         */
        firstMessage?: string;
        /**
         * After so many turns the node is left.
         */
        maxTurns?: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'extract';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is to be found out.
         */
        fields: Array<{
            /**
             * The variable that it fills.
             */
            name: string;
            /**
             * What kind it is.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Tells what to look for.
             */
            description?: string;
            /**
             * The values that it may have.
             */
            choices?: Array<string>;
        }>;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'branch';
    /**
     * What it does, by its type.
     */
    config?: {
        [key: string]: never;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'http';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The method of the request.
         */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * The address.
         */
        url: string;
        /**
         * Headers of the request, by name.
         */
        headers?: {
            [key: string]: string;
        };
        /**
         * Sent as JSON; texts in it may hold `{{variables}}`.
         */
        body?: JsonValue;
        /**
         * Longest wait for an answer.
         */
        timeoutMs?: number;
        /**
         * Variables to fill, each with a JSON pointer into the answer.
         */
        save?: {
            [key: string]: string;
        };
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'gather_digits';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * What is said, or told to the model.
         */
        prompt: string;
        /**
         * Where the answer is stored.
         */
        variable: string;
        /**
         * Keys at least.
         */
        minDigits?: number;
        /**
         * Keys at most.
         */
        maxDigits?: number;
        /**
         * The key that ends the input; empty: none.
         */
        terminator?: string;
        /**
         * Longest wait for the customer.
         */
        timeoutSeconds?: number;
        /**
         * How often it is asked again.
         */
        retries?: number;
        /**
         * Said instead of the prompt when it is asked again.
         */
        reprompt?: string;
        /**
         * Keeps the keys out of transcript, recording, model, database and log. `variable` holds them for conditions, while the call lasts.
         */
        sensitive?: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'press_digits';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * Keys of a telephone: 0-9 * #.
         */
        digits: string;
        /**
         * Between two keys.
         */
        pauseMs?: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'transfer';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * A number in E.164, or a SIP address.
         */
        destination: string;
        /**
         * How it is done.
         */
        mode?: 'cold' | 'warm';
        /**
         * What is said or written.
         */
        message?: string;
        /**
         * Told to whoever takes over, before the customer is connected.
         */
        briefing?: string;
        /**
         * How long it may ring there.
         */
        ringSeconds?: number;
        /**
         * Whether to make sure that a person has answered before connecting.
         */
        humanCheck?: boolean;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'schedule_callback';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * When to call back: ISO 8601, or a `{{variable}}` that holds it.
         */
        at: string;
        /**
         * What is said, or told to the model.
         */
        prompt?: string;
        /**
         * How often it is asked again.
         */
        retries?: number;
        /**
         * For people, at most 2,000 characters.
         */
        notes?: string;
        /**
         * Said once the callback is recorded.
         */
        confirmation?: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'set_disposition';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * How it turned out: a built-in disposition, or one of the workspace.
         */
        disposition: string;
        /**
         * For people, at most 2,000 characters.
         */
        notes?: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'send_message';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The flow.
         */
        flowId: string;
        /**
         * A number or an email address.
         */
        to: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'agent_handoff';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * The agent.
         */
        agentId: string;
        /**
         * What is said or written.
         */
        message?: string;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'wait';
    /**
     * What it does, by its type.
     */
    config: {
        /**
         * Milliseconds.
         */
        ms: number;
    };
} | {
    /**
     * Names it inside the flow: letters, digits, `_` and `-`, 64 at most.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Where an editor draws it.
     */
    position?: {
        /**
         * To the right, in the editor’s own units.
         */
        x: number;
        /**
         * Downwards, in the editor’s own units.
         */
        y: number;
    };
    /**
     * A global node may be entered from wherever the customer is listened to.
     */
    isGlobal?: {
        /**
         * When it is entered.
         */
        condition: FlowConditionInput;
    };
    /**
     * What kind it is.
     */
    type: 'end';
    /**
     * What it does, by its type.
     */
    config?: {
        /**
         * What is said.
         */
        text?: string;
        /**
         * How it turned out: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
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
     * The caller’s own data, at most 16 KiB; `customerDetails` are variables of the flow.
     */
    metadata?: {
        /**
         * What is known of them, for `{{variables}}`.
         */
        customerDetails?: {
            [key: string]: string | number | boolean | null;
        };
        [key: string]: JsonValue | {
            [key: string]: string | number | boolean | null;
        } | undefined;
    };
    /**
     * True: sent without approval, after the delay of the flow where it has one.
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
     * Where it stands.
     */
    status: 'success';
    /**
     * A new conversation, or the one that is open.
     */
    conversation_id: string;
    /**
     * The new message.
     */
    message_id: string;
    /**
     * The `initiationMessage` of the flow as it stands there.
     */
    message: string;
    /**
     * Variables without a value, and whether the message cannot be sent.
     */
    warnings?: Array<string>;
};

export type ImportedInventory = {
    /**
     * Rows below the header.
     */
    totalRows: number;
    /**
     * Rows that can be used.
     */
    validRows: number;
    /**
     * Rows that cannot be used.
     */
    invalidRows: number;
    /**
     * New numbers.
     */
    added: number;
    /**
     * Numbers that were there before, or stand in the file again: the last row holds.
     */
    updated: number;
    /**
     * Columns that mean nothing here.
     */
    ignoredColumns: Array<string>;
    /**
     * The first 100.
     */
    errors: Array<{
        /**
         * As a spreadsheet counts: the header is 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string;
        /**
         * For programs.
         */
        code: string;
        /**
         * What is said or written.
         */
        message: string;
        /**
         * The value that is stored.
         */
        value: string;
    }>;
    /**
     * Whether there are more faults than are listed.
     */
    errorsTruncated: boolean;
};

export type ImportedSuppressions = {
    /**
     * Rows below the header.
     */
    totalRows: number;
    /**
     * Rows that can be used.
     */
    validRows: number;
    /**
     * Rows that cannot be used.
     */
    invalidRows: number;
    /**
     * New suppressions, one for each address and channel.
     */
    added: number;
    /**
     * Suppressions that were there before, or stand in the file again.
     */
    known: number;
    /**
     * The first 100.
     */
    errors: Array<{
        /**
         * As a spreadsheet counts: the header is 1.
         */
        row: number;
        /**
         * The column of the file.
         */
        column: string;
        /**
         * For programs.
         */
        code: string;
        /**
         * What is said or written.
         */
        message: string;
        /**
         * The value that is stored.
         */
        value: string;
    }>;
    /**
     * Whether there are more faults than are listed.
     */
    errorsTruncated: boolean;
};

export type InventoryImport = {
    /**
     * The file as a text, where no file is sent.
     */
    csv?: string;
    /**
     * `skip`: rows with faults are left out, the others taken in.
     */
    onInvalidRows?: 'refuse' | 'skip';
};

export type InventoryNumber = {
    /**
     * Its id.
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
     * What kind it is.
     */
    type: 'local' | 'tollFree' | 'mobile';
    /**
     * City; empty where it is not known.
     */
    locality: string;
    /**
     * State or region; empty where it is not known.
     */
    region: string;
    /**
     * For people.
     */
    friendlyName: string;
    /**
     * Where the operator has it from.
     */
    supplier: string | null;
    /**
     * What it costs there.
     */
    monthlyPriceUsd: number | null;
    /**
     * Where it stands.
     */
    status: 'available' | 'acquired';
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type InvitedUser = {
    /**
     * Its id.
     */
    id: string;
    /**
     * An email address.
     */
    email: string;
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Who spoke.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * `invited`: has chosen no password yet.
     */
    status: 'invited' | 'active' | 'disabled';
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When they signed in last; null: never.
     */
    signedInAt: string | null;
    /**
     * When the invitation that is open ends.
     */
    invitedUntil: string | null;
    /**
     * For `POST /v1/api/invitations/accept`; shown this once, works once, for seven days.
     */
    invitation: string;
};

export type JsonValue = string | number | boolean | null | Array<JsonValue> | {
    [key: string]: JsonValue;
};

export type Key = {
    /**
     * Its id.
     */
    id: string;
    /**
     * Its name, for people.
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
     * What the key may do.
     */
    scopes: Array<string>;
    /**
     * Workspaces it may enter besides its home.
     */
    workspaceIds: Array<string>;
    /**
     * Addresses and CIDR ranges; none: any address.
     */
    allowedIps: Array<string>;
    /**
     * Bounds.
     */
    limits: {
        /**
         * Requests in a minute; null: as many as the plan allows.
         */
        requestsPerMinute: number | null;
        /**
         * Calls that may be under way at once; null: as many as the plan allows.
         */
        concurrentCalls: number | null;
    };
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * After this instant the key is refused; null: never.
     */
    expiresAt: string | null;
    /**
     * When it was revoked; null: it holds.
     */
    revokedAt: string | null;
    /**
     * Exact to a minute.
     */
    lastUsedAt: string | null;
};

export type KeyInput = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * How it is done.
     */
    mode?: 'live' | 'test';
    /**
     * A named set of scopes.
     */
    preset?: 'full' | 'developer' | 'operator' | 'read-only';
    /**
     * What the key may do.
     */
    scopes?: Array<string>;
    /**
     * Workspaces that the key may enter besides its home.
     */
    workspaceIds?: Array<string>;
    /**
     * After this instant the key is refused; null: never.
     */
    expiresAt?: string | null;
    /**
     * Addresses and CIDR ranges from which the key may be used; none: from anywhere.
     */
    allowedIps?: Array<string>;
    /**
     * Bounds.
     */
    limits?: {
        /**
         * Requests in a minute; null: as many as the plan allows.
         */
        requestsPerMinute?: number | null;
        /**
         * Calls that may be under way at once; null: as many as the plan allows.
         */
        concurrentCalls?: number | null;
    };
};

export type KeyRotation = {
    /**
     * How long the old key still holds.
     */
    overlapSeconds?: number;
};

export type Message = {
    /**
     * Its id.
     */
    _id: string;
    /**
     * `outbound` from us, `inbound` to us.
     */
    direction: 'outbound' | 'inbound';
    /**
     * Whether the carrier or mail server has taken it.
     */
    sent: boolean;
    /**
     * The content, with variables filled in.
     */
    message: string;
    /**
     * Where it stands.
     */
    status: 'pending_approval' | 'approved' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'failed' | 'rejected' | 'received';
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * Who wrote it.
     */
    origin: 'flow' | 'agent' | 'person' | 'customer';
    /**
     * From when on it may be sent; null where nobody has approved it.
     */
    scheduledAt: string | null;
    /**
     * Variables of the flow’s text that had no value: nothing stands for them.
     */
    missingVariables: Array<string>;
    /**
     * Who approved or rejected it, and when; null while nobody has.
     */
    decision: {
        /**
         * The user or key that approved or rejected it.
         */
        by: string;
        /**
         * When.
         */
        at: string;
        /**
         * Why.
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
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
};

export type MessageInput = {
    /**
     * What is said or written.
     */
    message: string;
};

export type NestedError = {
    /**
     * What went wrong.
     */
    error: {
        /**
         * For programs; listed in docs/errors.md.
         */
        code: string;
        /**
         * What is wrong and what to do.
         */
        message: string;
        /**
         * The `x-request-id` of the answer; quote it when you report a fault.
         */
        requestId: string;
        /**
         * Every fault of what was sent.
         */
        fields?: Array<FieldFault>;
    };
};

export type NewDispositionCode = {
    /**
     * For programs.
     */
    code: string;
    /**
     * Nothing is to follow.
     */
    isTerminal?: boolean;
    /**
     * The number may not be called again.
     */
    addsToDnc?: boolean;
    /**
     * After which time another attempt makes sense; null where none does.
     */
    retryDelaySeconds?: number | null;
};

export type NewInventoryNumber = {
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * ISO 3166-1 alpha-2. Left out: looked up, as are the next three.
     */
    country?: string;
    /**
     * What kind it is.
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
     * Left out: the number as it is written internationally.
     */
    friendlyName?: string;
    /**
     * Where the operator has it from.
     */
    supplier?: string;
    /**
     * What it costs there.
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
     * Its id.
     */
    id: string;
    /**
     * Its name, for people.
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
     * What the key may do.
     */
    scopes: Array<string>;
    /**
     * Workspaces it may enter besides its home.
     */
    workspaceIds: Array<string>;
    /**
     * Addresses and CIDR ranges; none: any address.
     */
    allowedIps: Array<string>;
    /**
     * Bounds.
     */
    limits: {
        /**
         * Requests in a minute; null: as many as the plan allows.
         */
        requestsPerMinute: number | null;
        /**
         * Calls that may be under way at once; null: as many as the plan allows.
         */
        concurrentCalls: number | null;
    };
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * After this instant the key is refused; null: never.
     */
    expiresAt: string | null;
    /**
     * When it was revoked; null: it holds.
     */
    revokedAt: string | null;
    /**
     * Exact to a minute.
     */
    lastUsedAt: string | null;
    /**
     * The key itself, shown this once.
     */
    apiKey: string;
};

export type NewOwnedNumber = {
    /**
     * E.164. It must reach this service by one of its trunks.
     */
    phoneNumber: string;
    /**
     * As the search of available numbers tells it: `twilio` or `telnyx` buy the number there; `test-network` takes a number that reaches only the test network; `inventory` takes it out of the own inventory and nowhere else. Left out: out of the inventory where it is there, else it is added as a number of your own, which the operator must have allowed the workspace.
     */
    source?: string;
    /**
     * For people.
     */
    friendlyName?: string;
    /**
     * The agent that answers it.
     */
    agentId?: string | null;
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type OwnedNumber = {
    /**
     * Its id.
     */
    id: string;
    /**
     * E.164.
     */
    phoneNumber: string;
    /**
     * For people.
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
     * Where it was had from: `inventory`, `twilio`, `telnyx`, `test-network`, or `own` for one brought along.
     */
    source: string;
    /**
     * The agent that answers it.
     */
    agentId: string | null;
    /**
     * Where it stands.
     */
    status: 'active' | 'inactive';
    /**
     * Calls from it at once that batches keep to; null: as many as the plan allows.
     */
    maxConcurrency: number | null;
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: unknown;
    };
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type OwnedNumberPatch = {
    /**
     * For people.
     */
    friendlyName?: string;
    /**
     * Null: nobody answers it.
     */
    agentId?: string | null;
    /**
     * Where it stands.
     */
    status?: 'active' | 'inactive';
    /**
     * Calls from it at once. Batches call from other numbers meanwhile, or wait; single calls and callbacks do not, and count. Null: as many as the plan allows.
     */
    maxConcurrency?: number | null;
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata?: {
        [key: string]: JsonValue;
    };
};

export type PasswordChange = {
    /**
     * The password until now.
     */
    currentPassword: string;
    /**
     * A new password of 12 to 200 characters, of whatever kind.
     */
    newPassword: string;
};

export type SavedAgent = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * What kind it is.
     */
    type: 'voice' | 'messaging';
    /**
     * For people; it changes nothing.
     */
    description: string;
    /**
     * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
     */
    model: string;
    /**
     * How the language model is asked.
     */
    modelSettings: {
        /**
         * How freely the model chooses its words.
         */
        temperature: number;
        /**
         * Longest answer of the model.
         */
        maxTokens: number;
        /**
         * Models to use in this order where the first one fails or is slow.
         */
        fallbackModels: Array<string>;
        /**
         * Longest wait for an answer.
         */
        timeoutMs: number;
    };
    /**
     * How it sounds.
     */
    voice: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider: string;
        /**
         * The voice, as the provider names it.
         */
        voiceId: string;
        /**
         * 1 is the voice’s own.
         */
        speed: number;
        /**
         * 1 is the voice’s own.
         */
        volume: number;
        /**
         * Voices to use in this order where the first one fails.
         */
        fallback: Array<{
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider: string;
            /**
             * The voice, as the provider names it.
             */
            voiceId: string;
        }>;
    };
    /**
     * The recogniser.
     */
    transcriber: {
        /**
         * Who provides it; `builtin` is this machine.
         */
        provider: string;
        /**
         * Null: the provider’s own default.
         */
        model: string | null;
        /**
         * BCP 47, what the recogniser listens to; null: the agent’s.
         */
        language: string | null;
        /**
         * Words that the recogniser should expect.
         */
        keyterms: Array<string>;
    };
    /**
     * The system prompt, at most 50,000 characters.
     */
    personality: string;
    /**
     * Said first, at most 2,000 characters.
     */
    firstMessage: string;
    /**
     * Who begins: the agent with `firstMessage`, the model with words of its own, or the customer.
     */
    firstMessageMode: 'agent' | 'agent-generated' | 'user';
    /**
     * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
     */
    language: string;
    /**
     * An IANA time zone by area and location, such as `America/New_York`.
     */
    timezone: string;
    /**
     * The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
    /**
     * When the customer’s turn is over.
     */
    turn: {
        /**
         * How the end of a turn is found: by what was said, or by silence alone.
         */
        endpointing: 'semantic' | 'silence';
        /**
         * The shortest silence that may end a turn.
         */
        minSilenceMs: number;
        /**
         * After so long a silence the turn is over in any case.
         */
        maxSilenceMs: number;
    };
    /**
     * When the customer’s speech stops the agent’s.
     */
    interruption: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Speech shorter than this interrupts nothing.
         */
        minSpeechMs: number;
        /**
         * Fewer words than this interrupt nothing.
         */
        minWords: number;
        /**
         * Words that interrupt nothing.
         */
        ignorePhrases: Array<string>;
        /**
         * Whether the first message may be interrupted.
         */
        firstMessage: boolean;
    };
    /**
     * What to do when a machine answers.
     */
    voicemail: {
        /**
         * Who finds out that a machine has answered: nobody, a model, or the carrier.
         */
        detection: 'off' | 'model' | 'carrier';
        /**
         * What to do at a voicemail: hang up, leave `message`, or talk on.
         */
        action: 'hangup' | 'leave_message' | 'continue';
        /**
         * What is said or written.
         */
        message: string;
    };
    /**
     * Bounds.
     */
    limits: {
        /**
         * The call ends after so many seconds.
         */
        maxDurationSeconds: number;
        /**
         * How long the phone may ring.
         */
        ringTimeoutSeconds: number;
        /**
         * After so many seconds of silence the agent asks whether somebody is there.
         */
        silenceReminderSeconds: number;
        /**
         * How often the agent asks whether somebody is there.
         */
        maxReminders: number;
        /**
         * The call ends after so many seconds in which nobody spoke.
         */
        endAfterSilenceSeconds: number;
    };
    /**
     * Whether and how calls are recorded.
     */
    recording: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Whether the call begins by asking: `stay_on_line` tells, `verbal` waits for a yes.
         */
        consent: 'none' | 'stay_on_line' | 'verbal';
        /**
         * What is told or asked.
         */
        consentMessage: string;
    };
    /**
     * HTTP requests that the model may make.
     */
    tools: Array<{
        /**
         * What the model calls it by.
         */
        name: string;
        /**
         * Tells the model when to use it.
         */
        description: string;
        /**
         * JSON Schema of the arguments.
         */
        parameters: {
            [key: string]: JsonValue;
        };
        /**
         * The address.
         */
        url: string;
        /**
         * The method of the request.
         */
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /**
         * Headers of the request, by name.
         */
        headers: {
            [key: string]: string;
        };
        /**
         * Longest wait for an answer.
         */
        timeoutMs: number;
    }>;
    /**
     * What is to be found out from a call when it has ended.
     */
    analysis: {
        /**
         * A summary; asked for by true.
         */
        summary: boolean;
        /**
         * What makes a call a success, for the model that judges it.
         */
        successCriteria: string;
        /**
         * What is to be found out.
         */
        fields: Array<{
            /**
             * The variable that it fills.
             */
            name: string;
            /**
             * What kind it is.
             */
            type: 'string' | 'number' | 'boolean' | 'enum';
            /**
             * Tells what to look for.
             */
            description: string;
            /**
             * The values that it may have.
             */
            choices: Array<string>;
        }>;
    };
    /**
     * A phone number, E.164.
     */
    phoneNumber: string | null;
    /**
     * The flow.
     */
    flowId: string | null;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'sms' | 'email' | 'auto';
    /**
     * Put below every message.
     */
    signature: string;
    /**
     * Longest message in characters; null: what the channel takes.
     */
    maxLength: number | null;
    /**
     * Where it stands.
     */
    status: 'active' | 'inactive';
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
};

export type SavedFlow = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Where it stands.
     */
    status: 'draft' | 'active' | 'archived';
    /**
     * What kind it is.
     */
    type: 'call';
    /**
     * How it is done.
     */
    mode: 'strict' | 'flex';
    /**
     * Told to the model in every node.
     */
    globalPrompt: string;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId: string | null;
    /**
     * What was known at the end, by name.
     */
    variables: {
        [key: string]: {
            /**
             * What it holds.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * What leads from one node to the next.
     */
    edges: Array<FlowEdge>;
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
} | {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Where it stands.
     */
    status: 'draft' | 'active' | 'archived';
    /**
     * What kind it is.
     */
    type: 'message';
    /**
     * The first message; it may hold `{{variables}}`.
     */
    initiationMessage: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'auto' | 'sms' | 'email';
    /**
     * Of emails.
     */
    subject: string;
    /**
     * Whether a message waits before it is sent.
     */
    delay: {
        /**
         * Whether it is on.
         */
        enabled: boolean;
        /**
         * Seconds.
         */
        seconds: number;
    };
    /**
     * The agent.
     */
    agentId: string | null;
    /**
     * Whether the agent answers without anybody’s approval.
     */
    autopilotReplies: boolean;
    /**
     * How long to wait for more messages before answering.
     */
    replyDebounceSeconds: number;
    /**
     * Messages that the agent may send in one conversation.
     */
    maxAutoMessages: number;
    /**
     * When nothing is sent; null: always allowed.
     */
    quietHours: {
        /**
         * `HH:MM`.
         */
        start: string;
        /**
         * `HH:MM`, up to `24:00`.
         */
        end: string;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone: string;
        /**
         * What happens to a message in quiet hours: it waits, or is dropped.
         */
        policy: 'shift' | 'drop';
    } | null;
    /**
     * After so many quiet hours a new conversation begins.
     */
    inactivityHours: number;
    /**
     * Where it begins; null: the only node that no edge leads to.
     */
    startNodeId: string | null;
    /**
     * What was known at the end, by name.
     */
    variables: {
        [key: string]: {
            /**
             * What it holds.
             */
            type: 'string' | 'number' | 'boolean' | 'date_time';
            /**
             * What it holds before anything fills it.
             */
            default: string | number | boolean | null;
        };
    };
    /**
     * The steps of the flow.
     */
    nodes: Array<FlowNode>;
    /**
     * What leads from one node to the next.
     */
    edges: Array<FlowEdge>;
    /**
     * Its id.
     */
    id: string;
    /**
     * Counts up with each change.
     */
    version: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * Settings that are allowed but probably not intended. The resource was saved. Empty if there are none.
     */
    warnings: Array<Warning>;
};

export type Session = {
    /**
     * Its id.
     */
    id: string;
    /**
     * Who is signed in.
     */
    user: {
        /**
         * Its id.
         */
        id: string;
        /**
         * An email address.
         */
        email: string;
        /**
         * Its name, for people.
         */
        name: string;
        /**
         * Who spoke.
         */
        role: 'owner' | 'admin' | 'operator' | 'viewer';
    };
    /**
     * What the role may do, in the words of API keys.
     */
    scopes: Array<string>;
    /**
     * Home of the person.
     */
    workspaceId: string;
    /**
     * All that `x-workspace-id` may name.
     */
    workspaceIds: Array<string>;
};

export type SignedOut = {
    /**
     * Sessions that have ended.
     */
    ended: number;
};

export type StartedBatch = {
    /**
     * The batch that it belongs to; null where none.
     */
    batchId: string;
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Where it stands.
     */
    status: 'validating' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
    /**
     * A sentence for people; null where there is nothing to say.
     */
    statusDetail: string | null;
    /**
     * What it waits for.
     */
    waitingFor: 'none' | 'window' | 'concurrency' | 'retries';
    /**
     * The agent.
     */
    agentId: string;
    /**
     * Numbers to call from; none: the agent’s.
     */
    fromNumbers: Array<string>;
    /**
     * The country of numbers that name none.
     */
    defaultCountry: string | null;
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * When it may call.
     */
    window: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * What its calls are for; null: that of the agent.
     */
    purpose: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
    /**
     * Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
     */
    consent: boolean;
    /**
     * Calls at once; null: as many as the plan allows.
     */
    maxConcurrency: number | null;
    /**
     * Of the plan's calls at once, how many it leaves to others; null: as the operator has it.
     */
    reservedConcurrency: number | null;
    /**
     * Calls started in a second.
     */
    callsPerSecond: number;
    /**
     * Without its query, which may hold a secret.
     */
    predialUrl: string | null;
    /**
     * Whether and when to try again.
     */
    retry: {
        /**
         * Tries in all.
         */
        maxAttempts: number;
        /**
         * Which outcomes are tried again.
         */
        on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
        /**
         * How long to wait before each further try.
         */
        delays: Array<string>;
    };
    /**
     * Your own data, given back as it came; at most 16 KiB.
     */
    metadata: {
        [key: string]: JsonValue;
    };
    /**
     * Rows below the header.
     */
    totalRows: number;
    /**
     * How many match, on all pages.
     */
    total: number;
    /**
     * Not begun.
     */
    pending: number;
    /**
     * Being dialed.
     */
    dialing: number;
    /**
     * Under way.
     */
    inProgress: number;
    /**
     * Ended well.
     */
    completed: number;
    /**
     * Ended badly.
     */
    failed: number;
    /**
     * Left out.
     */
    skipped: number;
    /**
     * Called off.
     */
    cancelled: number;
    /**
     * A person answered.
     */
    connected: number;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When it began; null before.
     */
    startedAt: string | null;
    /**
     * When it ended; null before.
     */
    endedAt: string | null;
    /**
     * Rows that are called, except those that the warnings `zone_unknown` and `never_open` count.
     */
    validRows: number;
    /**
     * Rows that cannot be used.
     */
    invalidRows: number;
    /**
     * Rows whose number stands in an earlier one.
     */
    duplicateRows: number;
    /**
     * Rows of people who are not to be called.
     */
    suppressedRows: number;
    /**
     * What the agent's flow says and no column gives, also where the flow has a default for it.
     */
    variablesMissing: Array<string>;
    /**
     * Columns that the flow speaks of and that are missing (`missing_column`) or empty in some rows (`empty_cells`), with what is said instead; cells for a `date_time` of the flow that are told as they stand, since they are not understood (`unreadable_time`); columns that the flow uses nowhere (`unused_column`); rows without a `timezone` whose number tells none (`zone_unknown`), rows that may never be called in the window of the batch and the hours of the workspace (`never_open`), rows whose `timezone` is in another country than their number (`timezone_contradicts_number`), rows with numbers that another batch of the agent calls or has called, started within 24 hours (`in_recent_batch`), rows with numbers that no trunk carries, nor the test network (`no_trunk`), rows with invisible characters, which are removed (`invisible_characters`), rows with U+FFFD, where a conversion of the file lost letters (`lost_characters`), and rows whose `scheduled_at` is in the past (`scheduled_in_past`). None of them keeps a batch from being started, unless `zone_unknown` and `never_open` leave nobody to call.
     */
    warnings: Array<{
        /**
         * For programs.
         */
        code: 'missing_column' | 'empty_cells' | 'unreadable_time' | 'unused_column' | 'zone_unknown' | 'never_open' | 'timezone_contradicts_number' | 'in_recent_batch' | 'no_trunk' | 'invisible_characters' | 'lost_characters' | 'scheduled_in_past' | 'no_model' | 'closed_vocabulary' | 'comparison_never_holds' | 'edge_never_taken' | 'useless_branch' | 'node_type_unavailable';
        /**
         * `columns.<name>`, or `agentId` for what the agent and its flow make of any file.
         */
        path: string;
        /**
         * Null if it concerns no column.
         */
        column: string | null;
        /**
         * How many rows it concerns, of those that are neither invalid nor duplicates.
         */
        rows: number;
        /**
         * The first of them, five at most, as a spreadsheet numbers them; none where it concerns the column as a whole.
         */
        firstRows: Array<number>;
        /**
         * What is said or written.
         */
        message: string;
    }>;
};

export type Suppression = {
    /**
     * Its id.
     */
    id: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel: 'voice' | 'sms' | 'email';
    /**
     * A number or an email address.
     */
    address: string;
    /**
     * Why.
     */
    reason: string;
    /**
     * The call in which the wish was uttered.
     */
    callId: string | null;
    /**
     * The user or key that added it; null: a call or a message did.
     */
    createdBy: string | null;
    /**
     * When it was made.
     */
    createdAt: string;
};

export type SuppressionImport = {
    /**
     * The file as a text.
     */
    csv?: string;
    /**
     * The rows of the file.
     */
    rows?: Array<{
        /**
         * A number or an email address.
         */
        address: string;
        /**
         * `sms`, `email`, or `auto`: by the form of the address.
         */
        channel?: 'voice' | 'sms' | 'email' | 'all';
        /**
         * Why.
         */
        reason?: string;
    }>;
    /**
     * Of rows that name none.
     */
    channel?: 'voice' | 'sms' | 'email' | 'all';
    /**
     * Of rows that give none.
     */
    reason?: string;
    /**
     * ISO 3166-1 alpha-2. Numbers without a country code are of this country.
     */
    defaultCountry?: string;
    /**
     * `refuse`: where any row is at fault nothing is imported.
     */
    onInvalidRows?: 'refuse' | 'skip';
};

export type SuppressionInput = {
    /**
     * A phone number with its country code, or an email address.
     */
    address: string;
    /**
     * `sms`, `email`, or `auto`: by the form of the address.
     */
    channel?: 'voice' | 'sms' | 'email' | 'all';
    /**
     * Why.
     */
    reason?: string;
};

export type User = {
    /**
     * Its id.
     */
    id: string;
    /**
     * An email address.
     */
    email: string;
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Who spoke.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * `invited`: has chosen no password yet.
     */
    status: 'invited' | 'active' | 'disabled';
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * When they signed in last; null: never.
     */
    signedInAt: string | null;
    /**
     * When the invitation that is open ends.
     */
    invitedUntil: string | null;
};

export type UserInput = {
    /**
     * An email address.
     */
    email: string;
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * `owner`: everything; `admin`: everything but the workspace itself and its people; `operator`: runs what others built; `viewer`: looks.
     */
    role: 'owner' | 'admin' | 'operator' | 'viewer';
};

export type UserPatch = {
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * `owner`: everything; `admin`: everything but the workspace itself and its people; `operator`: runs what others built; `viewer`: looks.
     */
    role?: 'owner' | 'admin' | 'operator' | 'viewer';
    /**
     * Where it stands.
     */
    status?: 'active' | 'disabled';
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
     * Its id.
     */
    id: string;
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * What the workspace may use at once and in a minute.
     */
    plan: 'developer' | 'standard' | 'unlimited';
    /**
     * What the plan allows.
     */
    limits: {
        /**
         * Of all keys of the workspace together.
         */
        requestsPerMinute: number;
        /**
         * Calls that may be under way at once; null: as many as the plan allows.
         */
        concurrentCalls: number;
        /**
         * Calls that may be started in a second.
         */
        callStartsPerSecond: number;
    };
    /**
     * An IANA time zone by area and location, such as `America/New_York`.
     */
    timezone: string;
    /**
     * `law` keeps batches and callbacks to lawful hours; `off` does not.
     */
    callingHours: 'law' | 'off';
    /**
     * The hours in which the workspace calls, within those of the law and whatever `callingHours` says: batch calls and callbacks keep to them. Null: none of its own.
     */
    callingWindow: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone: string;
        /**
         * Days of the week.
         */
        days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the answer, `refuse` refuses them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours: 'warn' | 'refuse';
    /**
     * Beginnings of the E.164 numbers that the workspace may bring as its own, set by the operator; `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes: Array<string>;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
};

export type WorkspaceInput = {
    /**
     * Its name, for people.
     */
    name: string;
    /**
     * Chosen by the operator.
     */
    plan?: 'developer' | 'standard' | 'unlimited';
    /**
     * An IANA time zone by area and location, such as `America/New_York`.
     */
    timezone?: string;
    /**
     * `law`: batch calls and callbacks keep to the calling hours of where the callee lives; `off`: they do not, by choice of the owner, who answers for it. Limits of calls to one person hold either way.
     */
    callingHours?: 'law' | 'off';
    /**
     * The hours in which the workspace calls, within those of the law and whatever `callingHours` says: batch calls and callbacks keep to them. Null: none of its own.
     */
    callingWindow?: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the answer, `refuse` refuses them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours?: 'warn' | 'refuse';
    /**
     * Beginnings of the E.164 numbers that the workspace may bring as its own, set by the operator; `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes?: Array<string>;
};

export type WorkspacePatch = {
    /**
     * Its name, for people.
     */
    name?: string;
    /**
     * Chosen by the operator.
     */
    plan?: 'developer' | 'standard' | 'unlimited';
    /**
     * An IANA time zone by area and location, such as `America/New_York`.
     */
    timezone?: string;
    /**
     * `law`: batch calls and callbacks keep to the calling hours of where the callee lives; `off`: they do not, by choice of the owner, who answers for it. Limits of calls to one person hold either way.
     */
    callingHours?: 'law' | 'off';
    /**
     * The hours in which the workspace calls, within those of the law and whatever `callingHours` says: batch calls and callbacks keep to them. Null: none of its own.
     */
    callingWindow?: {
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: 'recipient' | string;
        /**
         * Days of the week.
         */
        days?: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
        /**
         * Times of the day.
         */
        windows: Array<{
            /**
             * `HH:MM`.
             */
            start: string;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end: string;
        }>;
    } | null;
    /**
     * Single calls outside the calling hours or over a limit of calls: `warn` places them with `warnings` in the answer, `refuse` refuses them (403 `outside_calling_hours`).
     */
    singleCallsOutsideHours?: 'warn' | 'refuse';
    /**
     * Beginnings of the E.164 numbers that the workspace may bring as its own, set by the operator; `+` allows every number. Numbers of the test network need none.
     */
    ownNumberPrefixes?: Array<string>;
};

export type WrittenDisposition = {
    /**
     * Its id.
     */
    _id: string;
    /**
     * A phone number, E.164.
     */
    phoneNumber: string;
    /**
     * How it turned out: a built-in disposition, or one of the workspace.
     */
    disposition: string;
    /**
     * Where it stands.
     */
    status: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'expired' | 'failed';
    /**
     * When it is to happen; null: at once, or never.
     */
    scheduledAt: string | null;
    /**
     * Which try it is, from 1.
     */
    attempt: number;
    /**
     * The agent.
     */
    agentId: string | null;
    /**
     * The name of the agent.
     */
    agentName: string | null;
    /**
     * The batch that it belongs to; null where none.
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
     * For people, at most 2,000 characters.
     */
    notes: string;
    /**
     * When it was made.
     */
    createdAt: string;
    /**
     * When it last changed.
     */
    updatedAt: string;
    /**
     * What was done all the same and deserves a look.
     */
    warnings?: Array<string>;
};

/**
 * The workspace to act in. Left out: the home of the key.
 */
export type XWorkspaceId = string;

/**
 * The first finished answer is given again for 24 hours; nothing is done twice.
 */
export type IdempotencyKey = string;

/**
 * Page number, from 1; not with `cursor`.
 */
export type Page = number;

/**
 * Records in a page, 1 to 1000.
 */
export type Limit = number;

/**
 * The `nextCursor` of the page before; not with `page`.
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
 * Where it stands.
 */
export type Status = 'active' | 'inactive';

/**
 * Anywhere in the name, in any case.
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
 * The agent.
 */
export type AgentId = string;

/**
 * The batch that it belongs to; null where none.
 */
export type BatchId = string;

/**
 * Why it ended; null before.
 */
export type EndReason = 'customer_hangup' | 'agent_hangup' | 'transferred' | 'voicemail' | 'no_answer' | 'busy' | 'declined' | 'invalid_number' | 'carrier_error' | 'max_duration' | 'silence' | 'cancelled' | 'media_timeout' | 'provider_error' | 'node_lost';

/**
 * Of either end, with its country code.
 */
export type PhoneNumber = string;

/**
 * `outbound` from us, `inbound` to us.
 */
export type Direction = 'outbound' | 'inbound';

/**
 * The call.
 */
export type CallIdRequired = string;

/**
 * Beside a `text/csv` body only. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
 */
export type DefaultCountry = 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';

/**
 * Beside a `text/csv` body only. Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.
 */
export type DateOrder = 'mdy' | 'dmy';

/**
 * Beside a `text/csv` body only. Call a number as often as it stands in the file. Otherwise only its first row is called.
 */
export type AllowDuplicates = boolean;

/**
 * Beside a `text/csv` body only. The window that the batch is to have.
 */
export type Window = {
    /**
     * An IANA time zone by area and location, such as `America/New_York`.
     */
    timezone: 'recipient' | string;
    /**
     * Days of the week.
     */
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
    /**
     * Times of the day.
     */
    windows: Array<{
        /**
         * `HH:MM`.
         */
        start: string;
        /**
         * `HH:MM`, up to `24:00`.
         */
        end: string;
    }>;
};

/**
 * Beside a `text/csv` body only. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
 */
export type Purpose = 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';

/**
 * Beside a `text/csv` body only. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
 */
export type Consent = boolean;

/**
 * Beside a `text/csv` body only. Its name, for people.
 */
export type Name = string;

/**
 * Beside a `text/csv` body only. Numbers to call from, in turn. Left out: that of the agent.
 */
export type FromNumbers = Array<string>;

/**
 * Beside a `text/csv` body only. No call before this instant. Left out: now.
 */
export type ScheduledAt = string;

/**
 * Beside a `text/csv` body only. Calls at once. Left out: as many as the plan allows.
 */
export type MaxConcurrency = number;

/**
 * Beside a `text/csv` body only. How many of the plan's calls at once this batch leaves to single calls, callbacks and other batches. Left out: a tenth of them, as the operator has set it. One call is always the batch's.
 */
export type ReservedConcurrency = number;

/**
 * Beside a `text/csv` body only. Calls started in a second.
 */
export type CallsPerSecond = number;

/**
 * Beside a `text/csv` body only. Asked by POST before each call whether it may be made: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. Only 200 with `{"eligible": true}` within 5 seconds lets the call be made. Put a secret of yours into the path or the query to know who asks.
 */
export type PredialUrl = string;

/**
 * Beside a `text/csv` body only. Whether and when to try again.
 */
export type Retry = {
    /**
     * Tries in all.
     */
    maxAttempts: number;
    /**
     * Which outcomes are tried again.
     */
    on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
    /**
     * How long to wait before each further try.
     */
    delays: Array<string>;
};

/**
 * Beside a `text/csv` body only. What to do with rows that cannot be used.
 */
export type OnInvalidRows = 'refuse' | 'skip';

/**
 * Beside a `text/csv` body only. Take a file that was started for the same agent within the last 24 hours, or one with the same numbers.
 */
export type AllowRepeat = boolean;

/**
 * Beside a `text/csv` body only. Your own data, given back as it came; at most 16 KiB.
 */
export type Metadata = {
    [key: string]: JsonValue;
};

/**
 * The batch.
 */
export type BatchIdRequired = string;

/**
 * How the call turned out; null before.
 */
export type Outcome = 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'transferred' | 'opted_out' | 'invalid_number' | 'dnc' | 'unknown';

/**
 * Number of calls begun so far.
 */
export type Attempt = number;

/**
 * `csv` answers all of them as a file.
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
 * The workspace to act in. Left out: the home of the key.
 */
export type XWorkspaceIdRequired = string;

/**
 * The room of the call.
 */
export type RoomNameRequired = string;

/**
 * How it turned out: a built-in disposition, or one of the workspace.
 */
export type Disposition2 = string;

/**
 * IANA name or UTC: the times in the answer carry its offset. Changes no filter.
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
 * The flow.
 */
export type FlowId = string;

/**
 * `sms`, `email`, or `auto`: by the form of the address.
 */
export type Channel = 'sms' | 'email';

/**
 * A phone number in E.164, or an email address in any case.
 */
export type Recipient = string;

/**
 * With a message in this status: `pending_approval` finds what awaits a person.
 */
export type MessageStatus = 'pending_approval' | 'approved' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'failed' | 'rejected' | 'received';

/**
 * The conversation.
 */
export type ConversationIdRequired = string;

/**
 * A message of it.
 */
export type MessageIdRequired = string;

/**
 * A phone number with its country code, or an email address in any case.
 */
export type Address = string;

/**
 * Beside a `text/csv` body only. Of rows that give none.
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
 * Somewhere in the number, country code included: 2 to 16 digits or `*`, which stands for any one digit.
 */
export type Contains = string;

/**
 * Where `filters.supported` names it. In countries of +1 it has three digits.
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
 * So many days up to today, by the clocks of UTC, 1 to 90.
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
 * What to do at a voicemail: hang up, leave `message`, or talk on.
 */
export type Action = string;

/**
 * What did it.
 */
export type ActorType = 'key' | 'user' | 'system';

/**
 * The key or the user that did it.
 */
export type ActorId = string;

/**
 * What it was done to.
 */
export type SubjectId = string;

/**
 * Who spoke.
 */
export type Role = 'owner' | 'admin' | 'operator' | 'viewer';

/**
 * The id of the user.
 */
export type UserIdRequired = string;

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>` under the secret of the endpoint. For 24 hours after a rotation two `v1=`.
 */
export type XServiceSignatureRequired = string;

/**
 * Of the event; the same in every try.
 */
export type WebhookIdRequired = string;

/**
 * Unix time of this try, in seconds.
 */
export type WebhookTimestampRequired = number;

/**
 * As Standard Webhooks has it: `v1,<base64>`, several with a space between.
 */
export type WebhookSignatureRequired = string;

export type ListAgentsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Where it stands.
         */
        status?: 'active' | 'inactive';
        /**
         * Anywhere in the name, in any case.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The agents of this page.
             */
            agents: Array<Agent>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: Agent;
};

export type GetAgentResponse = GetAgentResponses[keyof GetAgentResponses];

export type UpdateAgentData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
     */
    body: {
        /**
         * Its name, for people.
         */
        name?: string | null;
        /**
         * `voice` for calls, `messaging` for SMS and email.
         */
        type?: 'voice' | 'messaging' | null;
        /**
         * For people; it changes nothing.
         */
        description?: string | null;
        /**
         * `provider/model`; `builtin/flow`: no language model, the flow decides alone.
         */
        model?: string | null;
        /**
         * How the language model is asked.
         */
        modelSettings?: {
            /**
             * How freely the model chooses its words.
             */
            temperature?: number | null;
            /**
             * Longest answer of the model.
             */
            maxTokens?: number | null;
            /**
             * Models to use in this order where the first one fails or is slow.
             */
            fallbackModels?: Array<string> | null;
            /**
             * Longest wait for an answer.
             */
            timeoutMs?: number | null;
        } | null;
        /**
         * How it sounds.
         */
        voice?: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider?: string | null;
            /**
             * The voice, as the provider names it.
             */
            voiceId?: string | null;
            /**
             * 1 is the voice’s own.
             */
            speed?: number | null;
            /**
             * 1 is the voice’s own.
             */
            volume?: number | null;
            /**
             * Voices to use in this order where the first one fails.
             */
            fallback?: Array<{
                /**
                 * Who provides it; `builtin` is this machine.
                 */
                provider: string;
                /**
                 * The voice, as the provider names it.
                 */
                voiceId: string;
            }> | null;
        } | null;
        /**
         * The recogniser.
         */
        transcriber?: {
            /**
             * Who provides it; `builtin` is this machine.
             */
            provider?: string | null;
            /**
             * Null: the provider’s own default.
             */
            model?: string | null;
            /**
             * BCP 47, what the recogniser listens to; null: the agent’s.
             */
            language?: string | null;
            /**
             * Words that the recogniser should expect.
             */
            keyterms?: Array<string> | null;
        } | null;
        /**
         * The system prompt, at most 50,000 characters.
         */
        personality?: string | null;
        /**
         * Said first, at most 2,000 characters.
         */
        firstMessage?: string | null;
        /**
         * Who begins: the agent with `firstMessage`, the model with words of its own, or the customer.
         */
        firstMessageMode?: 'agent' | 'agent-generated' | 'user' | null;
        /**
         * BCP 47, such as `en-US`; one that the voice speaks and the recogniser understands.
         */
        language?: string | null;
        /**
         * An IANA time zone by area and location, such as `America/New_York`.
         */
        timezone?: string | null;
        /**
         * What the calls are for; it selects the calling rules that bind them.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified' | null;
        /**
         * When the customer’s turn is over.
         */
        turn?: {
            /**
             * How the end of a turn is found: by what was said, or by silence alone.
             */
            endpointing?: 'semantic' | 'silence' | null;
            /**
             * The shortest silence that may end a turn.
             */
            minSilenceMs?: number | null;
            /**
             * After so long a silence the turn is over in any case.
             */
            maxSilenceMs?: number | null;
        } | null;
        /**
         * When the customer’s speech stops the agent’s.
         */
        interruption?: {
            /**
             * Whether it is on.
             */
            enabled?: boolean | null;
            /**
             * Speech shorter than this interrupts nothing.
             */
            minSpeechMs?: number | null;
            /**
             * Fewer words than this interrupt nothing.
             */
            minWords?: number | null;
            /**
             * Words that interrupt nothing.
             */
            ignorePhrases?: Array<string> | null;
            /**
             * Whether the first message may be interrupted.
             */
            firstMessage?: boolean | null;
        } | null;
        /**
         * What to do when a machine answers.
         */
        voicemail?: {
            /**
             * Who finds out that a machine has answered: nobody, a model, or the carrier.
             */
            detection?: 'off' | 'model' | 'carrier' | null;
            /**
             * What to do at a voicemail: hang up, leave `message`, or talk on.
             */
            action?: 'hangup' | 'leave_message' | 'continue' | null;
            /**
             * What is said or written.
             */
            message?: string | null;
        } | null;
        /**
         * Bounds.
         */
        limits?: {
            /**
             * The call ends after so many seconds.
             */
            maxDurationSeconds?: number | null;
            /**
             * How long the phone may ring.
             */
            ringTimeoutSeconds?: number | null;
            /**
             * After so many seconds of silence the agent asks whether somebody is there.
             */
            silenceReminderSeconds?: number | null;
            /**
             * How often the agent asks whether somebody is there.
             */
            maxReminders?: number | null;
            /**
             * The call ends after so many seconds in which nobody spoke.
             */
            endAfterSilenceSeconds?: number | null;
        } | null;
        /**
         * Whether and how calls are recorded.
         */
        recording?: {
            /**
             * Whether it is on.
             */
            enabled?: boolean | null;
            /**
             * Whether the call begins by asking: `stay_on_line` tells, `verbal` waits for a yes.
             */
            consent?: 'none' | 'stay_on_line' | 'verbal' | null;
            /**
             * What is told or asked.
             */
            consentMessage?: string | null;
        } | null;
        /**
         * HTTP requests that the model may make.
         */
        tools?: Array<{
            /**
             * What the model calls it by.
             */
            name: string;
            /**
             * Tells the model when to use it.
             */
            description: string;
            /**
             * JSON Schema of the arguments.
             */
            parameters?: {
                [key: string]: JsonValue;
            };
            /**
             * The address.
             */
            url: string;
            /**
             * The method of the request.
             */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
            /**
             * Headers of the request, by name.
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * Longest wait for an answer.
             */
            timeoutMs?: number;
        }> | null;
        /**
         * What is to be found out from a call when it has ended.
         */
        analysis?: {
            /**
             * A summary; asked for by true.
             */
            summary?: boolean | null;
            /**
             * What makes a call a success, for the model that judges it.
             */
            successCriteria?: string | null;
            /**
             * What is to be found out.
             */
            fields?: Array<{
                /**
                 * The variable that it fills.
                 */
                name: string;
                /**
                 * What kind it is.
                 */
                type: 'string' | 'number' | 'boolean' | 'enum';
                /**
                 * Tells what to look for.
                 */
                description?: string;
                /**
                 * The values that it may have.
                 */
                choices?: Array<string>;
            }> | null;
        } | null;
        /**
         * A phone number, E.164.
         */
        phoneNumber?: string | null;
        /**
         * The flow.
         */
        flowId?: string | null;
        /**
         * `sms`, `email`, or `auto`: by the form of the address.
         */
        channel?: 'sms' | 'email' | 'auto' | null;
        /**
         * Put below every message.
         */
        signature?: string | null;
        /**
         * Longest message in characters; null: what the channel takes.
         */
        maxLength?: number | null;
        /**
         * Where it stands.
         */
        status?: 'active' | 'inactive' | null;
        /**
         * Your own data, given back as it came; at most 16 KiB.
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
     * Done.
     */
    200: SavedAgent;
};

export type UpdateAgentResponse = UpdateAgentResponses[keyof UpdateAgentResponses];

export type ListFlowsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * `call` (the default of lists), `message`, or `all`.
         */
        type?: 'call' | 'message' | 'all';
        /**
         * Where it stands.
         */
        status?: 'draft' | 'active' | 'archived';
        /**
         * Anywhere in the name, in any case.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The flows of this page.
             */
            flows: Array<Flow>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 100,000 values, 4,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: Flow;
};

export type GetFlowResponse = GetFlowResponses[keyof GetFlowResponses];

export type UpdateFlowData = {
    /**
     * As JSON at most 1 MiB, 100,000 values, 4,000 entries in one list; objects, lists and their members are counted.
     */
    body: {
        /**
         * Its name, for people.
         */
        name?: string | null;
        /**
         * Where it stands.
         */
        status?: 'draft' | 'active' | 'archived' | null;
        /**
         * `strict` keeps to the nodes; `flex` lets the model talk around them.
         */
        mode?: 'strict' | 'flex' | null;
        /**
         * Told to the model in every node.
         */
        globalPrompt?: string | null;
        /**
         * Where it begins; null: the only node that no edge leads to.
         */
        startNodeId?: string | null;
        /**
         * Variables and what they hold at the start.
         */
        variables?: {
            [key: string]: {
                /**
                 * What it holds.
                 */
                type?: 'string' | 'number' | 'boolean' | 'date_time';
                /**
                 * What it holds before anything fills it.
                 */
                default?: string | number | boolean | null;
            } | null;
        } | null;
        /**
         * The steps of the flow.
         */
        nodes?: Array<FlowNodeInput> | null;
        /**
         * What leads from one node to the next.
         */
        edges?: Array<FlowEdgeInput> | null;
        /**
         * The first message; it may hold `{{variables}}`.
         */
        initiationMessage?: string | null;
        /**
         * `sms`, `email`, or `auto`: by the form of the address.
         */
        channel?: 'auto' | 'sms' | 'email' | null;
        /**
         * Of emails.
         */
        subject?: string | null;
        /**
         * Whether a message waits before it is sent.
         */
        delay?: {
            /**
             * Whether it is on.
             */
            enabled?: boolean | null;
            /**
             * Seconds.
             */
            seconds?: number | null;
        } | null;
        /**
         * The agent.
         */
        agentId?: string | null;
        /**
         * Whether the agent answers without anybody’s approval.
         */
        autopilotReplies?: boolean | null;
        /**
         * How long to wait for more messages before answering.
         */
        replyDebounceSeconds?: number | null;
        /**
         * Messages that the agent may send in one conversation.
         */
        maxAutoMessages?: number | null;
        /**
         * When nothing is sent; null: always allowed.
         */
        quietHours?: {
            /**
             * `HH:MM`.
             */
            start?: string | null;
            /**
             * `HH:MM`, up to `24:00`.
             */
            end?: string | null;
            /**
             * An IANA time zone by area and location, such as `America/New_York`.
             */
            timezone?: 'recipient' | string | null;
            /**
             * What happens to a message in quiet hours: it waits, or is dropped.
             */
            policy?: 'shift' | 'drop' | null;
        } | null;
        /**
         * After so many quiet hours a new conversation begins.
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
     * Done.
     */
    200: SavedFlow;
};

export type UpdateFlowResponse = UpdateFlowResponses[keyof UpdateFlowResponses];

export type SendCallData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: Call;
};

export type SendCallResponse = SendCallResponses[keyof SendCallResponses];

export type ListCallsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * The agent.
         */
        agentId?: string;
        /**
         * The batch that it belongs to; null where none.
         */
        batchId?: string;
        /**
         * Where it stands.
         */
        status?: 'queued' | 'dialing' | 'ringing' | 'in_progress' | 'ended';
        /**
         * Why it ended; null before.
         */
        endReason?: 'customer_hangup' | 'agent_hangup' | 'transferred' | 'voicemail' | 'no_answer' | 'busy' | 'declined' | 'invalid_number' | 'carrier_error' | 'max_duration' | 'silence' | 'cancelled' | 'media_timeout' | 'provider_error' | 'node_lost';
        /**
         * Of either end, with its country code.
         */
        phoneNumber?: string;
        /**
         * `outbound` from us, `inbound` to us.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The calls of this page.
             */
            calls: Array<CallRecord>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * Done.
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
     * The part that the Range header asked for.
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
     * Done.
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
     * As JSON at most 1 MiB, 100,000 values; objects, lists and their members are counted.
     */
    body: BatchCheck;
    path?: never;
    query?: {
        /**
         * Beside a `text/csv` body only. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
        /**
         * Beside a `text/csv` body only. Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.
         */
        dateOrder?: 'mdy' | 'dmy';
        /**
         * Beside a `text/csv` body only. Call a number as often as it stands in the file. Otherwise only its first row is called.
         */
        allowDuplicates?: boolean;
        /**
         * Beside a `text/csv` body only. The agent whose flow the columns are held to.
         */
        agentId?: string;
        /**
         * Beside a `text/csv` body only. The window that the batch is to have.
         */
        window?: {
            /**
             * An IANA time zone by area and location, such as `America/New_York`.
             */
            timezone: 'recipient' | string;
            /**
             * Days of the week.
             */
            days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
            /**
             * Times of the day.
             */
            windows: Array<{
                /**
                 * `HH:MM`.
                 */
                start: string;
                /**
                 * `HH:MM`, up to `24:00`.
                 */
                end: string;
            }>;
        };
        /**
         * Beside a `text/csv` body only. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
        /**
         * Beside a `text/csv` body only. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
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
     * Done.
     */
    200: BatchReport;
};

export type ValidateBatchResponse = ValidateBatchResponses[keyof ValidateBatchResponses];

export type PreviewBatchData = {
    /**
     * As JSON at most 1 MiB, 100,000 values; objects, lists and their members are counted.
     */
    body: BatchPreviewInput;
    path?: never;
    query?: {
        /**
         * Beside a `text/csv` body only. How many rows to show.
         */
        limit?: number;
        /**
         * Beside a `text/csv` body only. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
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
     * Done.
     */
    200: BatchPreview;
};

export type PreviewBatchResponse = PreviewBatchResponses[keyof PreviewBatchResponses];

export type ListBatchesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Where it stands.
         */
        status?: 'validating' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
        /**
         * The agent.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The batches of this page.
             */
            batches: Array<Batch>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 100,000 values; objects, lists and their members are counted.
     */
    body: BatchInput;
    path?: never;
    query?: {
        /**
         * Beside a `text/csv` body only. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW';
        /**
         * Beside a `text/csv` body only. Which comes first in dates such as `11/24/2026 10:30 AM` (`mdy`) or `24.11.2026 10:30` (`dmy`), in columns that the flow declares as `date_time`. Left out: they are written in ISO 8601.
         */
        dateOrder?: 'mdy' | 'dmy';
        /**
         * Beside a `text/csv` body only. Call a number as often as it stands in the file. Otherwise only its first row is called.
         */
        allowDuplicates?: boolean;
        /**
         * Beside a `text/csv` body only. The agent.
         */
        agentId?: string;
        /**
         * Beside a `text/csv` body only. Its name, for people.
         */
        name?: string;
        /**
         * Beside a `text/csv` body only. Numbers to call from, in turn. Left out: that of the agent.
         */
        fromNumbers?: Array<string>;
        /**
         * Beside a `text/csv` body only. No call before this instant. Left out: now.
         */
        scheduledAt?: string;
        /**
         * Beside a `text/csv` body only. When it may call.
         */
        window?: {
            /**
             * An IANA time zone by area and location, such as `America/New_York`.
             */
            timezone: 'recipient' | string;
            /**
             * Days of the week.
             */
            days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
            /**
             * Times of the day.
             */
            windows: Array<{
                /**
                 * `HH:MM`.
                 */
                start: string;
                /**
                 * `HH:MM`, up to `24:00`.
                 */
                end: string;
            }>;
        };
        /**
         * Beside a `text/csv` body only. The purpose of the calls. It selects the calling rules that apply. With `unspecified` all rules apply.
         */
        purpose?: 'sales' | 'service' | 'reminder' | 'collection' | 'unspecified';
        /**
         * Beside a `text/csv` body only. Attests that every callee has given the consent that the law requires for calls of this purpose by an artificial voice. Rules that apply only to calls without consent are lifted.
         */
        consent?: boolean;
        /**
         * Beside a `text/csv` body only. Calls at once. Left out: as many as the plan allows.
         */
        maxConcurrency?: number;
        /**
         * Beside a `text/csv` body only. How many of the plan's calls at once this batch leaves to single calls, callbacks and other batches. Left out: a tenth of them, as the operator has set it. One call is always the batch's.
         */
        reservedConcurrency?: number;
        /**
         * Beside a `text/csv` body only. Calls started in a second.
         */
        callsPerSecond?: number;
        /**
         * Beside a `text/csv` body only. Asked by POST before each call whether it may be made: `{batchId, jobId, phoneNumber, attempt, customer, dynamic}`. Only 200 with `{"eligible": true}` within 5 seconds lets the call be made. Put a secret of yours into the path or the query to know who asks.
         */
        predialUrl?: string;
        /**
         * Beside a `text/csv` body only. Whether and when to try again.
         */
        retry?: {
            /**
             * Tries in all.
             */
            maxAttempts: number;
            /**
             * Which outcomes are tried again.
             */
            on: Array<'no_answer' | 'busy' | 'voicemail' | 'failed'>;
            /**
             * How long to wait before each further try.
             */
            delays: Array<string>;
        };
        /**
         * Beside a `text/csv` body only. What to do with rows that cannot be used.
         */
        onInvalidRows?: 'refuse' | 'skip';
        /**
         * Beside a `text/csv` body only. Take a file that was started for the same agent within the last 24 hours, or one with the same numbers.
         */
        allowRepeat?: boolean;
        /**
         * Beside a `text/csv` body only. Your own data, given back as it came; at most 16 KiB.
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
     * Done.
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
     * Done.
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
     * Done.
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
     * Done.
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
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Where it stands.
         */
        status?: 'pending' | 'dialing' | 'in_progress' | 'completed' | 'failed' | 'skipped' | 'cancelled';
        /**
         * How the call turned out; null before.
         */
        outcome?: 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'failed' | 'transferred' | 'opted_out' | 'invalid_number' | 'dnc' | 'unknown';
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
         * `csv` answers all of them as a file.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The calls of this page.
             */
            calls: Array<BatchJob>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * Done.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: Array<ActiveCall>;
        /**
         * How many there are.
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
     * Done.
     */
    200: ActiveCallDetail;
};

export type GetActiveCallResponse = GetActiveCallResponses[keyof GetActiveCallResponses];

export type ListDispositionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * The batch that it belongs to; null where none.
         */
        batchId?: string;
        /**
         * The agent.
         */
        agentId?: string;
        /**
         * Where it stands.
         */
        status?: 'pending' | 'in_progress' | 'completed' | 'cancelled' | 'expired' | 'failed';
        /**
         * How it turned out: a built-in disposition, or one of the workspace.
         */
        disposition?: string;
        /**
         * Which try it is, from 1.
         */
        attempt?: number;
        /**
         * Anywhere in number, disposition, agent name and notes.
         */
        search?: string;
        /**
         * IANA name or UTC: the times in the answer carry its offset. Changes no filter.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The dispositions of this page.
             */
            dispositions: Array<Disposition>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
         * IANA name or UTC: the times in the answer carry its offset. Changes no filter.
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
     * Done.
     */
    200: Disposition;
};

export type GetDispositionResponse = GetDispositionResponses[keyof GetDispositionResponses];

export type UpdateDispositionData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: WrittenDisposition;
};

export type UpdateDispositionResponse = UpdateDispositionResponses[keyof UpdateDispositionResponses];

export type ListDispositionCodesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The codes of this page.
             */
            dispositionCodes: Array<DispositionCode>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: DispositionCode;
};

export type GetDispositionCodeResponse = GetDispositionCodeResponses[keyof GetDispositionCodeResponses];

export type UpdateDispositionCodeData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: DispositionCode;
};

export type UpdateDispositionCodeResponse = UpdateDispositionCodeResponses[keyof UpdateDispositionCodeResponses];

export type GenerateMessageData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Conversations in an answer, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
     * Done.
     */
    200: Array<Conversation>;
};

export type ListConversationsByFlowResponse = ListConversationsByFlowResponses[keyof ListConversationsByFlowResponses];

export type ListConversationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * The flow.
         */
        flowId?: string;
        /**
         * The agent.
         */
        agentId?: string;
        /**
         * `sms`, `email`, or `auto`: by the form of the address.
         */
        channel?: 'sms' | 'email';
        /**
         * A phone number in E.164, or an email address in any case.
         */
        recipient?: string;
        /**
         * Where it stands.
         */
        status?: 'open' | 'closed';
        /**
         * With a message in this status: `pending_approval` finds what awaits a person.
         */
        messageStatus?: 'pending_approval' | 'approved' | 'scheduled' | 'sending' | 'sent' | 'delivered' | 'failed' | 'rejected' | 'received';
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The conversations of this page.
             */
            conversations: Array<Conversation>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * Done.
     */
    200: Conversation;
};

export type GetConversationResponse = GetConversationResponses[keyof GetConversationResponses];

export type WriteMessageData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: Message;
};

export type WriteMessageResponse = WriteMessageResponses[keyof WriteMessageResponses];

export type ApproveMessageData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
     */
    body?: {
        /**
         * What is said or written.
         */
        message?: string;
    };
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
        /**
         * A message of it.
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
     * Done.
     */
    200: Message;
};

export type ApproveMessageResponse = ApproveMessageResponses[keyof ApproveMessageResponses];

export type RejectMessageData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
     */
    body?: {
        /**
         * Why.
         */
        reason?: string;
    };
    path: {
        /**
         * The conversation.
         */
        conversationId: string;
        /**
         * A message of it.
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
     * Done.
     */
    200: Message;
};

export type RejectMessageResponse = RejectMessageResponses[keyof RejectMessageResponses];

export type ListSuppressionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * `sms`, `email`, or `auto`: by the form of the address.
         */
        channel?: 'voice' | 'sms' | 'email';
        /**
         * A phone number with its country code, or an email address in any case.
         */
        address?: string;
        /**
         * How the address begins: `+1202`, or `ada@`.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The suppressions of this page.
             */
            suppressions: Array<Suppression>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: AddedSuppressions;
};

export type CreateSuppressionResponse = CreateSuppressionResponses[keyof CreateSuppressionResponses];

export type ImportSuppressionsData = {
    /**
     * As JSON at most 1 MiB, 100,000 values, 10,000 entries in one list; objects, lists and their members are counted.
     */
    body: SuppressionImport;
    path?: never;
    query?: {
        /**
         * Beside a `text/csv` body only. Of rows that name none.
         */
        channel?: 'voice' | 'sms' | 'email' | 'all';
        /**
         * Beside a `text/csv` body only. Of rows that give none.
         */
        reason?: string;
        /**
         * Beside a `text/csv` body only. ISO 3166-1 alpha-2. Numbers without a country code are of this country.
         */
        defaultCountry?: string;
        /**
         * Beside a `text/csv` body only. `refuse`: where any row is at fault nothing is imported.
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
     * Done.
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
     * Done.
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
     * Done.
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
         * Somewhere in the number, country code included: 2 to 16 digits or `*`, which stands for any one digit.
         */
        contains?: string;
        /**
         * Where `filters.supported` names it. In countries of +1 it has three digits.
         */
        areaCode?: string;
        /**
         * Numbers at most, 1 to 1000.
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
     * Done.
     */
    200: AvailableNumbers;
};

export type SearchNumbersResponse = SearchNumbersResponses[keyof SearchNumbersResponses];

export type ListNumbersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * The agent.
         */
        agentId?: string;
        /**
         * Where it stands.
         */
        status?: 'active' | 'inactive';
        /**
         * ISO 3166-1 alpha-2.
         */
        country?: string;
        /**
         * Anywhere in the number or its name.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The numbers of this page.
             */
            numbers: Array<OwnedNumber>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: OwnedNumber;
};

export type GetNumberResponse = GetNumberResponses[keyof GetNumberResponses];

export type UpdateNumberData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
         * So many days up to today, by the clocks of UTC, 1 to 90.
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
     * Done.
     */
    200: AnswerRate;
};

export type GetAnswerRateResponse = GetAnswerRateResponses[keyof GetAnswerRateResponses];

export type ListAnswerRatesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * So many days up to today, by the clocks of UTC, 1 to 90.
         */
        days?: number;
        /**
         * Numbers to tell of, 1 to 1000.
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
     * Done.
     */
    200: AnswerRates;
};

export type ListAnswerRatesResponse = ListAnswerRatesResponses[keyof ListAnswerRatesResponses];

export type ListInventoryData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * What kind it is.
         */
        type?: 'local' | 'tollFree' | 'mobile';
        /**
         * Where it stands.
         */
        status?: 'available' | 'acquired';
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The numbers of this page.
             */
            numbers: Array<InventoryNumber>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: AddedInventory;
};

export type AddInventoryNumbersResponse = AddInventoryNumbersResponses[keyof AddInventoryNumbersResponses];

export type ImportInventoryData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
     */
    body: InventoryImport;
    path?: never;
    query?: {
        /**
         * Beside a `text/csv` body only. `skip`: rows with faults are left out, the others taken in.
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
     * Done.
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
     * Done.
     */
    200: Deleted;
};

export type DeleteInventoryNumberResponse = DeleteInventoryNumberResponses[keyof DeleteInventoryNumberResponses];

export type ListKeysData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Anywhere in the name.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The keys of this page.
             */
            keys: Array<Key>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: Key;
};

export type GetKeyResponse = GetKeyResponses[keyof GetKeyResponses];

export type RotateKeyData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: NewKey;
};

export type RotateKeyResponse = RotateKeyResponses[keyof RotateKeyResponses];

export type ListWorkspacesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Anywhere in the name.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The workspaces of this page.
             */
            workspaces: Array<Workspace>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
     */
    200: Workspace;
};

export type GetWorkspaceResponse = GetWorkspaceResponses[keyof GetWorkspaceResponses];

export type UpdateWorkspaceData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: Workspace;
};

export type UpdateWorkspaceResponse = UpdateWorkspaceResponses[keyof UpdateWorkspaceResponses];

export type ListAuditLogData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * What to do at a voicemail: hang up, leave `message`, or talk on.
         */
        action?: string;
        /**
         * What did it.
         */
        actorType?: 'key' | 'user' | 'system';
        /**
         * The key or the user that did it.
         */
        actorId?: string;
        /**
         * What it was done to.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The entries of this page.
             */
            entries: Array<AuditEntry>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
         * Page number, from 1; not with `cursor`.
         */
        page?: number;
        /**
         * Records in a page, 1 to 1000.
         */
        limit?: number;
        /**
         * The `nextCursor` of the page before; not with `page`.
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
         * Who spoke.
         */
        role?: 'owner' | 'admin' | 'operator' | 'viewer';
        /**
         * Where it stands.
         */
        status?: 'invited' | 'active' | 'disabled';
        /**
         * Anywhere in the name or the address.
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
     * Done.
     */
    200: {
        /**
         * The answer itself.
         */
        data: {
            /**
             * The users of this page.
             */
            users: Array<User>;
            /**
             * How many match, on all pages.
             */
            total: number;
            /**
             * The page, from 1.
             */
            page: number;
            /**
             * Records in a page.
             */
            limit: number;
            /**
             * How many pages there are.
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
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: User;
};

export type GetUserResponse = GetUserResponses[keyof GetUserResponses];

export type UpdateUserData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: SignedOut;
};

export type SignOutEverywhereResponse = SignOutEverywhereResponses[keyof SignOutEverywhereResponses];

export type SignInData = {
    /**
     * As JSON at most 4 KiB, 100 values; objects, lists and their members are counted.
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
     * Done.
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
     * Done.
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
     * Done.
     */
    200: Session;
};

export type GetSessionResponse = GetSessionResponses[keyof GetSessionResponses];

export type ChangePasswordData = {
    /**
     * As JSON at most 1 MiB, 20,000 values, 2,000 entries in one list; objects, lists and their members are counted.
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
     * Done.
     */
    200: Session;
};

export type ChangePasswordResponse = ChangePasswordResponses[keyof ChangePasswordResponses];

export type AcceptInvitationData = {
    /**
     * As JSON at most 4 KiB, 100 values; objects, lists and their members are counted.
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
     * Done.
     */
    200: Session;
};

export type AcceptInvitationResponse = AcceptInvitationResponses[keyof AcceptInvitationResponses];

export type OnCallRingingWebhookPayload = {
    /**
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.ringing';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.answered';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.started';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.transferred';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.completed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.failed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'call.analyzed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'recording.ready';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'sms.sent';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'sms.delivered';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'sms.failed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'sms.received';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'email.sent';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'email.failed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'email.received';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'message.approval_required';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'conversation.opted_out';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'disposition.created';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'disposition.due';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'batch.started';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'batch.completed';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'batch.cancelled';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'number.acquired';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'agent.created';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'agent.updated';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'agent.deleted';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'flow.created';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'flow.updated';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
     * Of the event, `evt_…`.
     */
    id: string;
    /**
     * Its type.
     */
    event: 'flow.deleted';
    /**
     * When it occurred.
     */
    createdAt: string;
    /**
     * Where it occurred.
     */
    workspaceId: string;
    /**
     * What it is about. `sequence` orders the events of one subject.
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
