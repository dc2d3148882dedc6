import { signatures } from '../layers.js'
import type { Property, Replacement } from '../types.js'

const common = { layer: signatures, contract: 'SignatureForms', limitSeconds: 60 }

const change = (from: string, to: string): Replacement => ({
  file: 'contracts/libraries/SolverAttestation.sol',
  from,
  to,
})

export const signatureProperties: Property[] = [
  {
    ...common,
    name: 'tryRecover_ofSixtyFiveBytes',
    bound: '65 bytes, every bit',
    mutant: change('lt(s, S_END)', 'lt(s, add(S_END, 1))'),
  },
  {
    ...common,
    name: 'tryRecover_ofSixtyFourBytes',
    bound: '64 bytes, every bit',
    mutant: change('v := add(27, shr(255, s))', 'v := add(27, shr(254, s))'),
  },
  {
    ...common,
    name: 'tryRecover_agreesWithOpenZeppelin',
    bound: '64 and 65 bytes, every bit',
    lengths: 'signature={64,65}',
    mutant: change('s := shr(1, shl(1, s))', 's := shr(2, shl(2, s))'),
  },
  {
    ...common,
    name: 'tryRecover_ofOtherLengths',
    bound: '0, 63 and 66 bytes, every bit',
    lengths: 'signature={0,63,66}',
    mutant: change(
      'let v\n            switch signature.length',
      'let v := byte(0, calldataload(add(signature.offset, 0x40)))\n            switch signature.length',
    ),
  },
  {
    ...common,
    name: 'recover_revertsOrFindsTheSignerOfTheDigest',
    bound: '65 bytes and the attestation, every bit',
    mutant: change(
      'if (signer == address(0)) revert ISolverPolicy.InvalidSignature(signed, signature);',
      'if (signer == address(0) && signature.length == 0) revert ISolverPolicy.InvalidSignature(signed, signature);',
    ),
  },
  {
    ...common,
    name: 'digest_isThePlainOne',
    bound: 'every bit of the attestation',
    mutant: change('mstore(0x1c, keccak256(words, 0xe0))', 'mstore(0x1c, keccak256(words, 0xc0))'),
  },
]
