import { expect } from 'chai'
import {
  failReasons,
  quoteErrorCodes,
  refundFailReasons,
  retryableQuoteErrorCodes,
} from '../../../src/service/resources/codes.js'
import { configCurrencies } from '../../../src/service/resources/config.js'
import { vmTypes } from '../../../src/service/resources/currency.js'
import { requestFeatures, requestTypes } from '../../../src/service/resources/requestRecord.js'

describe('lists of known values', () => {
  const lists: [name: string, list: readonly string[], length: number, some: string[]][] = [
    ['quoteErrorCodes', quoteErrorCodes, 38, ['AMOUNT_TOO_LOW', 'PERMIT_FAILED', 'UNAUTHORIZED']],
    ['failReasons', failReasons, 69, ['N/A', 'UNKNOWN', 'DOUBLE_SPEND', 'TTL_EXPIRED']],
    ['refundFailReasons', refundFailReasons, 6, ['N/A', 'MANUAL_REFUND_REQUIRED']],
    ['requestTypes', requestTypes, 7, ['Bridge', 'Same-chain Swap', 'Call']],
    ['requestFeatures', requestFeatures, 7, ['gasless_swap', 'deposit_address']],
    ['configCurrencies', configCurrencies, 38, ['ausd', 'usdc.e-cronos']],
    ['vmTypes', vmTypes, 9, ['evm', 'hypevm']],
  ]
  for (const [name, list, length, some] of lists) {
    it(name, () => {
      expect(list).length(length)
      expect(new Set(list).size).equal(length)
      expect(list).include.members(some)
    })
  }

  it('retryableQuoteErrorCodes are quote error codes', () => {
    expect(retryableQuoteErrorCodes).length(4)
    expect(quoteErrorCodes).include.members([...retryableQuoteErrorCodes])
  })
})
