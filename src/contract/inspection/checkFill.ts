import {
  type Address,
  concat,
  encodeAbiParameters,
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  pad,
  size,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readContract } from 'viem/actions'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import type { Payment } from '../../protocol/payment/payment.js'
import type { ReceiverClient } from '../call.js'
import type { FillEvidence } from '../evidence.js'
import { checkRegistrar } from './checkRegistrar.js'
import { readAvailable } from './readAvailable.js'
import { type Claims, readClaims, toCurrencyWord } from './readClaims.js'
import { readWay, type Way } from './readWay.js'
import { type FillInspection, type FillTerms, startInspection } from './startInspection.js'
import { toField, toWord } from './words.js'

export type CheckFillParameters = {
  receiver: Address
  payer: Address
  amount: bigint
  recipientProof: readonly Hex[]
  evidence: FillEvidence
}

/** Makes every check of a fill; twins of the `_check…` functions of the contracts. */
export async function checkFill(client: ReceiverClient, parameters: CheckFillParameters, at?: bigint) {
  const claims = await readClaims(parameters.evidence)
  const inspection = await startInspection(client, parameters.receiver, at)
  const way = await readWay(claims, inspection)
  const { failures, fail } = inspection
  await Promise.all([
    checkPaused(inspection),
    checkSigner(claims, inspection),
    checkDestination(claims, inspection),
    checkOrigins(claims, inspection),
    checkWords(claims, way.payment, inspection),
    way.terms && checkTerms(claims, way, way.terms, parameters, inspection),
    checkRegistrar(claims, way, inspection),
  ])
  const { attestation } = claims
  if (attestation && attestation.requestId !== claims.id) {
    fail('requestId', 'OrderMismatch', claims.id, attestation.requestId)
  }
  return { failures, way, chainId: inspection.chainId, blockNumber: inspection.blockNumber }
}

async function checkPaused({ client, contract, fail }: FillInspection): Promise<void> {
  if (await readContract(client, { ...contract, functionName: 'paused' })) fail('paused', 'EnforcedPause')
}

async function checkSigner(
  { digest, signature, signer, order }: Claims,
  { client, contract, fail }: FillInspection,
): Promise<void> {
  if (signer === null) return fail('signature', 'InvalidSignature', digest, signature)
  const args = [signer] as const
  if (!(await readContract(client, { ...contract, functionName: 'isSolverActive', args }))) {
    const window = await readContract(client, { ...contract, functionName: 'solverWindow', args })
    fail('signature', 'UnknownSolver', signer, ...window)
  }
  if (order && !isAddressEqual(order.solver, signer)) {
    fail('terms', 'TermsMismatch', toField('solver'), pad(order.solver), pad(signer))
  }
}

async function checkDestination(
  { attestation, order }: Claims,
  { client, contract, chainId, fail }: FillInspection,
): Promise<void> {
  const own = BigInt(chainId)
  const [configured, nameHash] = await readContract(client, { ...contract, functionName: 'ownChain' })
  const named = order && slice(order.chainNameHash, 0, 15) !== nameHash ? 0n : configured
  const found = [attestation?.destinationChainId ?? own, named].find((id) => id !== own)
  if (found !== undefined) fail('destination', 'WrongDestinationChain', found, own)
}

async function checkOrigins({ origins }: Claims, { client, contract, fail }: FillInspection): Promise<void> {
  if (origins.length === 0) fail('origin', 'OriginNotAccepted', 0n, zeroHash)
  for (const { chainName, chainId: stated = 0n, currency, amount } of origins) {
    const [chainId, isEvm] =
      chainName === undefined
        ? [stated, false]
        : await readContract(client, { ...contract, functionName: 'chainOf', args: [chainName] })
    if ((isEvm && size(currency) !== 20) || size(currency) > 32)
      fail('terms', 'InvalidOrderAddress', currency)
    const args = [chainId, toCurrencyWord(currency)] as const
    const [min, max] = await readContract(client, { ...contract, functionName: 'route', args })
    if (max === 0n) fail('origin', 'OriginNotAccepted', ...args)
    else if (amount < min || amount > max) fail('amountSent', 'AmountOutOfRange', amount, min, max)
  }
}

/** A call of `payAuthorized` repeats the words of its evidence. */
async function checkWords(
  { origins: [origin, ...others], originUser }: Claims,
  payment: Payment | undefined,
  { client, contract, fail }: FillInspection,
): Promise<void> {
  if (!payment) return
  const isOne = origin !== undefined && others.length === 0
  const [chainId] =
    isOne && origin.chainName !== undefined
      ? await readContract(client, { ...contract, functionName: 'chainOf', args: [origin.chainName] })
      : [(isOne && origin.chainId) || 0n]
  const match = (field: string, found: Hex, required: Hex) => {
    if (found !== required) fail('terms', 'TermsMismatch', toField(field), found, required)
  }
  match('originChainId', toWord(payment.originChainId), toWord(chainId))
  match('originUser', payment.originUser, originUser)
  match('originCurrency', payment.originCurrency, isOne ? toCurrencyWord(origin.currency) : zeroHash)
}

async function checkTerms(
  claims: Claims,
  { payment, value }: Way,
  terms: FillTerms,
  { payer, amount, recipientProof }: CheckFillParameters,
  inspection: FillInspection,
): Promise<void> {
  const { client, contract, receiver, chainId, timestamp, fail } = inspection
  const { token, minimum, maximum, recipient, deadline } = terms
  const isNative = token === zeroAddress
  const callHash = payment && hashPayment({ chainId, receiver, payment })
  const [[min, max], isPaid, isForbidden, { allowed }, root] = await Promise.all([
    readContract(client, { ...contract, functionName: 'tokenRange', args: [token] }),
    callHash
      ? readContract(client, { ...contract, functionName: 'isCallPaid', args: [callHash] })
      : readContract(client, { ...contract, functionName: 'isPaid', args: [claims.id] }),
    readContract(client, { ...contract, functionName: 'isReserved', args: [recipient] }),
    readContract(client, { ...contract, functionName: 'recipientStatus', args: [recipient] }).then(
      ([allowed]) => ({ allowed }),
    ),
    readContract(client, { ...contract, functionName: 'recipientRoot' }),
  ])

  if (max === 0n) fail('token', 'TokenNotAccepted', token)
  else {
    const [lowest, highest] = payment ? [minimum, maximum] : [amount, amount]
    if (lowest < min) fail('token', 'TokenAmountOutOfRange', token, lowest, min, max)
    if (highest > max) fail('token', 'TokenAmountOutOfRange', token, highest, min, max)
  }
  if (timestamp > deadline) fail('expiry', 'RequestExpired', timestamp, deadline)
  const attested = claims.attestation?.destinationUser
  if (attested !== undefined && slice(attested, 0, 12) !== pad('0x', { size: 12 })) {
    fail('recipient', 'InvalidRecipient', attested)
  } else if (attested !== undefined && attested !== pad(recipient).toLowerCase()) {
    fail('recipient', 'RecipientMismatch', attested, pad(recipient))
  }
  if (recipient === zeroAddress || isAddressEqual(recipient, token) || isForbidden) {
    fail('recipient', 'InvalidRecipient', pad(recipient))
  } else if (!allowed && !isInTree({ chainId, receiver, recipient, proof: recipientProof, root })) {
    fail('recipient', 'RecipientNotAllowed', recipient)
  }
  if (isPaid) fail('duplicate', 'RequestAlreadyPaid', callHash ?? claims.id)

  // An authorized payment in tokens takes the maximum at most, however much is offered.
  const taken = payment && !isNative && amount > maximum ? maximum : amount
  const brought = [taken, ...(payment ? [isNative ? value : minimum] : [])]
  for (const found of brought) {
    if (found < minimum) fail('payment', 'PaymentTooLow', found, minimum)
    if (found > maximum) fail('payment', 'PaymentTooHigh', found, maximum)
  }
  if (payment) {
    if (!isNative && value !== 0n) fail('payment', 'UnexpectedValue', value, 0n)
    return
  }
  const available = await readAvailable(inspection, token, payer)
  if (available >= amount) return
  if (isNative) fail('payment', 'PaymentTooLow', available, amount)
  else fail('payment', 'TokenTransferFailed', token, payer, receiver, amount)
}

type IsInTreeParameters = {
  chainId: number
  receiver: Address
  recipient: Address
  /** The hook's flag as a word, then the path. */
  proof: readonly Hex[]
  root: Hex
}

const leafParameters = [
  { type: 'uint256' },
  { type: 'address' },
  { type: 'address' },
  { type: 'bytes32' },
] as const

/** Whether a proof shows a recipient's place in the tree, by the rule of `FillPolicy`. */
function isInTree({ chainId, receiver, recipient, proof, root }: IsInTreeParameters): boolean {
  const [hook, ...path] = proof
  const isFlag = hook === zeroHash || hook === numberToHex(1, { size: 32 })
  if (hook === undefined || !isFlag || root === zeroHash) return false
  const leaf = encodeAbiParameters(leafParameters, [BigInt(chainId), receiver, recipient, hook])
  const found = path.reduce(
    (node, sibling) => keccak256(concat(node < sibling ? [node, sibling] : [sibling, node])),
    keccak256(keccak256(leaf)),
  )
  return found === root
}
