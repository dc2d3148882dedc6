import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { inboxReceiverAbi } from '../generated/abi/inboxReceiver.js'
import { paymentGuardAbi } from '../generated/abi/paymentGuard.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { attestedOrderReceiverBytecode } from '../generated/bytecode/attestedOrderReceiver.js'
import { inboxReceiverBytecode } from '../generated/bytecode/inboxReceiver.js'
import { paymentGuardBytecode } from '../generated/bytecode/paymentGuard.js'
import { registeredTermsReceiverBytecode } from '../generated/bytecode/registeredTermsReceiver.js'
import { signedOrderReceiverBytecode } from '../generated/bytecode/signedOrderReceiver.js'
import type { KindConfig, KindName } from './config/kindConfigs.js'

/** A contract that can be deployed. */
export type Kind = {
  abi: Abi
  bytecode: Hex
}

/** The contracts by the `kind` of a configuration. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  attestedOrderReceiver: {
    abi: attestedOrderReceiverAbi as Abi,
    bytecode: attestedOrderReceiverBytecode,
  },
  signedOrderReceiver: {
    abi: signedOrderReceiverAbi as Abi,
    bytecode: signedOrderReceiverBytecode,
  },
  inboxReceiver: {
    abi: inboxReceiverAbi as Abi,
    bytecode: inboxReceiverBytecode,
  },
  registeredTermsReceiver: {
    abi: registeredTermsReceiverAbi as Abi,
    bytecode: registeredTermsReceiverBytecode,
  },
  paymentGuard: {
    abi: paymentGuardAbi as Abi,
    bytecode: paymentGuardBytecode,
  },
}

/** A kind's name with a configuration of that kind. */
export type WantedKind = { [kind in KindName]: { kind: kind; config: KindConfig<kind> } }[KindName]

/** Encodes the call that initializes a contract. */
export function encodeInitialize({ kind, config }: WantedKind): Hex {
  const functionName = 'initialize'
  switch (kind) {
    case 'attestedOrderReceiver':
      return encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName, args: [config] })
    case 'signedOrderReceiver': {
      const args = [config, config.chainNames] as const
      return encodeFunctionData({ abi: signedOrderReceiverAbi, functionName, args })
    }
    case 'inboxReceiver': {
      const args = [config, config.chainNames] as const
      return encodeFunctionData({ abi: inboxReceiverAbi, functionName, args })
    }
    case 'registeredTermsReceiver': {
      const args = [config, config.registrars] as const
      return encodeFunctionData({ abi: registeredTermsReceiverAbi, functionName, args })
    }
    case 'paymentGuard': {
      const args = [{ ...config, chains: config.chainNames }] as const
      return encodeFunctionData({ abi: paymentGuardAbi, functionName, args })
    }
  }
}
