import { z } from 'zod';
import type { IdKind } from '../core/ids.ts';
import { exampleId } from '../domain/fields.ts';

const DeletedResponse = z
  .object({
    id: z.string().meta({ description: 'The id of the deleted resource.', examples: [exampleId('agent')] }),
    deleted: z.literal(true).meta({ description: 'Always true.' }),
  })
  .meta({ id: 'Deleted' });

/** Returns the schema of the response of a DELETE. */
export const deletedResponse = (kind: IdKind) =>
  DeletedResponse.meta({ examples: [{ id: exampleId(kind), deleted: true }] });
