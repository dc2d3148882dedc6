import type { Address, Hex } from 'viem'
import { readSolvers } from '../attestation/readSolvers.js'
import { checkSignature, checkSigner, checkSolver } from '../signature/checkSigner.js'
import { InvalidSignatureError } from '../signature/errors.js'
import { recoverSigner } from '../signature/recoverSigner.js'
import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashProof } from './hashStructs.js'
import { proveOrderOutput } from './proveOrderOutput.js'
import { needOrderField, readBytes } from './readOrderField.js'
import type { OrderChains, OrderData } from './types.js'

export type VerifyOrderSignatureParameters = OrderChains & {
  /** The quote's `protocol.v2.orderData`. */
  orderData: OrderData
  /** The quote's `protocol.v2.orderSignature`; a report without it says so. */
  signature?: Hex | undefined
  /** The trusted signers. An empty list trusts no one. */
  solver: Address | readonly Address[]
}

export type OrderSignatureCheck = {
  name: 'signature' | 'solver' | 'orderSolver'
  ok: boolean
  expected?: unknown
  actual?: unknown
  /** Why the check failed. */
  message?: string
}

export type VerifyOrderSignatureReturnType = {
  /** Whether every check is ok. */
  valid: boolean
  /** The order id: what was signed, and what a receiver pays once. */
  orderId: Hex
  /** The recovered address: the signer's where the check `solver` passes, else anyone's or no one's. Null when there is none. */
  solver: Address | null
  /** `signature`, `solver`, `orderSolver`. */
  checks: OrderSignatureCheck[]
}

export type VerifyOrderSignatureErrorType = OrderFieldError | UnknownChainError

/**
 * Verifies that a trusted solver signed an order, and that it is the order's own solver, as a contract asks.
 *
 * - Personal message (EIP-191) over the 32 raw bytes of {@link hashOrder}. A failing check never throws, and neither
 *   does a signature that is missing or has a wrong form; what can't be parsed throws.
 * - Trust: once valid, the whole order is the solver's word: inputs, output, calls and deadline.
 * - Warning: the order names no user, and a valid report does not prove that anyone paid, nor that the deadline has not
 *   passed. It proves nothing about an attestation: the order's id and a request's id may differ.
 *
 * @param parameters - {@link VerifyOrderSignatureParameters}
 * @returns The report. {@link VerifyOrderSignatureReturnType}
 * @throws {@link OrderFieldError} on an order or a signature that can't be parsed, {@link UnknownChainError} on one
 * with an unknown chain, {@link OrderFieldError} on a solver that is not an address.
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
export async function verifyOrderSignature({
  orderData,
  signature,
  solver,
  ...chains
}: VerifyOrderSignatureParameters): Promise<VerifyOrderSignatureReturnType> {
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

/** Whether an order's own solver signed it, as a receiver requires. */
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
