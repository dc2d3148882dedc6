import type * as z from 'zod'
import { type OperationName, operationOf } from '../../service/profile/operations.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

/** A row of the table of operations. */
type Row<parameters extends z.ZodType, answer extends z.ZodType> = {
  method: 'GET' | 'POST'
  /**
   * The path, with parameter names in braces. If an operation has several versions or an announced end, this is the operation's
   * name, and the profile has the path.
   */
  path: `/${string}` | OperationName
  parameters: parameters
  answer: answer
  /** Whether the parameters consist of a `signature`, which is sent in the query, and a `body`. */
  isSigned?: boolean
  /** Whether sending the request twice has no further effect. Defaults to true for GET and false for POST. */
  repeatable?: boolean
  /** Changes the checked answer, or rejects it. */
  receive?(
    answer: z.output<answer>,
    connection: Connection,
    parameters: z.output<parameters>,
  ): z.output<answer>
  /** Throws the error for the caller, or returns an answer instead. */
  recover?(error: unknown): z.output<answer>
}

type Operation<input, answer> = undefined extends input
  ? (connection: Connection, parameters?: input, options?: RequestOptions) => Promise<answer>
  : (connection: Connection, parameters: input, options?: RequestOptions) => Promise<answer>

/** The parameters that an operation takes. */
export type ParametersOf<operation extends (connection: Connection, parameters: never) => unknown> = Exclude<
  Parameters<operation>[1],
  undefined
>

/**
 * Creates the function for a row of the table.
 *
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export function operation<parameters extends z.ZodType, answer extends z.ZodType>(
  row: Row<parameters, answer>,
): Operation<z.input<parameters>, z.output<answer>> {
  const { method, path, isSigned, repeatable, receive, recover } = row
  return async (connection: Connection, parameters?: z.input<parameters>, options?: RequestOptions) => {
    const known = isPath(path) ? { path } : operationOf(connection.profile, path)
    const read = readParameters(row.parameters, parameters, `${method} ${known.path}`)
    const rest = { ...(read as Fields) }
    const filled = known.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const sent = isSigned
      ? { query: { signature: rest.signature as string }, body: rest.body }
      : method === 'GET'
        ? { query: rest as Record<string, string> }
        : { body: rest }
    try {
      const answer = await connection.request(
        { method, path: filled, known, ...sent, response: row.answer, repeatable },
        options,
      )
      return receive ? receive(answer, connection, read) : answer
    } catch (error) {
      if (recover) return recover(error)
      throw error
    }
  }
}

function isPath(path: string): path is `/${string}` {
  return path.startsWith('/')
}

type Fields = Record<string, unknown>
