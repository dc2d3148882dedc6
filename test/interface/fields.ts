import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { InvalidResponseError } from '../../src/client/errors.js'
import { readResponse } from '../../src/client/validate.js'
import { valueAt, withValue } from '../client/operations/fixtures.js'

/** A row of a table of fields: values that the field may have, `undefined` for none, and values of another form. */
export type Field = { path: string; accepts: readonly unknown[]; refuses: readonly unknown[] }

/**
 * Reads `record` as it is, and once for each value of each row. Another form is refused where the client uses the field,
 * and kept where not.
 *
 * @returns What went otherwise; nothing if all is well.
 */
export function brokenFields(
  schema: z.ZodType,
  record: unknown,
  fields: readonly Field[],
  used: readonly string[] = [],
): string[] {
  const read = (value: unknown) => {
    try {
      return readResponse(schema, value, 'GET /test')
    } catch (error) {
      return error
    }
  }
  const broken = isDeepStrictEqual(read(record), record) ? [] : ['the record as it is']
  for (const { path, accepts, refuses } of fields) {
    const isUsed = used.includes(path)
    for (const value of isUsed ? accepts : [...accepts, ...refuses, null]) {
      const result = read(withValue(record, path, value))
      const isKept = !(result instanceof Error) && isDeepStrictEqual(valueAt(result, path), value)
      if (!isKept) broken.push(`${path} refuses or changes ${JSON.stringify(value)}`)
    }
    for (const value of isUsed ? refuses : []) {
      const error = read(withValue(record, path, value))
      const isRefused = error instanceof InvalidResponseError && error.path === path && error.value === value
      if (!isRefused) broken.push(`${path} accepts ${JSON.stringify(value)}`)
    }
  }
  return broken
}
