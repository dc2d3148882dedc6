import { expect } from 'chai'
import * as contract from '../src/contract/index.js'
import * as fillproof from '../src/index.js'

describe('index', () => {
  it('exports', () => {
    expect(Object.keys(fillproof).sort()).deep.equal([
      'AddressFormatError',
      'AttestationFieldError',
      'AttestationLayoutError',
      'FillproofError',
      'InvalidAccountError',
      'InvalidSignatureError',
      'OrderFieldError',
      'PaymentFieldError',
      'decodeOrderCall',
      'encodeAttestation',
      'encodeOrderCall',
      'explainRevert',
      'fillChecks',
      'fillReceiverAbi',
      'hashAttestation',
      'hashOrder',
      'hashOrderProof',
      'mockProfile',
      'padAddress',
      'parseAttestation',
      'proveOrderOutput',
      'recoverSolver',
      'relayProfile',
      'signAttestation',
      'signOrder',
      'toContractAttestation',
      'unpadAddress',
      'verifyAttestation',
    ])
  })

  it('contract exports', () => {
    expect(Object.keys(contract).sort()).deep.equal(['hashPayment', 'prepareAuthorizedCall'])
  })
})
