import { createNeed } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { ContractOptionError } from './errors.js'

/** Checks the options of an action, by their names. @throws {@link ContractOptionError} */
export const readOptions = /* @__PURE__ */ createOptionReader(
  /* @__PURE__ */ createNeed(ContractOptionError),
  {
    address: [
      ...['receiver', 'guard', 'token', 'solver', 'router', 'payer', 'address', 'batcher'],
      ...['refundTo', 'to'],
    ],
    bytes: ['recipient'],
    word: ['id', 'callHash', 'root', 'inboxHash', 'blockHash', 'transactionHash'],
    currency: ['originCurrency'],
    amount: [
      ...['amount', 'min', 'max', 'value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'],
      ...['blockNumber', 'fromBlock', 'toBlock', 'maxGas'],
    ],
    whole: ['nonce', 'start', 'stop', 'deadline', 'chainId', 'originChainId', 'blockTime', 'logIndex'],
    count: ['pollingInterval', 'timeoutMs'],
    flag: ['hook', 'allowed', 'reserved', 'isEvm', 'isReturned'],
    text: ['name', 'eventName'],
    callback: ['onEvents', 'onError', 'onSent', 'findFills', 'findAuthorizations', 'findOrder'],
    record: ['payment', 'order', 'receipt', 'terms', 'inboxTerms', 'output', 'fill', 'args'],
    account: ['account'],
    list: ['abi', 'calls', 'claims', 'logs', 'solvers', 'routers'],
    client: ['originClient', 'destinationClient'],
  },
)
