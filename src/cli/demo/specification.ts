import { type Address, formatEther, type Hash, isAddressEqual, maxUint128, zeroAddress } from 'viem'
import {
  type AttestedOrderEvidence,
  inspectFill,
  parseFillAccepted,
  type SimulateFillParameters,
  simulateFill,
} from '../../contract/index.js'
import { createChain, planDeployment, readDeployConfig, runDeployment } from '../../deploy/index.js'
import { hashAttestation, hashOrder, parseAttestation, verifyAttestation } from '../../index.js'
import { type Demo, ether, isPaidHere, readQuotedOrder, requestOf, tryAttack } from './openDemo.js'

/** A real attestation of the public service. Neither the library nor the mock produced it. */
const published = {
  requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  requestData: {
    originChainId: 1,
    originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
    originCurrency: zeroAddress,
    originAmount: '700000000000000000',
    destinationChainId: 7777777,
    destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
  },
  signature:
    '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a07bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
} as const
const publishedHash = '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c'
const publicSolver = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'

/** Runs the flow as specified: each request id is an order id, and the solver attests it. */
export async function showSpecification(demo: Demo): Promise<void> {
  const { report } = demo
  report.part('The specification: an attested order names the receiver, and the payer brings the attestation')
  const paid = await showDirectFill(demo)
  report.part('Attacks on the direct fill')
  const other = await deploySecondReceiver(demo)
  await showAttacks(demo, paid, other)
  report.part('Known answer: the mock has no part in this signature')
  await showKnownAnswer(demo, paid, other)
}

/** Lets a solver that supports receivers fill directly, with evidence and funds in one call. Returns the evidence. */
async function showDirectFill(demo: Demo): Promise<AttestedOrderEvidence> {
  const { report, mock, service, origin, destination, user, recipient, admin } = demo
  report.step("Quote with the mock's `fillContract`, and fetch the public attestation")
  const request = requestOf(demo, { tradeType: 'EXACT_INPUT', fillContract: destination.receiver })
  const quote = await service.getQuote(request)
  const { orderId, orderData } = readQuotedOrder(quote)
  const attestation = await service.getAttestation({ requestId: orderId })
  report.expect('the request id is the order id', attestation.requestId === hashOrder(orderData), orderId)

  report.step('Verify it offchain, with its order')
  const { timestamp } = await admin.getBlock()
  const { valid, checks } = await verifyAttestation({
    attestation,
    solver: mock.solver,
    expected: {
      ...{ originChainId: origin.id, originUser: user.origin.account.address, originCurrency: zeroAddress },
      ...{ originAmount: ether, destinationChainId: destination.id, destinationUser: recipient },
      ...{ orderData, now: Number(timestamp) },
    },
  })
  for (const { name, ok, actual, message } of checks)
    report.expect(name, ok, message ?? actual ?? 'well formed')
  report.expect('valid', valid)

  report.step('Pay on the origin chain; the solver calls fill')
  const before = await admin.getBalance({ address: recipient })
  const { txHashes, outcome } = await service.executeSteps({
    ...{ quote, request, walletClient: user.origin, pollingIntervalMs: 5 },
  })
  report.expect('the service says', outcome?.status === 'success', outcome?.status)
  const filled = outcome?.txHashes?.[0] as Hash
  const receipt = await admin.getTransactionReceipt({ hash: filled })
  const [event] = parseFillAccepted({ receiver: destination.receiver, receipt })
  report.expect('to the receiver', isAddressEqual(receipt.to ?? zeroAddress, destination.receiver))
  report.expect('FillAccepted names the order', event?.args.id === orderId)
  const received = (await admin.getBalance({ address: recipient })) - before
  report.expect('the recipient received', received === event?.args.amount, `${formatEther(received)} ETH`)
  report.expect('isPaid(orderId)', await isPaidHere(demo, orderId))
  await report.gas('deposit (direct)', user.origin, txHashes.at(-1))
  await report.gas('fill of the solver (direct)', user.destination, filled)
  return { attestation, orderData }
}

/** Deploys another receiver on the destination chain, which also trusts the public service's solver. */
async function deploySecondReceiver({ mock, origin, destination, admin, recipient }: Demo): Promise<Address> {
  const max = String(maxUint128)
  const file = {
    kind: 'attestedOrderReceiver',
    admin: admin.account.address,
    chainName: destination.name,
    solvers: [mock.solver, publicSolver],
    routes: [{ chainId: origin.id, currency: zeroAddress, min: '1', max }],
    tokens: [{ token: zeroAddress, min: '1', max }],
    recipients: [recipient],
    routers: [destination.router],
    reserved: [destination.depository],
  }
  const chain = await createChain({ rpcUrl: destination.rpcUrl, account: admin.account, pollMs: 25 })
  const plan = planDeployment(readDeployConfig({ file, chainId: destination.id }), admin.account.address)
  await runDeployment({ chain, plan })
  return plan.receiver.address
}

/** Tries attacks with direct fills. */
async function showAttacks(demo: Demo, paid: AttestedOrderEvidence, other: Address): Promise<void> {
  const { report, service, mock, destination, attacker } = demo
  const { receiver } = destination
  const { orderId, orderData } = readQuotedOrder(
    await service.getQuote(requestOf(demo, { fillContract: receiver })),
  )
  const attestation = await service.getAttestation({ requestId: orderId })
  const fill = (changed: Partial<SimulateFillParameters>) => () => {
    const parameters = { receiver, attestation, orderData, amount: ether, ...changed }
    return simulateFill(attacker, parameters as SimulateFillParameters)
  }
  const attack = (title: string, name: string, expected: string, changed: Parameters<typeof fill>[0]) =>
    tryAttack(demo, [title, name, expected], fill(changed))

  const originAmount = (attestation.originAmount ?? 0n) + 1n
  const changed = { attestation: { ...attestation, originAmount } as typeof attestation }
  const recovers = 'The amount sent is changed by one: the signature then recovers a stranger'
  await attack(recovers, 'changed amount', 'UnknownSolver', changed)
  const mixed = 'A genuine attestation comes with the genuine order of another request'
  await attack(mixed, 'another order', 'OrderMismatch', { orderData: paid.orderData })
  await attack('A fill is repeated', 'filled twice', 'RequestAlreadyPaid', paid)
  const amount = BigInt(orderData.output.payments[0]?.minimumAmount ?? 0) - 1n
  await attack('One unit less than the minimum is paid', 'short payment', 'PaymentTooLow', { amount })
  const elsewhere =
    'The evidence is presented to another receiver on the same chain, which trusts the same solver'
  await attack(elsewhere, 'other receiver', 'WrongFillContract', { receiver: other })
  const { timestamp } = await attacker.getBlock()
  await mock.control.increaseTime(destination.id, orderData.output.deadline - Number(timestamp) + 1)
  await attack('The request is filled one second after its deadline', 'expired', 'RequestExpired', {})
  report.expect('the request that was attacked is unpaid', !(await isPaidHere(demo, orderId)))
}

/** Verifies a real attestation of the public service, in TypeScript and in Solidity. */
async function showKnownAnswer(
  demo: Demo,
  { orderData }: AttestedOrderEvidence,
  other: Address,
): Promise<void> {
  const { report, attacker } = demo
  const attestation = parseAttestation(published)
  report.step('An attestation published by the public service, verified in TypeScript')
  report.fact('requestId', attestation.requestId)
  const hash = hashAttestation(attestation)
  report.expect('hash of the seven words', hash === publishedHash, hash)
  const { valid, solver } = await verifyAttestation({ attestation, solver: publicSolver })
  report.expect('signed by the public solver', valid, solver)

  report.step('The same one, verified in Solidity')
  if (attestation.layout !== 'v1') throw new Error('The known answer has layout v1.')
  const isRefused = async (receiver: Address, originAmount: bigint): Promise<boolean> => {
    const changed = { ...attestation, originAmount }
    const asked = { receiver, attestation: changed, orderData, payer: attacker.account.address, amount: 0n }
    return (await inspectFill(attacker, asked)).checks.includes('signature')
  }
  const { originAmount } = attestation
  report.expect(
    'refused by a receiver that trusts only the mock',
    await isRefused(demo.destination.receiver, originAmount),
  )
  report.expect(
    'accepted by the signature check of one that trusts it',
    !(await isRefused(other, originAmount)),
  )
  report.expect('refused with the amount changed by one', await isRefused(other, originAmount + 1n))
}
