import { z } from 'zod';
import { isE164, isFictionalNumber, parsePhoneNumber, type PhoneNumber } from '../../core/phone-numbers.ts';
import { reject, type FieldFault } from '../../core/problems.ts';
import { exampleId, metadata, text } from '../../domain/fields.ts';
import { numberTypeOf } from '../../domain/numbers/number-type.ts';
import type { WantedNumber } from '../../store/number-orders.ts';
import type { OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type Caller, type RequestRecord } from '../endpoint.ts';
import { listAlternatives } from '../http/validation-messages.ts';
import { problemFault, problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { requireReachable } from '../test-key.ts';
import { acquireNumber, addOwnedNumber } from './acquire-number.ts';
import { assignedAgentFaults } from './assign-number.ts';
import { buyNumber, findVendor } from './buy-number.ts';
import { inventorySourceName } from './inventory-source.ts';
import { ownNumberPolicy } from './own-number-policy.ts';
import { OwnedNumberResponse, toOwnedNumberResponse } from './owned-number-response.ts';
import { testNetworkSourceName, testNumberName } from './test-network-source.ts';

const NewNumber = z
  .strictObject({
    phoneNumber: text(100).meta({
      description: 'E.164. Calls to the number must arrive on one of the trunks of this service.',
      examples: ['+12025550100'],
    }),
    source: text(40)
      .optional()
      .meta({
        description:
          'The `source` of an available number: `twilio` or `telnyx` buys the number there, `test-network` takes a number that reaches only the test network, `inventory` takes it from the inventory only. If omitted, the number is taken from the inventory, or added as your own number if it is not there; the operator must allow own numbers.',
        examples: ['inventory'],
      }),
    friendlyName: z
      .string()
      .trim()
      .max(100)
      .optional()
      .meta({
        description: 'A display name.',
        examples: ['(202) 555-0199'],
      }),
    agentId: text(40)
      .nullable()
      .optional()
      .meta({
        description: 'The agent that answers the number.',
        examples: [exampleId('agent')],
      }),
    metadata: metadata.optional(),
  })
  .meta({
    id: 'NewOwnedNumber',
    examples: [{ phoneNumber: '+12025550199', friendlyName: 'Front desk', agentId: exampleId('agent') }],
  });

type NewNumber = z.output<typeof NewNumber>;

export const createNumber = endpoint({
  method: 'POST',
  path: '/v1/api/telephony/numbers',
  operationId: 'createNumber',
  tag: 'Numbers',
  summary: 'Acquire or add a number',
  description:
    'Acquires an available number or adds your own. An agent without a number also uses it as caller ID.',
  scope: 'numbers:acquire',
  body: NewNumber,
  reply: OwnedNumberResponse,
  errorCodes: [
    'invalid_number',
    'number_taken',
    'number_not_assigned',
    'test_key',
    'number_not_available',
    'number_source_failed',
    'agent_not_found',
    'agent_needs_model',
  ],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, context) {
    const more = await numberFaults(context, context.database.inWorkspace(workspaceId), workspaceId, input);
    return problemFromFaults([...faults, ...more]);
  },

  async handle({ caller, body, requestRecord }, context) {
    const { workspaceId } = caller;
    if (body.source === testNetworkSourceName) return addTestNumber(context, caller, body, requestRecord);
    const vendor = findVendor(context.numberSources, body.source);
    if (vendor === undefined) return addNumber(context, caller, body, requestRecord);
    const db = context.database.inWorkspace(workspaceId);
    rejectFaults(await numberFaults(context, db, workspaceId, body));
    const number = readNumber(body.phoneNumber) ?? reject('invalid_number');
    requireReachable(caller, number.e164);
    const order = {
      id: context.ids.newId('number'),
      workspaceId,
      source: vendor.name,
      e164: number.e164,
      wanted: await describeNumber(context, number, body),
      at: new Date(context.clock.now()),
    };
    return toOwnedNumberResponse(await buyNumber(context, vendor, order, requestRecord));
  },
});

async function describeNumber(
  { numberLookup }: ApiContext,
  { e164, country, type, international }: PhoneNumber,
  { friendlyName = international, agentId = null, metadata: own = {} }: NewNumber,
): Promise<WantedNumber> {
  const [details] = await numberLookup.lookUp([e164]);
  const place = { locality: details?.locality ?? null, region: details?.region ?? null };
  return {
    friendlyName,
    country: country ?? null,
    ...place,
    type: numberTypeOf(type) ?? null,
    agentId,
    metadata: own,
  };
}

/** Adds a number of the test network, which is available to every workspace. */
async function addTestNumber(
  context: ApiContext,
  caller: Caller,
  body: NewNumber,
  requestRecord: RequestRecord,
) {
  const { database, ids, clock } = context;
  const { workspaceId } = caller;
  const policy = await ownNumberPolicy(caller, context);
  const parsed = readNumber(body.phoneNumber);
  const name = parsed && testNumberName(parsed.international);
  const description = parsed && (await describeNumber(context, parsed, { friendlyName: name, ...body }));
  return database.inWorkspace(workspaceId).transaction(async (tx) => {
    rejectFaults(await numberFaults(context, tx, workspaceId, body));
    const { e164 } = parsed ?? reject('invalid_number');
    if (!isFictionalNumber(e164)) reject('number_not_available');
    if (policy.isShared(e164)) reject('number_not_assigned');
    const at = new Date(clock.now());
    const source = testNetworkSourceName;
    const owned = await addOwnedNumber(tx, {
      ...description,
      id: ids.newId('number'),
      workspaceId,
      e164,
      source,
      at,
    });
    return requestRecord.storeResponse(tx, toOwnedNumberResponse(owned));
  });
}

/** Adds a number from the inventory, or the workspace's own number. */
async function addNumber(context: ApiContext, caller: Caller, body: NewNumber, requestRecord: RequestRecord) {
  const { database, ids, clock } = context;
  const { workspaceId } = caller;
  const policy = await ownNumberPolicy(caller, context);
  return database.inWorkspace(workspaceId).transaction(async (tx) => {
    rejectFaults(await numberFaults(context, tx, workspaceId, body));
    const { e164, country, type, international } = readNumber(body.phoneNumber) ?? reject('invalid_number');
    const { friendlyName, agentId, metadata: own } = body;
    const at = new Date(clock.now());
    const named = { friendlyName, country, type: numberTypeOf(type), agentId, metadata: own };
    const newNumber = { id: ids.newId('number'), workspaceId, e164, ...named, at };
    const fromInventory = body.source === inventorySourceName;
    const origin = { fromInventory, international, policy };
    const owned: OwnedNumberRow = await acquireNumber(tx, newNumber, origin);
    return requestRecord.storeResponse(tx, toOwnedNumberResponse(owned));
  });
}

const readNumber = (text: string) => (isE164(text) ? parsePhoneNumber(text) : undefined);

/** Returns faults for an invalid number, an unknown source and an unknown agent. `sent` may have any shape. */
async function numberFaults(
  { numberSources }: ApiContext,
  db: Queryable,
  workspaceId: string,
  sent: unknown,
): Promise<FieldFault[]> {
  const { phoneNumber, source, agentId } = sentFields(sent);
  const text = sentText(phoneNumber);
  const isValid = text === undefined || readNumber(text) !== undefined;
  const numberFault = isValid ? [] : [problemFault('phoneNumber', 'invalid_number')];
  const unknownSource = sourceFaults(
    numberSources.map(({ name }) => name),
    sentText(source),
  );
  return [
    ...numberFault,
    ...unknownSource,
    ...(await assignedAgentFaults(db, workspaceId, sentText(agentId))),
  ];
}

function sourceFaults(names: readonly string[], source: string | undefined): FieldFault[] {
  if (source === undefined || names.includes(source)) return [];
  return [{ path: 'source', code: 'invalid_value', message: `Send ${listAlternatives(names)}.` }];
}
