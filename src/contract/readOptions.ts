import { createNeed } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { ContractOptionError } from './errors.js'

/** Checks the options of an action, by their names. @throws {@link ContractOptionError} */
export const readOptions = /* @__PURE__ */ createOptionReader(
  /* @__PURE__ */ createNeed(ContractOptionError),
  {
    address: ['receiver', 'guard', 'token', 'solver', 'router', 'payer', 'address', 'batcher'],
    bytes: ['recipient'],
    word: ['id', 'callHash', 'root'],
    currency: ['originCurrency'],
    amount: [
      ...['amount', 'min', 'max', 'value', 'gas', 'maxFeePerGas', 'maxPriorityFeePerGas'],
      ...['blockNumber', 'fromBlock', 'toBlock'],
    ],
    whole: ['nonce', 'start', 'stop', 'deadline', 'chainId', 'originChainId'],
    count: ['pollingInterval'],
    flag: ['hook', 'allowed', 'reserved', 'isEvm'],
    text: ['name'],
    callback: ['onEvents', 'onError', 'onSent'],
    record: ['payment', 'order', 'receipt', 'terms', 'inboxTerms', 'output'],
    account: ['account'],
    list: ['abi', 'calls', 'claims', 'logs'],
    client: ['originClient', 'destinationClient'],
  },
)
