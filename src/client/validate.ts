import type * as z from 'zod'
import { readMismatch } from '../service/resources/readMismatch.js'
import { InvalidRequestError, InvalidResponseError } from './errors.js'

type Violation = new (parameters: {
  operation: string
  path: string
  value: unknown
  requirement: string
}) => Error

/** Checks an answer of the service against its schema. @throws {@link InvalidResponseError} */
export function readResponse<schema extends z.ZodType>(
  schema: schema,
  value: unknown,
  operation: string,
): z.output<schema> {
  return read(schema, value, operation, InvalidResponseError)
}

/** Checks a caller's parameters against their schema. @throws {@link InvalidRequestError} */
export function readParameters<schema extends z.ZodType>(
  schema: schema,
  value: unknown,
  operation: string,
): z.output<schema> {
  return read(schema, value, operation, InvalidRequestError)
}

function read<schema extends z.ZodType>(
  schema: schema,
  value: unknown,
  operation: string,
  Violation: Violation,
): z.output<schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Violation({ operation, ...readMismatch(result.error, value) })
}
