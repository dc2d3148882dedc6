import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { fillReceiverAbi } from '../generated/abi/fillReceiver.js'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { registeredFillReceiverAbi } from '../generated/abi/registeredFillReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { fillReceiverBytecode } from '../generated/bytecode/fillReceiver.js'
import { paymentGuardBytecode } from '../generated/bytecode/paymentGuard.js'
import { registeredFillReceiverBytecode } from '../generated/bytecode/registeredFillReceiver.js'
import { signedOrderReceiverBytecode } from '../generated/bytecode/signedOrderReceiver.js'
import type { KindConfig, KindName } from './config/kindConfigs.js'

/** A contract that can be deployed. */
export type Kind = {
  abi: Abi
  bytecode: Hex
}

/** By the name in `kind` of a configuration. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  fillReceiver: {
    abi: fillReceiverAbi as Abi,
    bytecode: fillReceiverBytecode,
  },
  signedOrderReceiver: {
    abi: signedOrderReceiverAbi as Abi,
    bytecode: signedOrderReceiverBytecode,
  },
  registeredFillReceiver: {
    abi: registeredFillReceiverAbi as Abi,
    bytecode: registeredFillReceiverBytecode,
  },
  paymentGuard: {
    abi: paymentGuardAbi as Abi,
    bytecode: paymentGuardBytecode,
  },
}

/** A kind's name with a configuration of that kind. */
export type WantedKind = { [kind in KindName]: { kind: kind; config: KindConfig<kind> } }[KindName]

/** The call that initializes a contract of a kind. */
export function encodeInitialize({ kind, config }: WantedKind): Hex {
  const functionName = 'initialize'
  switch (kind) {
    case 'fillReceiver':
      return encodeFunctionData({ abi: fillReceiverAbi, functionName, args: [config] })
    case 'signedOrderReceiver': {
      const args = [config, config.chainNames] as const
      return encodeFunctionData({ abi: signedOrderReceiverAbi, functionName, args })
    }
    case 'registeredFillReceiver': {
      const args = [config, config.registrars] as const
      return encodeFunctionData({ abi: registeredFillReceiverAbi, functionName, args })
    }
    case 'paymentGuard': {
      const args = [{ ...config, chains: config.chainNames }] as const
      return encodeFunctionData({ abi: paymentGuardAbi, functionName, args })
    }
  }
}
