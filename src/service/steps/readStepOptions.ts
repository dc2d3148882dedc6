import { createOptionNeed } from '../../base/createNeed.js'
import { createOptionReader } from '../../base/createOptionReader.js'
import { StepOptionError } from './errors.js'

/** Checks the options of a flow. The name of an option decides its type. @throws {@link StepOptionError} */
export const readStepOptions = /* @__PURE__ */ createOptionReader(
  /* @__PURE__ */ createOptionNeed(StepOptionError),
  {
    client: ['walletClient', 'authorizer', 'claimer', 'originClient', 'destinationClient'],
    address: ['receiver', 'recipient', 'refundTo', 'sweepTo', 'depository'],
    word: ['salt'],
    bytes: ['data'],
    account: ['router'],
    record: ['quote', 'request', 'payment', 'run', 'call'],
    callback: ['onProgress', 'chooseNonce', 'keep', 'evidence'],
    amount: ['maximum', 'maximumAmountIn', 'minimumAmountOut', 'maximumDifference'],
    list: ['allowUnverified', 'recipientProof'],
    count: ['confirmations', 'deadline', 'maximumQuotes'],
    flag: ['resend', 'batch'],
    text: ['network'],
    signal: ['signal'],
  },
)
