import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as codes from '../../src/service/resources/codes.js'

// The service’s own lists, of August 2026, and the codes that its changelog added in September.
const quoteErrorCodes = readList(`
  AMOUNT_TOO_LOW CHAIN_DISABLED EXTRA_TXS_NOT_SUPPORTED FORBIDDEN INSUFFICIENT_FUNDS
  INSUFFICIENT_LIQUIDITY INVALID_ADDRESS INVALID_EXTRA_TXS INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS
  INVALID_INPUT_CURRENCY INVALID_OUTPUT_CURRENCY INVALID_RECIPIENT INVALID_SLIPPAGE_TOLERANCE
  NO_INTERNAL_SWAP_ROUTES_FOUND NO_QUOTES NO_SWAP_ROUTES_FOUND PRICE_FETCH_FAILED REQUEST_TIMED_OUT
  ROUTE_TEMPORARILY_RESTRICTED RPC_HTTP_ERROR SANCTIONED_CURRENCY SANCTIONED_WALLET_ADDRESS
  SERVICE_UNAVAILABLE SOLANA_TX_TOO_LARGE SWAP_IMPACT_TOO_HIGH UNAUTHORIZED UNSUPPORTED_CHAIN
  UNSUPPORTED_CURRENCY UNSUPPORTED_EXECUTION_TYPE UNSUPPORTED_ROUTE USER_RECIPIENT_MISMATCH
  DESTINATION_TX_FAILED ERC20_ROUTER_ADDRESS_NOT_FOUND UNKNOWN_ERROR SWAP_QUOTE_FAILED PERMIT_FAILED
  AMOUNT_TOO_HIGH UNAUTHORIZED_QUOTE
`)
const failReasons = readList(`
  N/A UNKNOWN SLIPPAGE AMOUNT_TOO_LOW_TO_REFUND DEPOSIT_ADDRESS_MISMATCH DEPOSIT_CHAIN_MISMATCH
  INCORRECT_DEPOSIT_CURRENCY DOUBLE_SPEND SOLVER_CAPACITY_EXCEEDED SOLVER_BALANCE_TOO_LOW
  DEPOSITED_AMOUNT_TOO_LOW_TO_FILL NEGATIVE_NEW_AMOUNT_AFTER_FEES NO_QUOTES MISSING_REVERT_DATA
  REVERSE_SWAP_FAILED GENERATE_SWAP_FAILED TOO_LITTLE_RECEIVED EXECUTION_REVERTED
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE TRANSACTION_REVERTED TRANSACTION_TOO_LARGE
  ORIGIN_CURRENCY_MISMATCH NO_INTERNAL_SWAP_ROUTES_FOUND SWAP_USES_TOO_MUCH_GAS
  INSUFFICIENT_FUNDS_FOR_RENT SPONSOR_BALANCE_TOO_LOW ORDER_EXPIRED ORDER_IS_CANCELLED
  TRANSFER_FROM_FAILED TRANSFER_FAILED SIGNATURE_EXPIRED INVALID_SIGNATURE
  INSUFFICIENT_NATIVE_TOKENS_SUPPLIED TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE
  TRANSFER_AMOUNT_EXCEEDS_BALANCE INVALID_SENDER ACCOUNT_ABSTRACTION_INVALID_NONCE
  ACCOUNT_ABSTRACTION_SIGNATURE_ERROR ACCOUNT_ABSTRACTION_GAS_LIMIT SEAPORT_INEXACT_FRACTION
  SEAPORT_INVALID_FULFILLER TOKEN_NOT_TRANSFERABLE ZERO_SELL_AMOUNT MINT_NOT_ACTIVE
  ERC_1155_TOO_MANY_REQUESTED MINT_QUANTITY_EXCEEDS_MAX_PER_WALLET MINT_QUANTITY_EXCEEDS_MAX_SUPPLY
  INCORRECT_PAYMENT INVALID_GAS_PRICE FLUID_DEX_ERROR ORDER_ALREADY_FILLED INVALID_SIGNER
  INVALID_NONCE JUPITER_INVALID_TOKEN_ACCOUNT CONTRACT_PAUSED SWAP_IMPACT_TOO_HIGH
  INSUFFICIENT_POOL_LIQUIDITY TTL_EXPIRED DEPOSIT_CONFIRMATION_TIMEOUT ORPHANED_DEPOSIT_REFUND
  GASLESS_PERMIT_BALANCE_TOO_LOW MANUAL_ADMIN_REFUND QUOTED_GAS_LIMIT_EXCEEDED
  DESTINATION_TOKEN_TRANSFER_REJECTED DEPOSIT_REORGED BLOCKED_WALLET PROTOCOL_DEADLINE_EXPIRED
  TRANSACTION_NOT_INCLUDED TRANSACTION_SUBMISSION_FAILED
`)
const refundFailReasons = readList(`
  N/A AMOUNT_TOO_LOW_TO_REFUND NEGATIVE_NEW_AMOUNT_AFTER_FEES SWAP_CURRENCY_NOT_ON_ORIGIN
  REFUND_RECIPIENT_IS_VASP MANUAL_REFUND_REQUIRED
`)

/** Other words in capitals. The last two name reverts of a simulated call. */
const others = [
  'EXACT_INPUT',
  'EXACT_OUTPUT',
  'EXPECTED_OUTPUT',
  'OPTIONS',
  'EMPTY_REVERT',
  'UNKNOWN_CUSTOM_ERROR_',
]

describe('error codes of the mock', () => {
  it('default: the lists equal the service’s', () => {
    expect([...codes.quoteErrorCodes].sort()).deep.equal(quoteErrorCodes.sort())
    expect([...codes.failReasons].sort()).deep.equal(failReasons.sort())
    expect([...codes.refundFailReasons].sort()).deep.equal(refundFailReasons.sort())
  })

  it("default: the mock's sources use no other code", () => {
    const folder = new URL('../../src/mock/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const found = sources.flatMap((source) =>
      [...source.matchAll(/['`]([A-Z][A-Z0-9_]{6,})/g)].map(([, code]) => code!),
    )
    // Node's own begin with ERR_.
    const known = [...quoteErrorCodes, ...failReasons, ...refundFailReasons, ...others]
    expect(
      [...new Set(found)].filter((code) => !known.includes(code) && !code.startsWith('ERR_')),
    ).deep.equal([])
    expect(found).include.members(['UNKNOWN_ERROR', 'UNAUTHORIZED', 'TTL_EXPIRED', 'MANUAL_REFUND_REQUIRED'])
  })

  it('default: nothing in src imports the published types', () => {
    const folder = new URL('../../src/', import.meta.url)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    )
    const importing = files.filter((name) =>
      /test\/published/.test(readFileSync(new URL(name, folder), 'utf8')),
    )
    expect(importing).deep.equal([])
  })
})

function readList(text: string): string[] {
  return text.trim().split(/\s+/)
}
