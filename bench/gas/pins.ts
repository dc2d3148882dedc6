// The conditions of the measurement, printed with it.
import hre from 'hardhat'

export const hardfork = 'cancun'

export type Pins = Record<string, string>

export function readPins(): Pins {
  const { version, settings } = hre.config.solidity.profiles.default?.compilers[0] ?? {}
  const { enabled, runs } = settings?.optimizer ?? {}
  const optimizer = enabled ? `optimizer ${runs} runs` : 'no optimizer'
  return {
    hardfork,
    compiler: `solc ${version}, ${optimizer}, ${settings?.viaIR ? 'viaIR' : 'no viaIR'}`,
    proxy: 'none',
    'warm-up':
      'the same payer made one payment of the same kind before, so the mark of the payment is the only new storage slot',
    order: 'one input with two refunds, one payment, no fees',
    policy: 'one solver, one route (a guard: two chains), recipients in a mapping',
    recipient: 'a funded account without code, which has tokens',
    refundTo: 'an account without code, funded, which has tokens',
    measured: "receipt.gasUsed on Hardhat's in-process chain, with fixed keys and times",
  }
}
