/** Returns whether a statement failed because a row that it references does not exist (any more). */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === '23503';
