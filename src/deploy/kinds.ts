import { type Abi, encodeFunctionData, type Hex } from 'viem'
import type * as z from 'zod'
import { fillReceiverAbi } from '../abi/fillReceiver.js'
import { fillReceiverBytecode } from '../bytecode/fillReceiver.js'
import { fillExecutorInput } from '../standardInput/fillExecutor.js'
import { fillReceiverInput } from '../standardInput/fillReceiver.js'
import { type ReceiverConfig, receiverConfig } from './config/fields.js'
import type { StandardInput } from './verify/standardInput.js'

/** A contract that `deploy` puts on chains: what differs from one to the next. */
export type Kind = {
  abi: Abi
  bytecode: Hex
  input: StandardInput
  /** What the implementation's constructor deploys, by the view that tells where. */
  parts: readonly { view: string; input: StandardInput }[]
  /** The fields of its configuration. */
  config: z.ZodType<ReceiverConfig>
  encodeInitialize: (config: ReceiverConfig) => Hex
}

/** The contracts that can be deployed, by the name in `kind` of a configuration. */
export const kinds = {
  fillReceiver: {
    abi: fillReceiverAbi as Abi,
    bytecode: fillReceiverBytecode,
    input: fillReceiverInput,
    parts: [{ view: 'executorImplementation', input: fillExecutorInput }],
    config: receiverConfig,
    encodeInitialize: (config) =>
      encodeFunctionData({ abi: fillReceiverAbi, functionName: 'initialize', args: [config] }),
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds
