import type { Hex } from 'viem'
import * as z from 'zod'
import { stepV3Schema } from './quoteV3.js'
import { bytes32Text, described, openEnum } from './schema.js'
import { stepSchema } from './step.js'

export const messageSchema = described({ message: z.string() })

/** The service's message about its action. */
export type MessageRecord = z.output<typeof messageSchema>

export const executionSchema = described(
  { message: z.string() },
  {
    /** For the status check. */
    requestId: z.custom<Hex>((value) => typeof value === 'string', 'must be string'),
  },
)

/** The answer of POST /execute. */
export type ExecutionRecord = z.output<typeof executionSchema>

const frame = described({
  type: z.string(),
  address: z.string(),
  contract: z.string(),
  function: z.string(),
  selector: z.string(),
  error: z.string(),
  revertReason: z.string(),
  gasUsed: z.union([z.string(), z.number()]),
})

export const simulationFailureSchema = described({
  error: z.string(),
  message: z.string(),
  requestId: bytes32Text,
  details: described({
    /** The outermost call that failed. */
    topLevel: frame,
    /** The innermost call that failed. */
    innermost: frame,
    /** The calls between the outermost and the innermost one. */
    path: z.array(frame),
    revert: described({
      type: openEnum(['errorString', 'panic', 'customError', 'unknownCustomError', 'empty']),
      label: z.string(),
      message: z.string(),
      selector: z.string(),
      name: z.string(),
      args: z.unknown(),
      rawArgsHex: z.string(),
    }),
  }),
})

/** The `body` of the error of POST /execute for a request that fails in simulation. */
export type SimulationFailure = z.output<typeof simulationFailureSchema>

export const permitResultSchema = described({
  message: z.string(),
  /** `executeSteps` does not run these steps: a permit has paid already. */
  steps: z.array(stepSchema),
})

/** The answer of POST /execute/permits. */
export type PermitResult = z.output<typeof permitResultSchema>

export const permitResultV2Schema = described({
  message: z.string(),
  /** `executeSteps` does not run these steps: a permit has paid already. */
  steps: z.array(stepV3Schema),
})

/** The answer of POST /execute/permits/v2. */
export type PermitResultV2 = z.output<typeof permitResultV2Schema>

export const accessTokenSchema = described(
  {
    tokenType: openEnum(['Bearer']),
    /** ISO 8601. The service documents a lifetime of 15 minutes. */
    expiresAt: z.string(),
    scope: openEnum(['public-api']),
  },
  { token: z.string() },
)

/** The answer of POST /access-tokens. */
export type AccessToken = z.output<typeof accessTokenSchema>
