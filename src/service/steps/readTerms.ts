import { zeroAddress } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import {
  findProfileChain,
  needStepOption,
  type OrderTerms,
  type OrderTermsParameters,
  readOrderTerms,
} from './readOrderTerms.js'

/** The terms that the steps of a quote paid on an EVM chain are checked against. */
export type StepTerms = OrderTerms & {
  /** Whether the input is the native currency. */
  isNative: boolean
  explicitDeposit: boolean
  usePermit: boolean
}

/** @throws {@link StepOptionError} when the request does not say enough to hold a quote to it. */
export function readTerms(parameters: OrderTermsParameters): StepTerms {
  const { profile, request } = parameters
  const { name } = findProfileChain(profile, request.originChainId, 'request.originChainId')
  // A profile's chain is an EVM chain where its name is not that of another machine.
  needStepOption(isEvmChain(name), 'request.originChainId', 'an EVM chain or the venue')
  const terms = readOrderTerms(parameters)
  const { explicitDeposit = true, usePermit = false } = request
  return { ...terms, isNative: terms.currency === zeroAddress, explicitDeposit, usePermit }
}
