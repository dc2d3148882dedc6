import { reading } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = { layer: reading, contract: 'Reading', limitSeconds: 600 }
const canonical = 'canonical offsets; others are fuzzed'

const orders = (from: string, to: string): Replacement => ({
  file: 'contracts/libraries/Orders.sol',
  from,
  to,
})
const paymentOrders = (from: string, to: string): Replacement => ({
  file: 'contracts/libraries/PaymentOrders.sol',
  from,
  to,
})
const payments = (from: string, to: string): Replacement => ({
  file: 'contracts/libraries/Payments.sol',
  from,
  to,
})

/** Returns the lengths of all variable parts of the output at `path`. */
const shape = (path: string, lengths: Record<string, string>) =>
  Object.entries(lengths)
    .map(([field, length]) => `${path}.${field}=${length}`)
    .join(',')

/** Assembly reads and hashes the same as plain Solidity. */
export const readingProperties: Property[] = [
  {
    ...common,
    name: 'readOutput_readsOnePaymentAsPlainSolidity',
    bound: `0 and 1 payments, with addresses of 0, 20, 32 and 33 bytes; no calls; extraData of 0 and 32 bytes; ${canonical}`,
    lengths: shape('output', {
      chainId: '{4}',
      payments: '{0,1}',
      'payments[0].recipient': '{0,20,32,33}',
      'payments[0].currency': '{0,20,32,33}',
      calls: '{0}',
      extraData: '{0,32}',
    }),
    mutant: orders(
      'recipient := shr(96, mload(raw))',
      'recipient := and(mload(raw), 0xffffffffffffffffffffffffffffffffffffffff)',
    ),
  },
  {
    ...common,
    name: 'readOutput_readsTwoPaymentsAsPlainSolidity',
    bound: `2 payments, with addresses of 20 and 33 bytes; no calls; extraData of 32 bytes; ${canonical}`,
    lengths: shape('output', {
      chainId: '{4}',
      payments: '{2}',
      'payments[0].recipient': '{20,33}',
      'payments[0].currency': '{20,33}',
      'payments[1].recipient': '{20,33}',
      'payments[1].currency': '{20,33}',
      calls: '{0}',
      extraData: '{32}',
    }),
    mutant: orders(
      'and(eq(calldataload(sub(elements, 0x20)), 1), eq(calldataload(at), 20))',
      'eq(calldataload(at), 20)',
    ),
  },
  {
    ...common,
    name: 'readOutput_readsCallsAsPlainSolidity',
    bound: `0, 1 and 2 calls of 0, 20, 32 and 33 bytes; no payments; extraData of 32 bytes; ${canonical}`,
    lengths: shape('output', {
      chainId: '{4}',
      payments: '{0}',
      calls: '{0,1,2}',
      'calls[0]': '{0,20,32,33}',
      'calls[1]': '{0,20,32,33}',
      extraData: '{32}',
    }),
    mutant: orders('isDirect = isOwn && calls == 0;', 'isDirect = isOwn;'),
  },
  {
    ...common,
    name: 'readOutput_readsNamesAndExtraDataAsPlainSolidity',
    bound: `a name and extraData of 0, 20, 32 and 33 bytes; 1 payment with addresses of 20 bytes; 0 and 1 calls of 32 bytes; ${canonical}`,
    lengths: shape('output', {
      chainId: '{0,20,32,33}',
      payments: '{1}',
      'payments[0].recipient': '{20}',
      'payments[0].currency': '{20}',
      calls: '{0,1}',
      'calls[0]': '{32}',
      extraData: '{0,20,32,33}',
    }),
    mutant: orders('and(eq(size, 0x20), eq(mload(raw), address()))', 'eq(mload(raw), address())'),
  },
  {
    ...common,
    name: 'readProof_isTheOrderIdOfPlainSolidity',
    bound: `an output of 1 payment, with addresses of 20 and 33 bytes; 0 and 1 calls of 32 bytes; extraData of 0 and 32 bytes; ${canonical}`,
    lengths: shape('proof.output', {
      chainId: '{4}',
      payments: '{1}',
      'payments[0].recipient': '{20,33}',
      'payments[0].currency': '{20,33}',
      calls: '{0,1}',
      'calls[0]': '{32}',
      extraData: '{0,32}',
    }),
    mutant: orders('mstore(add(words, 0xc0), output)', 'mstore(add(words, 0xa0), output)'),
  },
  {
    ...common,
    name: 'paymentHash_isThePlainOne',
    bound: `data of 0, 20, 32 and 33 bytes; ${canonical}`,
    lengths: 'p.data={0,20,32,33}',
    mutant: payments('mstore(words, chainid())', 'mstore(words, 1)'),
  },
  {
    ...common,
    name: 'tryDecode_findsTheCallThatWasEncoded',
    bound: `data of 0, 20, 32 and 33 bytes; ${canonical}`,
    lengths: 'p.data={0,20,32,33}',
    mutant: payments(
      '_word(arguments, 12) <= callData.length - MIN_LENGTH;',
      '_word(arguments, 12) < callData.length - MIN_LENGTH;',
    ),
  },
  {
    ...common,
    contract: 'ReadingPayment',
    name: 'readPaymentOrder_readsRefundsAsPlainSolidity',
    bound: `0, 1 and 2 refunds, with a recipient of 20 and 33 bytes, and extraData of 0 and 32 bytes; no payments; ${canonical}`,
    lengths: shape('order', {
      'input.payment.chainId': '{4}',
      'input.payment.currency': '{0,20,32,33}',
      'input.refunds': '{0,1,2}',
      'input.refunds[0].chainId': '{4}',
      'input.refunds[0].recipient': '{20,33}',
      'input.refunds[0].currency': '{20}',
      'input.refunds[0].extraData': '{0,32}',
      'input.refunds[1].chainId': '{4}',
      'input.refunds[1].recipient': '{20}',
      'input.refunds[1].currency': '{20,33}',
      'input.refunds[1].extraData': '{0}',
      'output.chainId': '{4}',
      'output.payments': '{0}',
    }),
    mutant: paymentOrders(
      'hashBytes(refund, add(refund, 0xa0), raw)',
      'hashBytes(refund, add(refund, 0x40), raw)',
    ),
  },
  {
    ...common,
    contract: 'ReadingPayment',
    name: 'readPaymentOrder_readsPaymentsAsPlainSolidity',
    bound: `0, 1 and 2 payments, with addresses of 20 and 33 bytes; names of 0, 20 and 33 bytes; no refunds; ${canonical}`,
    lengths: shape('order', {
      'input.payment.chainId': '{0,20,33}',
      'input.payment.currency': '{20}',
      'input.refunds': '{0}',
      'output.chainId': '{0,20,33}',
      'output.payments': '{0,1,2}',
      'output.payments[0].recipient': '{20,33}',
      'output.payments[0].currency': '{20,33}',
      'output.payments[1].recipient': '{20,33}',
      'output.payments[1].currency': '{20}',
    }),
    mutant: paymentOrders(
      'calldatacopy(add(words, 0x60), add(payment, 0x40), 0x40)',
      'calldatacopy(add(words, 0x60), add(payment, 0x20), 0x40)',
    ),
  },
]
