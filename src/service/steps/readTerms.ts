import { zeroAddress } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { AmountRange } from '../../rules/paysFor/facts.js'
import { allParts } from './quoteParts.js'
import {
  amountOf,
  findProfileChain,
  needStepOption,
  type OrderTerms,
  type OrderTermsParameters,
  readOrderTerms,
} from './readOrderTerms.js'
import type { StepRequest } from './types.js'

/** The terms of an order, and how the request allows its input to be paid. */
export type PaymentTerms = OrderTerms & {
  /** Whether the input is the native currency. */
  isNative: boolean
  explicitDeposit: boolean
  usePermit: boolean
}

/** The terms against which a quote's steps on an EVM chain are checked. */
export type StepTerms = PaymentTerms & { amount: AmountRange }

/** @throws {@link StepOptionError} if the request lacks what a quote must be checked against. */
export function readTerms(parameters: OrderTermsParameters): StepTerms {
  const { profile, request } = parameters
  const { name } = findProfileChain(profile, request.originChainId, 'request.originChainId')
  // A chain of a profile is an EVM chain, unless it has the known name of a chain with another virtual machine.
  needStepOption(isEvmChain(name), 'request.originChainId', 'an EVM chain or the venue')
  const terms = readOrderTerms(parameters, allParts)
  return { ...withPayment(terms, request), amount: amountOf(terms) }
}

export function withPayment(
  terms: OrderTerms,
  { explicitDeposit = true, usePermit = false }: StepRequest,
): PaymentTerms {
  return { ...terms, isNative: terms.currency === zeroAddress, explicitDeposit, usePermit }
}
