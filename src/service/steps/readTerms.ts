import { zeroAddress } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { AmountRange } from '../../rules/paysFor/facts.js'
import {
  amountOf,
  findProfileChain,
  needStepOption,
  type OrderTerms,
  type OrderTermsParameters,
  readOrderTerms,
} from './readOrderTerms.js'
import type { StepRequest } from './types.js'

/** The terms of an order, and how the request lets its input be paid. */
export type PaymentTerms = OrderTerms & {
  /** Whether the input is the native currency. */
  isNative: boolean
  explicitDeposit: boolean
  usePermit: boolean
}

/** The terms that the steps of a quote paid on an EVM chain are checked against. */
export type StepTerms = PaymentTerms & { amount: AmountRange }

/** @throws {@link StepOptionError} when the request does not say enough to hold a quote to it. */
export function readTerms(parameters: OrderTermsParameters): StepTerms {
  const { profile, request } = parameters
  const { name } = findProfileChain(profile, request.originChainId, 'request.originChainId')
  // A profile's chain is an EVM chain where its name is not that of another machine.
  needStepOption(isEvmChain(name), 'request.originChainId', 'an EVM chain or the venue')
  const terms = readOrderTerms(parameters)
  return { ...withPayment(terms, request), amount: amountOf(terms) }
}

export function withPayment(
  terms: OrderTerms,
  { explicitDeposit = true, usePermit = false }: StepRequest,
): PaymentTerms {
  return { ...terms, isNative: terms.currency === zeroAddress, explicitDeposit, usePermit }
}
