import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  createPublicClient,
  http,
  type PublicClient,
} from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { unpadAddress } from '../../address/unpadAddress.js'
import type { Attestation } from '../../attestation/types.js'
import type { FillCheck } from '../../contract/fillChecks.js'
import { UnreachableError, UsageError } from '../errors.js'

/** A check that a receiver will make, foretold from its state; names are those of `fillChecks`. */
export type ReceiverCheck = { name: FillCheck; ok: boolean; message?: string }

/** What a receiver says of a request. Amounts are in the smallest unit of the origin's currency. */
export type ReceiverReport = {
  chainId: number
  receiver: Address
  isSolverActive: boolean
  /** Both zero where there is no route. */
  route: { min: bigint; max: bigint }
  recipientStatus: { allowed: boolean; hook: boolean }
  /** Whether this receiver has measured a delivery for the request. */
  isPaid: boolean
  checks: ReceiverCheck[]
}

export type ReadReceiverParameters = {
  rpcUrl: string
  receiver: Address
  attestation: Attestation
  /** Who signed; null when nobody can be recovered. */
  signer: Address | null
}

/**
 * Asks a receiver what it can tell of a request without the order.
 *
 * - Warning: the order's terms, its expiry and its calls are not looked at; `inspectFill` does that.
 *
 * @throws {@link UnreachableError}, or {@link UsageError} when there is no receiver.
 */
export async function readReceiver(parameters: ReadReceiverParameters): Promise<ReceiverReport> {
  const { rpcUrl, receiver, attestation, signer } = parameters
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 1, timeout: 15_000 }) })
  const recipient = toEvmAddress(attestation.destinationUser)
  const answers = await readAll(client, receiver, attestation, signer, recipient).catch((error: unknown) => {
    throw explain(error, rpcUrl, receiver)
  })
  const [chainId, paused, isSolverActive, [min, max], [allowed, hook], isPaid] = answers
  return {
    chainId,
    receiver,
    isSolverActive,
    route: { min, max },
    recipientStatus: { allowed, hook },
    isPaid,
    checks: [
      check('paused', !paused, 'The receiver is paused.'),
      check(
        'signature',
        isSolverActive,
        `The receiver does not take ${signer ?? 'this signature'} for a solver now.`,
      ),
      check(
        'destination',
        chainId === attestation.destinationChainId,
        `The request is for chain ${attestation.destinationChainId}, and this is chain ${chainId}.`,
      ),
      check('origin', max !== 0n, 'The receiver has no route from this origin.'),
      ...checkAmount(attestation, min, max),
      check('recipient', allowed, "The recipient is not on the receiver's list."),
    ],
  }
}

async function readAll(
  client: PublicClient,
  address: Address,
  { requestId, originChainId, originCurrency }: Attestation,
  signer: Address | null,
  recipient: Address | undefined,
) {
  const contract = { abi: fillReceiverAbi, address } as const
  return Promise.all([
    client.getChainId(),
    client.readContract({ ...contract, functionName: 'paused' }),
    signer === null
      ? false
      : client.readContract({ ...contract, functionName: 'isSolverActive', args: [signer] }),
    client.readContract({
      ...contract,
      functionName: 'route',
      args: [BigInt(originChainId), originCurrency],
    }),
    recipient === undefined
      ? ([false, false] as const)
      : client.readContract({ ...contract, functionName: 'recipientStatus', args: [recipient] }),
    client.readContract({ ...contract, functionName: 'isPaid', args: [requestId] }),
  ])
}

function check(name: FillCheck, ok: boolean, message: string): ReceiverCheck {
  return ok ? { name, ok } : { name, ok, message }
}

/** Layout v2 signs no amount, and a contract takes only v1. */
function checkAmount(attestation: Attestation, min: bigint, max: bigint): ReceiverCheck[] {
  if (attestation.layout !== 'v1') {
    return [check('requestId', false, `The contracts take layout v1, and this is ${attestation.layout}.`)]
  }
  if (max === 0n) return []
  const { originAmount } = attestation
  const ok = originAmount >= min && originAmount <= max
  return [check('amountSent', ok, `The amount ${originAmount} lies outside the route, ${min} to ${max}.`)]
}

/** A recipient of another virtual machine is on no receiver's list. */
function toEvmAddress(word: Attestation['destinationUser']): Address | undefined {
  try {
    return unpadAddress(word)
  } catch {
    return undefined
  }
}

function explain(error: unknown, rpcUrl: string, receiver: Address): unknown {
  if (!(error instanceof BaseError)) return error
  const isNoReceiver = error.walk(
    (cause) =>
      cause instanceof ContractFunctionZeroDataError || cause instanceof ContractFunctionRevertedError,
  )
  if (isNoReceiver) {
    return new UsageError(`There is no receiver at ${receiver} on this chain.`, {
      metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
    })
  }
  return new UnreachableError(
    `The chain at ${new URL(rpcUrl).origin} could not be read: ${reasonOf(error)}`,
    {
      metaMessages: ['Check --rpc-url and the network.'],
    },
  )
}

/** viem's long messages hold the whole URL, which may hold a key. */
function reasonOf(error: BaseError): string {
  const root = error.walk((cause) => cause instanceof BaseError && !(cause.cause instanceof BaseError))
  return root instanceof BaseError ? root.shortMessage : error.name
}
