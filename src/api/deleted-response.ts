import { z } from 'zod';
import { idOf } from '../domain/fields.ts';

/** The response of every DELETE. */
export const DeletedResponse = z
  .object({ id: idOf('agent'), deleted: z.literal(true).meta({ description: 'Always true.' }) })
  .meta({
    id: 'Deleted',
  });
