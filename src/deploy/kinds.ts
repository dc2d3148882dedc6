import { encodeFunctionData, type Hex } from 'viem'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { paymentGuardBytecode } from '../generated/bytecode/paymentGuard.js'
import { receiverAbis } from '../generated/receiverAbis.js'
import { receiverBytecodes } from '../generated/receiverBytecodes.js'
import type { KindConfig, KindName } from './config/kindConfigs.js'

/** The creation bytecodes of the contracts by the `kind` of a configuration. */
export const bytecodes: Readonly<Record<KindName, Hex>> = {
  ...receiverBytecodes,
  paymentGuard: paymentGuardBytecode,
}

/** A kind's name with a configuration of that kind. */
export type WantedKind = { [kind in KindName]: { kind: kind; config: KindConfig<kind> } }[KindName]

/** Encodes the call that initializes a contract. */
export function encodeInitialize({ kind, config }: WantedKind): Hex {
  const functionName = 'initialize'
  switch (kind) {
    case 'attestedOrderReceiver':
      return encodeFunctionData({ abi: receiverAbis.attestedOrderReceiver, functionName, args: [config] })
    case 'signedOrderReceiver': {
      const args = [config, config.chainNames] as const
      return encodeFunctionData({ abi: receiverAbis.signedOrderReceiver, functionName, args })
    }
    case 'inboxReceiver': {
      const args = [config, config.chainNames] as const
      return encodeFunctionData({ abi: receiverAbis.inboxReceiver, functionName, args })
    }
    case 'registeredTermsReceiver': {
      const args = [config, config.registrars] as const
      return encodeFunctionData({ abi: receiverAbis.registeredTermsReceiver, functionName, args })
    }
    case 'paymentGuard': {
      const args = [{ ...config, chains: config.chainNames }] as const
      return encodeFunctionData({ abi: paymentGuardAbi, functionName, args })
    }
  }
}
