import { z } from 'zod';

/** What every DELETE of a resource answers. */
export const DeletedResponse = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' });
