import type { Address, Hex } from 'viem'
import { readSolvers } from '../attestation/readSolvers.js'
import { checkSignature, checkSigner, checkSolver, type SignedCheck } from '../signature/checkSigner.js'
import { InvalidSignatureError } from '../signature/errors.js'
import { recoverSigner } from '../signature/recoverDigest.js'
import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashProof } from './hashStructs.js'
import { proveOrderOutput } from './proveOrderOutput.js'
import { needOrderField, readBytes } from './readOrderField.js'
import type { OrderChains, OrderData } from './types.js'

export type VerifyOrderSignatureParameters = OrderChains & {
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The quote's `protocol.v2.orderSignature`. If absent, the check `signature` fails. */
  signature?: Hex | undefined
  /** The trusted signers. An empty list trusts no one. */
  solver: Address | readonly Address[]
}

export type OrderSignatureCheck = SignedCheck<'signature' | 'solver' | 'orderSolver'>

export type VerifyOrderSignatureReturnType = {
  /** Whether every check is ok. */
  valid: boolean
  /** The order id, which the solver signed, and which a receiver pays at most once. */
  orderId: Hex
  /**
   * The address that the signature recovers, or null if none can be recovered. It is a trusted signer only if the check `solver`
   * passes.
   */
  solver: Address | null
  /** `signature`, `solver`, `orderSolver`. */
  checks: OrderSignatureCheck[]
}

export type VerifyOrderSignatureErrorType = OrderFieldError | UnknownChainError

/**
 * Verifies that a trusted solver signed an order, and that the order names this solver, as a contract requires.
 *
 * - The signature is over a personal message (EIP-191) of the 32 raw bytes of {@link hashOrder}.
 * - A failing check never throws, and a missing or malformed signature is a failing check. Other input that can't be parsed
 *   throws.
 * - Trust: once valid, the solver vouches for the whole order: inputs, output, calls and deadline.
 * - Warning: the order names no user. A valid report does not prove that anyone paid, or that the deadline has not passed. It
 *   proves nothing about an attestation: the order's id and a request's id may differ.
 *
 * @returns The report. {@link VerifyOrderSignatureReturnType}
 * @throws {@link OrderFieldError} if the order or the signature can't be parsed, or if `solver` is not an address;
 * {@link UnknownChainError} if the order names an unknown chain.
 *
 * @example
 * import { verifyOrderSignature } from 'fillproof'
 *
 * const { valid, checks } = await verifyOrderSignature({
 *   orderData: {
 *     version: 'v1',
 *     solverChainId: 'base',
 *     solver: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
 *     salt: '0x01',
 *     inputs: [],
 *     output: { chainId: 'base', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *     fees: [],
 *   },
 *   signature:
 *     '0xfad876aaabe4e1a58f12fc022501b66d581825e4da40d10b232885bf283bc85e' +
 *     '3f72095006fdf01d8c6cc0b036b66f0e63580347492e71071ceeed6fb238129e1c',
 *   solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
 * })
 *
 * [valid, ...checks.map(({ name, ok }) => `${name}: ${ok}`)]
 * // [false, 'signature: true', 'solver: false', 'orderSolver: true']
 */
export async function verifyOrderSignature(
  parameters: VerifyOrderSignatureParameters,
): Promise<VerifyOrderSignatureReturnType> {
  const { orderData, signature, solver, ...chains } = parameters
  const trusted = readSolvers(solver, 'solver', needOrderField)
  const proof = proveOrderOutput(orderData, chains)
  const orderId = hashProof(proof)
  const signer = await recover(orderId, signature)
  const recovered = signer instanceof InvalidSignatureError ? null : signer
  const checks = [
    checkSignature(signer),
    checkSolver(recovered, trusted),
    checkOrderSolver(recovered, proof.solver),
  ]
  return { valid: checks.every(({ ok }) => ok), orderId, solver: recovered, checks }
}

/** Checks that the solver that an order names signed the order, as a receiver requires. */
export function checkOrderSolver(recovered: Address | null, solver: Address) {
  return checkSigner('orderSolver', recovered, solver, `the order's solver, ${solver}`)
}

async function recover(orderId: Hex, signature: Hex | undefined): Promise<Address | InvalidSignatureError> {
  if (signature === undefined) return new InvalidSignatureError({ reason: 'missing' })
  return recoverSigner(orderId, readBytes(signature, 'signature')).catch((error: unknown) => {
    if (error instanceof InvalidSignatureError) return error
    throw error
  })
}
