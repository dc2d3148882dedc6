// Each function reads one field. It returns the canonical value, or throws an AttestationFieldError with the field's name.
import type { Hex } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toAddressWord, toBytes, toChainId, toUint256 } from '../../base/values.js'
import { AttestationFieldError } from './errors.js'

export const needAttestationField = createNeed(AttestationFieldError)

export function readAttestationBytes32(value: unknown, field: string): Hex {
  return needAttestationField(toBytes(value, [32]), field, value, 'hex of 32 bytes')
}

export function readChainId(value: unknown, field: string): number {
  return needAttestationField(toChainId(value), field, value, 'a number from 1 to 2^53-1')
}

export function readAddress(value: unknown, field: string): Hex {
  return needAttestationField(toAddressWord(value), field, value, 'hex of 20 or 32 bytes')
}

export function readAttestationAmount(value: unknown, field: string): bigint {
  const hint = 'JSON numbers lose digits of large amounts: pass the decimal string.'
  const requirement = 'a decimal string or a bigint from 0 to 2^256-1'
  return needAttestationField(
    toUint256(value),
    field,
    value,
    requirement,
    typeof value === 'number' ? [hint] : [],
  )
}

/** Reads hex of whole bytes. Recovery decides which signatures are valid. */
export function readSignature(value: unknown, field: string): Hex {
  return needAttestationField(toBytes(value), field, value, 'hex of whole bytes')
}
