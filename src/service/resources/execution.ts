import * as z from 'zod'
import { bytes32Text, openEnum, resource } from './schema.js'
import { stepSchema } from './step.js'

export const messageSchema = resource({ message: z.string().nullish() })

/** What the service says of what it did. */
export type MessageRecord = z.output<typeof messageSchema>

export const executionSchema = resource({
  message: z.string().nullish(),
  /** For the status check. */
  requestId: bytes32Text,
})

/** What POST /execute answers. */
export type ExecutionRecord = z.output<typeof executionSchema>

const frame = resource({
  type: z.string().nullish(),
  address: z.string().nullish(),
  contract: z.string().nullish(),
  function: z.string().nullish(),
  selector: z.string().nullish(),
  error: z.string().nullish(),
  revertReason: z.string().nullish(),
  gasUsed: z.union([z.string(), z.number()]).nullish(),
})

export const simulationFailureSchema = resource({
  error: z.string(),
  message: z.string().nullish(),
  requestId: bytes32Text.nullish(),
  details: resource({
    /** The outermost and the innermost call that failed, and those between. */
    topLevel: frame.nullish(),
    innermost: frame.nullish(),
    path: z.array(frame).nullish(),
    revert: resource({
      type: openEnum(['errorString', 'panic', 'customError', 'unknownCustomError', 'empty']).nullish(),
      label: z.string().nullish(),
      message: z.string().nullish(),
      selector: z.string().nullish(),
      name: z.string().nullish(),
      args: z.unknown().optional(),
      rawArgsHex: z.string().nullish(),
    }).nullish(),
  }).nullish(),
})

/** The `body` of the error with which POST /execute refuses what fails when it is simulated. */
export type SimulationFailure = z.output<typeof simulationFailureSchema>

export const permitResultSchema = resource({
  message: z.string().nullish(),
  /** They must be run too. */
  steps: z.array(stepSchema).nullish(),
})

/** What POST /execute/permits answers. */
export type PermitResult = z.output<typeof permitResultSchema>
