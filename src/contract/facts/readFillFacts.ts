import { type Address, type Hex, slice, zeroAddress, zeroHash } from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { registeredTermsReceiverAbi } from '../../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import { hashText } from '../../protocol/order/hashStructs.js'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import { type Claims, toCurrencyWord } from '../../rules/accepts/claims.js'
import type { FillFacts, MeasuredOrigin } from '../../rules/accepts/facts.js'
import { type FillTerms, type FillWay, readWay } from '../../rules/accepts/readWay.js'
import { recoverSigned } from '../../rules/signer.js'
import type { ReceiverClient } from '../call.js'
import type { FillEvidence, InboxEvidence } from '../evidence.js'
import { readAvailable } from './readAvailable.js'
import { findBalance } from './readBalance.js'
import { readClaims } from './readClaims.js'
import { readSolver } from './readSolver.js'

type Given = Pick<FillFacts, 'receiver' | 'payer' | 'recipientProof'> & {
  /** For an inbox, defaults to its balance. */
  amount: bigint | undefined
}

/** The receiver to read, and the block. */
export type ReadPlace = { client: ReceiverClient; receiver: Address; blockNumber: bigint; chainId: number }

/** Gathers what the rules of a fill need: the claims of its evidence, and the receiver's views at one block. */
export async function readFillFacts(
  client: ReceiverClient,
  given: Given,
  evidence: FillEvidence | InboxEvidence,
  at?: bigint,
): Promise<{ facts: Partial<FillFacts> & Pick<FillFacts, 'way'>; place: ReadPlace }> {
  const { receiver } = given
  const claims = await readClaims(evidence, receiver)
  const [{ number: blockNumber, timestamp }, chainId] = await Promise.all([
    getBlock(client, at === undefined ? {} : { blockNumber: at }),
    getChainId(client),
  ])
  const place = { client, receiver, blockNumber, chainId }
  const contract = contractOf(place)
  const way = readWay(claims, receiver)
  const { router, terms } = way
  const [isPaused, isRouter, solver, destinations, origins, registrar, termsFacts] = await Promise.all([
    readContract(client, { ...contract, functionName: 'paused' }),
    router ? readContract(client, { ...contract, functionName: 'isRouter', args: [router.address] }) : false,
    readSolver(client, contract, claims.signer),
    readDestinations(place, claims),
    Promise.all(claims.origins.map((origin) => readOrigin(place, origin))),
    readRegistrar(place, claims, way),
    terms && readTermsFacts(place, { ...given, claims }, way, terms),
  ])
  const { tokenRange, recipient, available, paid = [], amount = given.amount } = termsFacts ?? {}
  const facts = {
    ...given,
    claims,
    way,
    terms,
    signed: claims,
    layout: 'v1',
    chainId: BigInt(chainId),
    timestamp,
    isPaused,
    isRouter,
    solver,
    destinations,
    origins,
    amountsSent: origins.flatMap(({ range }, index) =>
      range[1] === 0n ? [] : [{ amount: claims.origins[index]!.amount, range }],
    ),
    ...registrar,
    ...{ tokenRange, recipient, available, amount },
    paid: [...paid, ...registrar.paid],
  } satisfies Record<keyof FillFacts, unknown>
  return { facts, place }
}

/** Uses one ABI for all kinds of receivers: the views that are read here have the same form in each kind. */
function contractOf({ receiver, blockNumber }: ReadPlace) {
  return { address: receiver, abi: signedOrderReceiverAbi, blockNumber } as const
}

async function readDestinations(place: ReadPlace, { attestation, order }: Claims): Promise<bigint[]> {
  const [own, nameHash] = await readContract(place.client, { ...contractOf(place), functionName: 'ownChain' })
  const named = order && slice(hashText(order.output.chainId), 0, 15) !== nameHash ? 0n : own
  return [...(attestation ? [attestation.destinationChainId] : []), named]
}

async function readOrigin(
  place: ReadPlace,
  { chainName, chainId: stated = 0n, currency }: Claims['origins'][number],
): Promise<MeasuredOrigin> {
  const contract = contractOf(place)
  const [chainId, isEvm] =
    chainName === undefined
      ? [stated, false]
      : await readContract(place.client, { ...contract, functionName: 'chainOf', args: [chainName] })
  const args = [chainId, toCurrencyWord(currency)] as const
  const range = await readContract(place.client, { ...contract, functionName: 'route', args })
  return { chainId, currency, isEvm, range }
}

/**
 * Reads the receiver's facts about terms. For an inbox, `available` is the inbox's balance, and `paid` is empty, since an inbox
 * can be claimed many times. If the inbox's token does not answer, `available` is absent.
 */
export async function readTermsFacts(
  place: ReadPlace,
  { payer = zeroAddress, amount, claims }: Partial<Given> & { claims?: Claims },
  { payment, inbox }: FillWay,
  { token, recipient: account }: FillTerms,
): Promise<
  Pick<FillFacts, 'tokenRange' | 'paid' | 'recipient'> & Partial<Pick<FillFacts, 'available' | 'amount'>>
> {
  const { client } = place
  const contract = contractOf(place)
  const callHash = payment && hashPayment({ ...place, payment })
  const id = callHash ?? claims?.id
  const [tokenRange, paid, isReserved, [isListed, hasHook], root, available] = await Promise.all([
    readContract(client, { ...contract, functionName: 'tokenRange', args: [token] }),
    inbox || !id ? [] : readPaid(place, id, callHash !== undefined),
    readContract(client, { ...contract, functionName: 'isReserved', args: [account] }),
    readContract(client, { ...contract, functionName: 'recipientStatus', args: [account] }),
    readContract(client, { ...contract, functionName: 'recipientRoot' }),
    payment ? 0n : inbox ? findBalance(place, token, inbox.address) : readAvailable(place, token, payer),
  ])
  const attested = claims?.attestation?.destinationUser
  const recipient = { attested, account, token, isReserved, isListed, hasHook, root }
  return { tokenRange, paid, recipient, available, amount: amount ?? available }
}

async function readPaid(place: ReadPlace, id: Hex, isCall: boolean): Promise<FillFacts['paid']> {
  const functionName = isCall ? 'isCallPaid' : 'isPaid'
  return [
    { id, isPaid: await readContract(place.client, { ...contractOf(place), functionName, args: [id] }) },
  ]
}

/** Reads whether a registrar signed the terms, and the request that the receiver linked to their call. */
async function readRegistrar(
  place: ReadPlace,
  { id, attestation, registered }: Claims,
  { payment }: FillWay,
): Promise<Pick<FillFacts, 'registrar' | 'linkedRequest' | 'paid'>> {
  const none = { registrar: null, linkedRequest: zeroHash, paid: [] }
  if (!registered || !attestation) return none
  const { client } = place
  const contract = { ...contractOf(place), abi: registeredTermsReceiverAbi } as const
  const { terms, signature } = registered
  // Terms with a call that can't be decoded count as not signed.
  if (terms.authorizedCall !== '0x' && !payment) return none
  const [digest, role] = await Promise.all([
    readContract(client, { ...contract, functionName: 'hashRegisteredTerms', args: [attestation, terms] }),
    readContract(client, { ...contract, functionName: 'REGISTRAR_ROLE' }),
  ])
  const { signer } = await recoverSigned(digest, signature)
  const isRegistrar =
    signer !== null &&
    (await readContract(client, { ...contract, functionName: 'hasRole', args: [role, signer] }))
  const registrar = { digest, signer: signer ?? zeroAddress, isRegistrar }
  if (!payment) return { ...none, registrar }
  const args = [hashPayment({ ...place, payment })] as const
  const linkedRequest: Hex = await readContract(client, { ...contract, functionName: 'requestOf', args })
  const request = linkedRequest === zeroHash ? id : linkedRequest
  const isPaid = await readContract(client, { ...contract, functionName: 'isPaid', args: [request] })
  return { registrar, linkedRequest, paid: [{ id: request, isPaid }] }
}
